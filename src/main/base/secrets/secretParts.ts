import { announcesSecret, isGivenSecret } from './secretNames';

/**
 * Shorter values are not removed: they occur in ordinary text by chance, so removing them would
 * reveal more than it hides.
 */
export const SHORTEST = 6;
/**
 * Shorter values are searched for only as whole words, and must not consist only of letters or only
 * of digits.
 */
export const SHORTEST_ANYWHERE = 8;
/** From this length on, even a value with a single kind of character is not an ordinary word. */
const SHORTEST_OF_ONE_KIND = 16;
/** Longer values are split into pieces, which are searched for separately. */
const LONGEST = 1_024;
/** Within a value that contains a secret, shorter words are names and hosts. */
const SHORTEST_RANDOM = 16;

/**
 * The parts of a secret that are searched for: the whole (or each line of several, as in a key),
 * and each part that is useful alone: the token in `Bearer token`, the password in `user:password`,
 * and values in `AccountKey=value;…` and in JSON.
 */
export function partsOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim());
  const whole = lines.length > 1 ? lines : [secret.trim()];
  return [...new Set([...whole, ...insidesOf(secret.trim())])]
    .filter(isDistinctive)
    .flatMap(inPieces);
}

const VALUE = `(?:"([^"]{6,})"|'([^']{6,})'|((?:(?:basic|bearer|digest|token)(?:\\s|%20)+)?[^\\s;&"']{6,}))`;
/**
 * Matches `name=value`, `"name": "value"`, `Name: value` and, at the start, `Name:value` and
 * `/name:value`; elsewhere, addresses and lists of folders contain colons, too.
 */
const ASSIGNED = new RegExp(
  `([\\w.-]{1,64})(?:["']\\s{0,4}[:=]\\s{0,4}|\\s{0,4}=\\s{0,4}|:\\s{1,4}|(?<=^[\\w-]{1,64}):(?!//)|(?<=^/[\\w-]{1,64}):(?!/))${VALUE}`,
  'gi',
);
/** Matches `--name value` within a longer text. */
const OPTION = new RegExp(`(?<!\\S)--?([\\w.-]{1,64})\\s{1,4}(?!-)${VALUE}`, 'gi');
/** Matches the content of a header, whatever the variable's name. */
const CREDENTIALS = /^(?:basic|bearer|digest)\s+\S+$/i;

/**
 * The depth that is searched: an address in JSON in an option. Nobody writes deeper configuration.
 */
const NESTED = 3;

/**
 * Values in assignments, headers, options and JSON whose names indicate secrets, even within other
 * values.
 */
export function namedIn(text: string, nested = NESTED): readonly string[] {
  const found = [ASSIGNED, OPTION].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, name = '', ...values]) => {
      const value = (values.find((one) => one !== undefined) ?? '').replaceAll('%20', ' ');
      // The comma may be a part of the value, or separate it from the next one.
      const [first = ''] = value.split(',', 1);
      return [...new Set([value, first])].map((each) => [name, each] as const);
    }),
  );
  const named = [...found, ...membersOf(text)].flatMap(([name, value]) =>
    isNamed(name, value) ? [value] : nested > 0 ? namedIn(value, nested - 1) : [],
  );
  return CREDENTIALS.test(text) ? [...named, text] : named;
}

/**
 * Whether the name indicates a secret. `Pwd` is a password in a connection string and a folder
 * elsewhere; references are not secret.
 */
function isNamed(name: string, value: string): boolean {
  if (/^\$[\w{(]/.test(value)) return false;
  return isGivenSecret(name, value) || (/^pwd$/i.test(name) && !/[\\/]/.test(value));
}

function insidesOf(secret: string): readonly string[] {
  const [, scheme, token] = /^(basic|bearer|digest|token|apikey)\s+(\S+)$/i.exec(secret) ?? [];
  const [, password] = /^[\w.@+-]{1,64}:([^\s/][^\s]*)$/.exec(secret) ?? [];
  const pair =
    scheme?.toLowerCase() === 'basic' ? Buffer.from(token ?? '', 'base64').toString() : '';
  const [, inPair] = /^[\x21-\x7e]*?:([\x20-\x7e]+)$/.exec(pair) ?? [];
  const words = secret.split(/[\s:;,='"{}[\]|&?<>()]+/).filter(isRandom);
  const members = membersOf(secret).flatMap(([, value]) => value.split(/\r?\n/).filter(isRandom));
  const unpadded = secret.replace(/(?<!=)=+$/, '');
  return [unpadded, token, password, inPair, ...namedIn(secret), ...words, ...members].flatMap(
    (part) => part?.trim().split(/\r?\n/) ?? [],
  );
}

/** The strings in a JSON value, with their names. */
function membersOf(text: string): readonly (readonly [string, string])[] {
  if (!/^\s*[[{]/.test(text)) return [];
  const members: [string, string][] = [];
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string') members.push([name, value]);
      else members.push(...listedIn(value));
      return value;
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return members;
}

/** Handles `{ name, value }`, and a list of arguments. */
function listedIn(value: unknown): readonly [string, string][] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      typeof item === 'string' && announcesSecret(value[index - 1])
        ? [[String(value[index - 1]), item]]
        : [],
    );
  }
  const { name, value: given } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && typeof given === 'string' ? [[name, given]] : [];
}

function inPieces(part: string): readonly string[] {
  const pieces: string[] = [];
  for (let start = 0; start < part.length; ) {
    const isLast = part.length - start < LONGEST + SHORTEST_OF_ONE_KIND;
    const end = isLast ? part.length : start + LONGEST;
    pieces.push(part.slice(start, end));
    start = end;
  }
  return pieces;
}

/** Whether a value cannot be mistaken for an ordinary word or a path. */
function isDistinctive(value: string): boolean {
  if (value.length < SHORTEST || isPath(value) || /^-----(?:BEGIN|END) /.test(value)) return false;
  if (value.length < SHORTEST_ANYWHERE) return /[^\d]/.test(value) && /[^a-zA-Z]/.test(value);
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(value));
  return value.length >= SHORTEST_OF_ONE_KIND || kinds.length > 1;
}

/** Variables such as `SSH_KEY_FILE` hold the path of a secret, which is not secret. */
function isPath(value: string): boolean {
  if (!/^(?:~?\/|\.{1,2}\/|[A-Za-z]:\\)(?:[\w.@ -]+[\\/])+[\w.@ -]*$/.test(value)) return false;
  // AWS keys contain slashes, and some begin with one.
  return !value.split(/[\\/]/).some((name) => name.length >= 10 && isMixed(name));
}

/** Whether a word looks randomly generated. */
export function isRandom(word: string): boolean {
  if (word.length < SHORTEST_RANDOM || isUuid(word)) return false;
  return /^[\da-f]{32,}$/i.test(word) || isMixed(word);
}

/** Accounts and projects are identified by UUIDs, which give no access. */
function isUuid(word: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word);
}

/** Whether capitals, small letters and digits alternate more often than in any name. */
function isMixed(word: string): boolean {
  if (!/^[A-Za-z\d+/_=-]+$/.test(word)) return false;
  const kinds = [...word].map((letter) => (/\d/.test(letter) ? 0 : /[a-z]/.test(letter) ? 1 : 2));
  const changes = kinds.filter((kind, index) => index > 0 && kind !== kinds[index - 1]).length;
  return changes >= 0.4 * (word.length - 1) && new Set(kinds).size === 3;
}
