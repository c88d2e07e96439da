import { type Effects, temporaryName } from '#main/airlock/disk/effects';
import { incomingText } from '#main/airlock/ledger/incomingText';
import { encodeText } from '#main/airlock/ledger/textCodec';
import { sideOf } from '#main/airlock/objects/objectStore';
import { AppException } from '#shared/errors';

/**
 * The agent's own programs may write the file at the same time; the newest text must win anyway.
 */
const ATTEMPTS = 8;

/** Writes an agent's text to the agent's own tree, as a regular file and without following a link. */
export async function writeNow(
  effects: Effects,
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
    message: `Another program changed ${path} at the same time: it was not written. Try again.`,
  });
}
