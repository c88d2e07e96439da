/** Asks once for all who ask while the answer is awaited. Nothing is kept: whoever comes later asks again. */
export function sharedAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let awaited: Promise<T> | undefined;
  return () => {
    awaited ??= ask().finally(() => {
      awaited = undefined;
    });
    return awaited;
  };
}
