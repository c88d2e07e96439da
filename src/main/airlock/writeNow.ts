import { AppException } from '#shared/errors';
import { temporaryName } from './effectPlanner';
import type { EffectRunner } from './effectRunner';
import { incomingText } from './incomingText';
import { encodeText } from './textCodec';
import { sideOf } from './versions';

/** The agent's own programs may write the file at the same time; the newest text is to win all the same. */
const ATTEMPTS = 8;

/** Writes an agent's text to the agent's own tree, as a regular file and without following a link. */
export async function writeNow(
  effects: EffectRunner,
  path: string,
  text: string,
  attempts = ATTEMPTS,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const present = await effects.read('workspace', path);
    const result = await effects.write(
      {
        place: 'workspace',
        path,
        expected: present?.version ?? null,
        temporary: temporaryName(),
      },
      encodeText(incomingText(sideOf(present), text)),
      present?.version.mode === '100755' ? '100755' : '100644',
    );
    if (result === 'done') return;
  }
  throw new AppException({
    code: 'conflict',
    message: `Another program changed ${path} in the same moment: it was not written. Try again.`,
  });
}
