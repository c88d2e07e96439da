import { transcode } from 'node:buffer';

/** Shorter text does not gain by the detour; for longer text it would hold too much memory. */
const SHORTEST = 1_000;
const LONGEST = 64 * 1024;

const units = Buffer.allocUnsafeSlow(2 * LONGEST);

/**
 * Writes text as UTF-8, as `Buffer.write` does, and tells its bytes. V8 encodes what has characters
 * beyond Latin-1 one by one; through UTF-16, which is how it holds such text, takes a quarter.
 */
export function writeText(target: Buffer, text: string, offset = 0): number {
  if (!gainsByTranscoding(text)) return target.write(text, offset);
  const unitBytes = units.write(text, 'utf16le');
  return transcode(units.subarray(0, unitBytes), 'utf16le', 'utf8').copy(target, offset);
}

function gainsByTranscoding(text: string): boolean {
  const { length } = text;
  if (length < SHORTEST || length > LONGEST) return false;
  // Half a surrogate pair would make it throw.
  return Buffer.byteLength(text) !== length && text.isWellFormed();
}
