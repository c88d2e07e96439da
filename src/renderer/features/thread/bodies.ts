import { useEffect, useState } from 'react';
import type { BlobHash, SessionId } from '#shared/ids';
import { type Body, isBlobReference } from '#shared/session/content';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { call } from '#window/ipc/client';

/**
 * How many characters of long bodies are kept, so that scrolling back does not fetch them again.
 */
const CACHE_CHARACTERS = 8_000_000;

const cache = new Map<BlobHash, string>();
let cached = 0;

/** The text of a body, wherever it lives. */
export async function loadBody(sessionId: SessionId, body: Body): Promise<string> {
  if (!isBlobReference(body)) return body;
  const known = cache.get(body.blob);
  if (known !== undefined) return known;
  const { text } = await call('sessions.body', { sessionId, blob: body.blob });
  remember(body.blob, text);
  return text;
}

export type LoadedBody =
  | { readonly state: 'ready'; readonly text: string }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message: string };

const loading: LoadedBody = { state: 'loading' };

/** The text of a body for a view; null means no text, and `wanted` says when to fetch. */
export function useBody(sessionId: SessionId, body: Body | null, wanted = true): LoadedBody {
  const blob = body !== null && isBlobReference(body) ? body : null;
  const [loaded, setLoaded] = useState<{ blob: BlobHash; result: LoadedBody }>();
  const isHere = blob === null || cache.has(blob.blob);

  useEffect(() => {
    if (isHere || blob === null || !wanted) return;
    let isMounted = true;
    loadBody(sessionId, blob)
      .then((text): LoadedBody => ({ state: 'ready', text }))
      .catch((error: unknown): LoadedBody => ({ state: 'failed', message: errorMessage(error) }))
      .then((result) => {
        if (isMounted) setLoaded({ blob: blob.blob, result });
      });
    return () => {
      isMounted = false;
    };
  }, [sessionId, blob, wanted, isHere]);

  if (blob === null) return { state: 'ready', text: body === null ? '' : (body as string) };
  const known = cache.get(blob.blob);
  if (known !== undefined) return { state: 'ready', text: known };
  return loaded?.blob === blob.blob ? loaded.result : loading;
}

function remember(blob: BlobHash, text: string): void {
  cache.set(blob, text);
  cached += text.length;
  for (const [oldest, old] of cache) {
    if (cached <= CACHE_CHARACTERS || cache.size === 1) return;
    cache.delete(oldest);
    cached -= old.length;
  }
}
