export const REDACTED = '[redacted]';

const secretName = /key|token|secret|password|authorization/i;

/** Usage figures (`inputTokens: 1200`) share the name of secrets, and every agent reports them. */
const countName = /tokens$/i;

interface SecretPattern {
  readonly pattern: RegExp;
  readonly replacement: string;
}

/**
 * What a secret looks like inside other text. The open-ended ones also match a secret that was
 * cut short. None starts inside a word (`task-…` holds `sk-`), and none backtracks.
 */
const secretPatterns: readonly SecretPattern[] = [
  /(?<![A-Za-z0-9])sk-[\w-]{8,}/g,
  /(?<![A-Za-z0-9])gh[a-z]_\w{8,}/g,
  /(?<![A-Za-z0-9])github_pat_\w{8,}/g,
  /(?<![A-Za-z0-9])glpat-[\w-]{8,}/g,
  /(?<![A-Za-z0-9])xox[a-z]-[\w-]{8,}/g,
  /(?<![A-Za-z0-9])(?:npm|hf)_\w{16,}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /(?<![A-Za-z0-9])AIza[\w-]{16,}/g,
  /(?<![A-Za-z0-9])eyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]
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
      pattern:
        /((?:key|token|secret|password)[\w-]{0,32}["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',;&]{4,}/gi,
      replacement: `$1${REDACTED}`,
    },
  );

/** Whether a value under this name must not be written, whatever it looks like. */
export function isSecret(name: string, value: unknown): boolean {
  if (!secretName.test(name)) return false;
  if (value === null || typeof value === 'boolean') return false;
  return !(typeof value === 'number' && countName.test(name));
}

/** Whether a command-line argument says that the next one is a secret. */
export function announcesSecret(argument: unknown): boolean {
  return typeof argument === 'string' && /^--?[\w-]+$/.test(argument) && secretName.test(argument);
}

/** A command line that may be shown. */
export function redactArguments(commandLine: readonly string[]): readonly string[] {
  return commandLine.map((argument, index) =>
    announcesSecret(commandLine[index - 1]) ? REDACTED : redactText(argument),
  );
}

/** Deeper than any message goes that a wire lets through. */
const JSON_DEPTH = 64;

/** A parsed message that may be shown: no secret stays in it, nor any value of an environment. */
export function redactJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= JSON_DEPTH) return '…';
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      announcesSecret(value[index - 1]) ? REDACTED : redactJson(item, depth + 1),
    );
  }
  const entries = Object.entries(value).map(([key, item]) => {
    if (key === 'env') return [key, hideValues(item)];
    if (isSecret(key, item)) return [key, REDACTED];
    return [key, redactJson(item, depth + 1)];
  });
  return Object.fromEntries(isSecretPair(value) ? [...entries, ['value', REDACTED]] : entries);
}

/** Environments are lists of pairs, or objects. */
function hideValues(variables: unknown): unknown {
  if (Array.isArray(variables)) {
    return variables.map((pair: unknown) =>
      typeof pair === 'object' && pair !== null ? { ...pair, value: REDACTED } : REDACTED,
    );
  }
  if (typeof variables !== 'object' || variables === null) return variables;
  return Object.fromEntries(Object.keys(variables).map((name) => [name, REDACTED]));
}

/** Headers and variables come as `{ name, value }`. */
function isSecretPair(value: object): boolean {
  return (
    'name' in value &&
    'value' in value &&
    typeof value.name === 'string' &&
    isSecret(value.name, value.value)
  );
}

export function redactText(text: string): string {
  return secretPatterns.reduce(
    (result, { pattern, replacement }) => result.replace(pattern, replacement),
    text,
  );
}
