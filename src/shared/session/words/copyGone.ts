import type { EventOf } from '../events';

export const COPY_GONE = 'The copy that this session works in is gone.';

/** The failure that the session shows, with what the user can do. */
export function copyGone(cwd: string): EventOf<'agent.failed'> {
  return {
    type: 'agent.failed',
    reason: 'copy-gone',
    message: COPY_GONE,
    detail: `The folder ${cwd} was deleted or replaced. Airlock can recreate the copy as it last saw it; your decisions stay. Files that git ignores come back only if the project’s setup carries them over.`,
  };
}
