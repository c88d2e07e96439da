const secretName =
  /key|token|secret|passw(?:or)?d|passphrase|authorization|credential|cookie|[_-](?:pass|pwd|pat|auth)$/i;

/** Variables and settings are also called `DBPASS` or `AUTH`; `PWD` is where a shell is. */
const givenName =
  /^(?:auth|pass|pat)$|(?<!by|com|over|under|multi|single|first|second|low|high|band)pass$|(?<!^|old)pwd$|[a-z]auth$/i;

/** `KEY_TYPE` and `TOKEN_LIMIT` say something about a secret, and so does the short value of one. */
const aboutName = /(?:type|kind|name|mode|format|algorithm|version|size|length|limit|count|port)$/i;

/** Usage figures (`inputTokens: 1200`) share the name of secrets, and every agent reports them. */
const countName = /tokens$/i;

/** Whether a name is that of a secret. */
export function namesSecret(name: string): boolean {
  return secretName.test(name);
}

/** Whether a value under this name must not be written, whatever it looks like. */
export function isSecret(name: string, value: unknown): boolean {
  if (!namesSecret(name)) return false;
  if (value === null || typeof value === 'boolean') return false;
  return !(typeof value === 'number' && countName.test(name));
}

/** Whether the value that a program is given under this name is a secret. */
export function isGivenSecret(name: string, value: string): boolean {
  if (!namesSecret(name) && !givenName.test(name)) return false;
  return !(value.length < 8 && aboutName.test(name));
}
