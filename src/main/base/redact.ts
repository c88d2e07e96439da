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

export function redactText(text: string): string {
  return secretPatterns.reduce(
    (result, { pattern, replacement }) => result.replace(pattern, replacement),
    text,
  );
}
