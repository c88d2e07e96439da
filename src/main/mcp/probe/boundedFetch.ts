import { ALL_BYTES } from '#main/mcp/limits';

/** The bytes of all answers together are bounded: what comes after that is an error. */
export function boundedFetch(): typeof fetch {
  let received = 0;
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          received += chunk.length;
          if (received > ALL_BYTES) controller.error(new Error('The server sends too much.'));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
}
