/** Shown wherever an agent that runs at an address can be chosen or is used. */
export const RUNS_ELSEWHERE =
  'Runs elsewhere: Airlock can neither review nor seal what it does there. Only files and commands that it requests from Airlock are covered.';

/** Scheme, user, and host of an address. */
const addressForm =
  /^(?<scheme>[a-z]+):\/\/(?:(?<user>[^/?#\s]*)@)?(?<host>\[[0-9a-f:.]+\]|[^/?#:@[\]\s]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** Why an agent cannot be reached at an address; null if it can. */
export function addressProblem(address: string, allowInsecure = false): string | null {
  const parts = addressForm.exec(address)?.groups;
  if (parts === undefined) return 'Enter an address such as wss://example.com/agent.';
  const scheme = parts.scheme?.toLowerCase();
  if (scheme !== 'ws' && scheme !== 'wss') return 'The address must begin with wss:// or ws://.';
  if (parts.user !== undefined) {
    return 'Put a password into a header, where it can be kept as a secret, not into the address.';
  }
  if (scheme === 'wss' || isLoopback(parts.host ?? '') || allowInsecure) return null;
  return 'Messages to another computer must be encrypted: use wss://. To allow ws:// anyway, set "allowInsecure" in settings.json.';
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);
}
