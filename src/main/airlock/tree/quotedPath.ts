/** Git's escapes for characters that a line cannot contain. */
const CONTROLS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** A path on one line, quoted like git if its name requires it. */
export function quotePath(path: string): string {
  const escaped = path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return escaped === path ? path : `"${escaped}"`;
}

/**
 * Reads a line as git does: a quoted path, or the path itself. Octal escapes are bytes of UTF-8.
 */
export function unquotePath(line: string): string {
  const bytes = Buffer.from(line).toString('latin1');
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(bytes)?.[1];
  if (quoted === undefined) return line;
  const plain = quoted.replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (CONTROLS[code] ?? code),
  );
  return Buffer.from(plain, 'latin1').toString('utf8');
}
