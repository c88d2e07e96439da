import { ALL_BYTES } from '#main/mcp/limits';

export class TooMuch extends Error {
  constructor() {
    super('The server sends too much.');
  }
}

export interface BoundedFetch {
  readonly fetch: typeof fetch;
  /**
   * Rejects if the server has sent too much: the client may mistake that for a lost connection and
   * try again.
   */
  readonly exceeded: Promise<never>;
}

/** Limits the bytes of all answers together: any more is an error. */
export function boundedFetch(): BoundedFetch {
  const tooMuch = new TooMuch();
  const { promise: exceeded, reject } = Promise.withResolvers<never>();
  exceeded.catch(() => undefined);
  let received = 0;
  const bounded: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          received += chunk.length;
          if (received <= ALL_BYTES) {
            controller.enqueue(chunk);
            return;
          }
          controller.error(tooMuch);
          reject(tooMuch);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
  return { fetch: bounded, exceeded };
}
