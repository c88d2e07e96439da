import { fail, ok, type Result } from '#shared/errors';

const allowedSchemes = new Set(['https:', 'http:', 'mailto:']);

/**
 * I5: the only gate for addresses that leave the app; `smb:`, `file:` and similar ones never pass.
 */
export function checkExternalLink(address: string): Result<string> {
  const url = URL.parse(address);
  if (url === null) return fail('invalid-input', 'This is not a web address.');
  if (!allowedSchemes.has(url.protocol)) {
    return fail('refused', `Airlock does not open "${url.protocol}" links.`);
  }
  if (url.username || url.password) {
    return fail('refused', 'Airlock does not open links that carry a user name or password.');
  }
  if (url.protocol === 'mailto:' && [...url.searchParams.keys()].some(isAttachment)) {
    return fail('refused', 'Airlock does not open mail links that attach files.');
  }
  return ok(url.href);
}

/** Whether a parameter attaches a file: some mail programs accept a path on this computer there. */
function isAttachment(name: string): boolean {
  return name.trim().toLowerCase().startsWith('attach');
}
