/** Our page has its own scheme, because `file://` would grant it access to the whole disk. */
export const APP_SCHEME = 'app';
const APP_ORIGIN = `${APP_SCHEME}://airlock`;
export const APP_URL = `${APP_ORIGIN}/index.html`;

/**
 * Whether the address is one of our own pages. It is parsed, because prefixes can deceive
 * (`app://airlock.evil`).
 */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === 'airlock';
}
