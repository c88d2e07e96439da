import type { ListedHost } from '#shared/seal';

/** The proxy's port inside a seal. Nothing else uses it when the agent starts. */
export const PROXY_PORT = 3_128;

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];

/**
 * Variables that tell programs about the proxy. Most programs obey them; the others have no network
 * at all.
 */
export function proxyVariables(hosts: readonly ListedHost[]): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${PROXY_PORT}`;
  // The agent reaches its own servers directly, unless the same host of this computer is listed.
  const isListed = (host: string) =>
    hosts.some(({ rule }) => rule.replace(/:\d+$/, '').replace(/^\[|\]$/g, '') === host);
  const direct = LOOPBACK.filter((host) => !isListed(host)).join(',');
  const variables = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: direct };
  return {
    ...variables,
    ...Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    NODE_USE_ENV_PROXY: '1',
  };
}
