/** The answer; rejects with the refusal if the agent withdraws its question or ends. */
export function unlessAborted<T>(
  answer: Promise<T>,
  signal: AbortSignal,
  refusal: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(refusal());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
