import { parse } from 'jsonc-parser';
import { announcesSecret, isSecret } from './secretNames';
import { REDACTED, secretValues } from './secretValues';

interface SecretPattern {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/**
 * Tokens inside other text. The open-ended patterns also match a secret that was cut short. None
 * starts inside a word (`task-…` contains `sk-`), and none backtracks. Private keys come first: a
 * token right before one would match the key's first line as well.
 */
const tokenPatterns: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(?<![A-Za-z0-9])sk-[\w-]{8,}/g,
  /(?<![A-Za-z0-9])gh[a-z]_\w{8,}/g,
  /(?<![A-Za-z0-9])github_pat_\w{8,}/g,
  /(?<![A-Za-z0-9])glpat-[\w-]{8,}/g,
  /(?<![A-Za-z0-9])xox[a-z]-[\w-]{8,}/g,
  /(?<![A-Za-z0-9])(?:npm|hf)_\w{16,}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /(?<![A-Za-z0-9])AIza[\w-]{16,}/g,
  /(?<![A-Za-z0-9])eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g,
];

const secretPatterns: readonly SecretPattern[] = tokenPatterns
  .map((pattern): SecretPattern => ({ pattern, replacement: REDACTED }))
  .concat(
    {
      pattern:
        /(authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:(?:basic|bearer|digest|token)\s+)?)[^\s"',;&]+/gi,
      replacement: `$1${REDACTED}`,
    },
    { pattern: /\b(bearer\s+)[\w.~+/=-]{8,}/gi, replacement: `$1${REDACTED}` },
    { pattern: /(:\/\/[^\s/:@]*:)[^\s/@]+@/g, replacement: `$1${REDACTED}@` },
    {
      // In JSON inside a string, quotes are escaped once or several times.
      pattern:
        /((?:key|token|secret|passw(?:or)?d|passphrase|credentials?|cookie)[\w-]{0,32}\\{0,8}["']?\s{0,4}[:=]\s{0,4}\\{0,8}["']?)[^\s"',;&\\]{4,}/gi,
      replacement: `$1${REDACTED}`,
    },
    {
      pattern:
        /((?:^|[\s"'`])--?[\w-]{0,32}(?:key|token|secret|passw(?:or)?d|passphrase)\s{1,4}\\{0,8}["']?)(?!-)[^\s"',;&\\]{4,}/gi,
      replacement: `$1${REDACTED}`,
    },
    // A pair whose name says that its value is a secret, in either order.
    {
      pattern:
        /(name\\{0,8}["']\s{0,4}:\s{0,4}\\{0,8}["'][^"'\\]{0,64}(?:key|token|secret|passw(?:or)?d|passphrase|authorization|credential|cookie)[^"'\\]{0,64}\\{0,8}["']\s{0,4},\s{0,4}\\{0,8}["']value\\{0,8}["']\s{0,4}:\s{0,4}\\{0,8}["'])[^"'\\]+/gi,
      replacement: `$1${REDACTED}`,
    },
    {
      pattern:
        /(value\\{0,8}["']\s{0,4}:\s{0,4}\\{0,8}["'])[^"'\\]{1,4096}(\\{0,8}["']\s{0,4},\s{0,4}\\{0,8}["']name\\{0,8}["']\s{0,4}:\s{0,4}\\{0,8}["'][^"'\\]{0,64}(?:key|token|secret|passw(?:or)?d|passphrase|authorization|credential|cookie))/gi,
      replacement: `$1${REDACTED}$2`,
    },
  );

/** A command line without its secrets. */
export function redactArguments(commandLine: readonly string[]): readonly string[] {
  return commandLine.map((argument, index) =>
    announcesSecret(commandLine[index - 1]) ? REDACTED : redactText(argument),
  );
}

/** Deeper than any message that a wire accepts. */
const JSON_DEPTH = 64;

/** Whether a member holds environment variables or headers: none of their values is shown. */
export function listsValues(name: string): boolean {
  return /^(?:env|environment|headers|http_?headers)$/i.test(name);
}

/** A parsed message without secrets and without the values of environments. */
export function redactJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactString(value, depth);
  if (typeof value === 'number' && secretValues.areIn(`${value}`)) return REDACTED;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= JSON_DEPTH) return '…';
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      announcesSecret(value[index - 1]) ? REDACTED : redactJson(item, depth + 1),
    );
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const name = secretValues.redact(key);
    if (listsValues(key)) return [name, hideValues(item)];
    if (isSecret(key, item)) return [name, REDACTED];
    return [name, redactJson(item, depth + 1)];
  });
  return Object.fromEntries(isSecretPair(value) ? [...entries, ['value', REDACTED]] : entries);
}

/**
 * Redacts a line that is not a message; if it is JSON anyway, values with secret names are removed,
 * too.
 */
export function redactLine(text: string): string {
  const value = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return value === undefined ? redactPiece(text) : JSON.stringify(redactJson(value));
}

/**
 * Redacts a message as text. Values with secret names are removed even if the message was cut
 * short.
 */
export function redactMessage(text: string): string {
  const whole = parseJson(text);
  if (whole !== undefined) return JSON.stringify(redactJson(whole));
  const beginning = parseBeginning(text);
  return beginning === undefined ? redactPiece(text) : asCut(JSON.stringify(redactJson(beginning)));
}

/** Marks the end of a text that was cut. */
export function asCut(text: string): string {
  return text.endsWith('…') ? text : `${text}…`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The parser is recursive, and a hostile text may be nested deeper than the stack allows. */
function parseBeginning(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) return REDACTED;
    throw error;
  }
}

/** Agents put JSON into strings, and further requests into that JSON. */
function redactString(text: string, depth: number): string {
  const isJson = depth < JSON_DEPTH && /^\s*[[{].*[\]}]\s*$/s.test(text);
  const value = isJson ? parseJson(text) : undefined;
  return value === undefined ? redactPiece(text) : JSON.stringify(redactJson(value, depth + 1));
}

/** Hides the values of environments and headers, which are lists of pairs or assignments, or objects. */
export function hideValues(variables: unknown): unknown {
  if (Array.isArray(variables)) {
    return variables.map((pair: unknown) =>
      typeof pair === 'object' && pair !== null
        ? { ...secretValues.redactMembers(pair), value: REDACTED }
        : REDACTED,
    );
  }
  if (typeof variables !== 'object' || variables === null) return variables;
  return Object.fromEntries(
    Object.keys(variables).map((name) => [secretValues.redact(name), REDACTED]),
  );
}

/** Headers and variables arrive as `{ name, value }`. */
export function isSecretPair(value: object): boolean {
  return (
    'name' in value &&
    'value' in value &&
    typeof value.name === 'string' &&
    isSecret(value.name, value.value)
  );
}

export function redactText(text: string): string {
  return withoutPatterns(secretValues.redact(text));
}

/** Redacts a text that may have been cut on both sides. */
export function redactPiece(text: string): string {
  return withoutPatterns(secretValues.redactPiece(text));
}

function withoutPatterns(text: string): string {
  return secretPatterns.reduce(
    (result, { pattern, replacement }) => result.replace(pattern, replacement),
    text,
  );
}

/** Removes only text in the form of a token, not values that merely have a token's name. */
export function redactTokens(text: string): string {
  return tokenPatterns.reduce((result, pattern) => result.replace(pattern, REDACTED), text);
}

/** Text that has the form of a token. */
export function tokensIn(text: string): readonly string[] {
  return tokenPatterns.flatMap((pattern) => text.match(pattern) ?? []);
}

/** The range of the token that spans a position. */
export function tokenAround(
  text: string,
  place: number,
): { readonly start: number; readonly end: number } | null {
  for (const pattern of tokenPatterns) {
    for (const { index, 0: token } of text.matchAll(pattern)) {
      const end = index + token.length;
      if (index < place && place < end) return { start: index, end };
    }
  }
  return null;
}
