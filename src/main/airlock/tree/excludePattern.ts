/** Every byte but a line feed, turned round: a pattern is one line and cannot hold the byte itself. */
const LINE_FEED = Buffer.from('[!\x01-\x09\x0b-\xff]', 'latin1');

/** A line of git's exclude file that names this path at the top of the tree, and no other. */
export function excludePattern(path: string): Buffer {
  const escaped = path
    .replace(/[*?[\]\\!#]/g, '\\$&')
    .replace(/ $/, '\\ ')
    // Git takes a carriage return at the end for a part of the line's end.
    .replaceAll('\r', '[\r]');
  const [first = '', ...rest] = escaped.split('\n');
  const pieces = rest.flatMap((piece) => [LINE_FEED, Buffer.from(piece)]);
  return Buffer.concat([Buffer.from(`/${first}`), ...pieces, Buffer.from('\n')]);
}
