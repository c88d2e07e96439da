import { beginningOf } from '#main/base/cutText';
import { redactPiece } from '#main/base/secrets/redact';
import { HIDDEN } from '#shared/text/hiddenSigns';

/** Enough to find a secret that is hidden between other characters; what follows is not read. */
const READ_CHARACTERS = 16_384;

/**
 * An agent's text, fit for a card and a report: one line of visible characters, without secrets. It
 * is cleaned before secrets are searched, so that none hides behind invisible characters.
 */
export function plainWords(text: string, length: number): string {
  const line = beginningOf(text, READ_CHARACTERS).replace(/\s+/gu, ' ').replace(HIDDEN, '').trim();
  return beginningOf(redactPiece(line), length);
}
