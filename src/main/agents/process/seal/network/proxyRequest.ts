import type { IncomingMessage } from 'node:http';
import { bracketed, type Destination, parseDestination } from '#main/base/network/hostRule';

/** A request as the proxy received it. */
export type ProxyRequest = Pick<IncomingMessage, 'url' | 'rawHeaders' | 'httpVersion'>;

/** The request that the proxy sends on for an `http://…` address. */
export interface ForwardedRequest {
  readonly destination: Destination;
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** The destination of a CONNECT; null if the request is ambiguous. */
export function tunnelDestination({ url = '', rawHeaders }: ProxyRequest): Destination | null {
  return valuesOf(rawHeaders, 'host').length > 1 ? null : parseDestination(url, null);
}

/**
 * The request for an `http://` address as the proxy sends it on: its host comes from the address,
 * and headers about the client's connection are dropped. Null if the request is ambiguous, such as
 * one whose header names another host than its address.
 */
export function forwardedRequest(request: ProxyRequest): ForwardedRequest | null {
  const { url = '', rawHeaders, httpVersion } = request;
  const [, authority, rest = ''] = /^http:\/\/([^/?]*)([/?][^#]*)?$/i.exec(url) ?? [];
  const destination = authority === undefined ? null : parseDestination(authority, 80);
  if (destination === null) return null;
  const hosts = valuesOf(rawHeaders, 'host');
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0')) return null;
  for (const host of hosts) {
    const named = parseDestination(host, 80);
    if (named?.host !== destination.host || named.port !== destination.port) return null;
  }
  const { host, port } = destination;
  const framing = valuesOf(rawHeaders, 'transfer-encoding');
  return {
    destination,
    path: rest.startsWith('/') ? rest : `/${rest}`,
    headers: [
      ...['Host', port === 80 ? bracketed(host) : `${bracketed(host)}:${port}`],
      ...endToEnd(rawHeaders),
      ...(framing.length > 0 ? ['Transfer-Encoding', 'chunked'] : []),
      ...['Connection', 'close'],
    ],
  };
}

/** Headers that are about one connection, not about the request or the answer. */
const ownHeaders = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers about the request or answer itself, names and values in turn. */
export function endToEnd(rawHeaders: readonly string[]): readonly string[] {
  const named = valuesOf(rawHeaders, 'connection').flatMap((value) => value.split(','));
  const dropped = new Set([...ownHeaders, ...named.map((name) => name.trim().toLowerCase())]);
  // `content-length` stays even if `connection` names it: without it the end of the body would be a
  // guess.
  dropped.delete('content-length');
  return rawHeaders.filter((_, index) => {
    const name = rawHeaders[index - (index % 2)] ?? '';
    return !dropped.has(name.toLowerCase());
  });
}

function valuesOf(rawHeaders: readonly string[], name: string): readonly string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
}
