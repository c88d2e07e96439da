import { beginningOf } from '#main/base/cutText';
import { redactPiece } from '#main/base/secrets/redact';
import { HIDDEN } from '#shared/text/hiddenSigns';

/** Characters that are read: enough to find a secret that is hidden between other characters. */
const READ_CHARACTERS = 16_384;

/**
 * An agent's text for a card and a report: one line of visible characters, without secrets. It is
 * cleaned before secrets are searched for, so that none is hidden by invisible characters.
 */
export function plainWords(text: string, length: number): string {
  const line = beginningOf(text, READ_CHARACTERS).replace(/\s+/gu, ' ').replace(HIDDEN, '').trim();
  return beginningOf(redactPiece(line), length);
}
