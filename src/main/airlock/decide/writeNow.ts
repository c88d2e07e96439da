import type { PresentFile } from '#main/airlock/disk/anchoredFile';
import { type Effects, temporaryName } from '#main/airlock/disk/effects';
import type { EffectResult } from '#main/airlock/disk/effectWriter';
import { incomingText } from '#main/airlock/ledger/incomingText';
import { encodeText } from '#main/airlock/ledger/textCodec';
import { sideOf } from '#main/airlock/objects/objectStore';
import { AppException } from '#shared/errors';

/**
 * Attempts to write: the agent's own programs may write the file at the same time, but the newest
 * text must win.
 */
const ATTEMPTS = 8;

/**
 * Writes an agent's text to the agent's own tree, as a regular file and without following a link.
 */
export async function writeNow(effects: Effects, path: string, text: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const present = await effects.read('workspace', path);
    if ((await writeOver(effects, path, present, text)) === 'done') return;
  }
  throw new AppException({
    code: 'conflict',
    message: `Another program changed ${path} at the same time: it was not written. Try again.`,
  });
}

/** Writes the text only if the file is unchanged since it was read. */
export function writeOver(
  effects: Effects,
  path: string,
  present: PresentFile | null,
  text: string,
): Promise<EffectResult> {
  const expected = present?.version ?? null;
  return effects.write(
    { place: 'workspace', path, expected, temporary: temporaryName() },
    encodeText(incomingText(sideOf(present), text)),
    expected?.mode === '100755' ? '100755' : '100644',
  );
}
