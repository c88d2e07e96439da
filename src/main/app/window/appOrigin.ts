/** Our page is served under a scheme of its own: `file://` would grant it the whole disk. */
export const APP_SCHEME = 'app';
const APP_ORIGIN = `${APP_SCHEME}://airlock`;
export const APP_URL = `${APP_ORIGIN}/index.html`;

/** True if the address is one of our own pages. Parsed, since prefixes lie (`app://airlock.evil`). */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === 'airlock';
}
