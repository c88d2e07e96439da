import { Readable } from 'node:stream';
import { net } from 'electron';

/**
 * Uses Chromium's network, which knows the system's proxy and certificates. Its `fetch` would
 * follow redirects unnoticed.
 */
export function electronHop(url: string, signal: AbortSignal): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = net.request({ url, redirect: 'manual', credentials: 'omit', cache: 'no-store' });
  const abort = () => {
    request.abort();
    reject(signal.reason);
  };
  // Never removed: the request counts as closed once it is sent, long before the answer.
  signal.addEventListener('abort', abort, { once: true });
  request.on('error', reject);
  request.on('redirect', (status, _method, location) => {
    resolve(new Response(null, { status, headers: { location } }));
    request.abort();
  });
  request.on('response', (message) => {
    // A body that is not read to its end would keep arriving.
    (message as unknown as Readable).once('close', () => request.abort());
    const body = Readable.toWeb(message as unknown as Readable) as ReadableStream<Uint8Array>;
    // Replace codes with which a Response must have no body.
    const status = message.statusCode < 200 ? 502 : message.statusCode;
    const hasBody = ![204, 205, 304].includes(status);
    resolve(new Response(hasBody ? body : null, { status }));
  });
  if (signal.aborted) abort();
  else request.end();
  return promise;
}
