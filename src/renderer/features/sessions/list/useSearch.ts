import { useEffect, useState } from 'react';
import type { SearchHit } from '#shared/ipc/contract';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

export interface SearchState {
  readonly state: 'off' | 'searching' | 'done';
  /** While a new search runs, the last one's results, so that the list does not flicker. */
  readonly hits: readonly SearchHit[];
}

/** A pause in typing that is worth a look through the transcripts. */
const DELAY_MILLISECONDS = 120;
/** A single letter is in every transcript. */
const MIN_LENGTH = 2;

const off: SearchState = { state: 'off', hits: [] };

/** The transcripts that match the typed words. */
export function useSearch(text: string): SearchState {
  const query = text.trim();
  const [found, setFound] = useState<{ query: string; hits: readonly SearchHit[] }>();

  useEffect(() => {
    if (query.length < MIN_LENGTH) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      call('sessions.search', { query }).then(
        (hits) => isCurrent && setFound({ query, hits }),
        reportError,
      );
    }, DELAY_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query]);

  if (query.length < MIN_LENGTH) return off;
  return { state: found?.query === query ? 'done' : 'searching', hits: found?.hits ?? [] };
}
