import type { EventOf } from './events';

export const COPY_GONE = 'The copy that this session works in is gone.';

/** What the session says of it, with what the user can do. */
export function copyGone(cwd: string): EventOf<'agent.failed'> {
  return {
    type: 'agent.failed',
    reason: 'copy-gone',
    message: COPY_GONE,
    detail: `The folder ${cwd} was deleted or replaced. Airlock can make the copy anew as it was at its last look; what you decided stays decided. Files that git ignores come back only if the project’s set-up carries them over.`,
  };
}
