const secretName =
  /key|token|secret|passw(?:or)?d|passphrase|authorization|credential|cookie|[_-](?:pass|pwd|pat|auth)$/i;

/**
 * More names of secrets in variables and settings, such as `DBPASS`, `AUTH` or `sig` in an address;
 * `PWD` is a shell's folder.
 */
const givenName =
  /^(?:auth|pass|pat)$|(?<!by|com|over|under|multi|single|first|second|low|high|band)pass$|(?<!^|old)pwd$|[a-z]auth$|^(?:[\w-]+-)?sig(?:nature)?$/i;

/**
 * Names such as `KEY_TYPE` and `TOKEN_LIMIT` describe a secret; their short values are not secret.
 */
const aboutName = /(?:type|kind|name|mode|format|algorithm|version|size|length|limit|count|port)$/i;

/** Usage counts (`inputTokens: 1200`), which every agent reports, have names like secrets. */
const countName = /tokens$/i;

/** Whether a name indicates a secret. */
export function namesSecret(name: string): boolean {
  return secretName.test(name);
}

/** Whether a value under this name must not be written, whatever it looks like. */
export function isSecret(name: string, value: unknown): boolean {
  if (!namesSecret(name)) return false;
  if (value === null || typeof value === 'boolean') return false;
  return !(typeof value === 'number' && countName.test(name));
}

/** Whether a command-line argument announces that the next one is a secret. */
export function announcesSecret(argument: unknown): boolean {
  return typeof argument === 'string' && /^--?[\w.-]+$/.test(argument) && namesSecret(argument);
}

/** Whether the value that a program is given under this name is a secret. */
export function isGivenSecret(name: string, value: string): boolean {
  if (!namesSecret(name) && !givenName.test(name)) return false;
  return !(value.length < 8 && aboutName.test(name));
}

/** Matches references to secrets kept elsewhere, alone or after a single word such as `Bearer`. */
const REFERENCE = /^(?:[A-Za-z]+ )?\$\{(?:env:|secret:)?[^{}$]+\}$/;

/** Whether a value in the settings is a secret itself, rather than a reference to one. */
export function isPlainSecret(name: string, value: string): boolean {
  return isGivenSecret(name, value) && value !== '' && !REFERENCE.test(value);
}
