import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

/** The number of protocol errors that are shown. */
const ISSUES = 2;
const ISSUE_CHARACTERS = 150;

/** The reason why a server failed and, if known, what the user can do. */
export function failureWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const misread = issuesOf(error);
  if (misread !== null) return `What the server answered does not follow the protocol: ${misread}.`;
  if (error instanceof SyntaxError) return 'What the server answered is not JSON.';
  const code = 'code' in error ? error.code : undefined;
  if (code === ErrorCode.RequestTimeout) return 'The server did not answer in time.';
  const known = typeof code === 'string' ? systemWords(code) : null;
  if (known !== null) return known;
  if (code === 401 || code === 403) {
    return `The server requires a login (HTTP ${code}). Add a header with a key, such as Authorization: Bearer \${TOKEN}. It said: ${error.message}`;
  }
  const isStatus = typeof code === 'number' && code >= 100 && code < 600;
  const told = isStatus ? `${error.message} (HTTP ${code})` : error.message;
  return error.cause instanceof Error ? withCause(told, error.cause) : told;
}

/** Adds the cause to an error of `fetch`, which itself says only that it failed. */
function withCause(told: string, cause: Error): string {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  const why = failureWords(cause);
  if (systemWords(code) !== null) return why;
  return why === '' ? told : `${told}: ${why}`;
}

function systemWords(code: string): string | null {
  if (code === 'ECONNREFUSED') {
    return 'Nothing is listening at this address. Start the server, or check the address.';
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return 'There is no host of this name. Check the address.';
  }
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/.test(code)
    ? `The certificate of the server is not trusted (${code}). If it is your own, start Airlock with NODE_EXTRA_CA_CERTS set to its file.`
    : null;
}

/** The problems with the shape of an answer; null for any other error. */
function issuesOf(error: Error): string | null {
  if (!('issues' in error) || !Array.isArray(error.issues)) return null;
  const issues = error.issues as readonly { path?: readonly PropertyKey[]; message?: string }[];
  return issues
    .slice(0, ISSUES)
    .map(({ path = [], message = '' }) => [path.map(String).join('.'), message])
    .map((parts) => parts.filter((part) => part !== '').join(': '))
    .map((words) => words.slice(0, ISSUE_CHARACTERS))
    .join('; ');
}
