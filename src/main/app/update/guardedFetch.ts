/**
 * Sends one request without following redirects: a redirecting response is returned with its
 * `location`.
 */
export type Hop = (url: string, signal: AbortSignal) => Promise<Response>;

export type Fetch = (url: string, options: { readonly signal: AbortSignal }) => Promise<Response>;

const MOST_REDIRECTS = 5;

/**
 * Fetches only from encrypted addresses, wherever a server redirects to. If the announcements come
 * unencrypted from this computer, the rest may, too.
 */
export function guardedFetch(announcements: string, hop: Hop): Fetch {
  const isLocal = isPlainLoopback(new URL(announcements));
  const isSafe = (url: URL) => url.protocol === 'https:' || (isLocal && isPlainLoopback(url));
  return async (start, { signal }) => {
    let url = new URL(start);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      if (!isSafe(url)) throw new Error(`${url.origin} is not an encrypted address`);
      const response = await hop(url.href, signal);
      const location = response.headers.get('location');
      const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
      if (!isRedirect) return response;
      await response.body?.cancel();
      url = new URL(location, url);
    }
    throw new Error('the server redirects too often');
  };
}

function isPlainLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}
