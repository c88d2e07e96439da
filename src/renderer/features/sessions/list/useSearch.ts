import { useEffect, useState } from 'react';
import type { SearchFindings, SearchHit } from '#shared/ipc/contract';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

export interface SearchState {
  readonly state: 'off' | 'searching' | 'done';
  /** The results; while a new search runs, the previous ones, so that the list does not flicker. */
  readonly hits: readonly SearchHit[];
  /**
   * Indexes the transcripts that were left out when the user stopped indexing; null if there are
   * none.
   */
  readonly finishIndex: (() => void) | null;
  /** Why there is no result; null unless the last search failed. */
  readonly failure: string | null;
}

/** A pause in typing after which a search through the transcripts is worth its cost. */
const DELAY_MILLISECONDS = 120;
/** A single letter is in every transcript. */
const MIN_LENGTH = 2;

const off: SearchState = { state: 'off', hits: [], finishIndex: null, failure: null };

/** The transcripts that match the typed words. */
export function useSearch(text: string): SearchState {
  const query = text.trim();
  const [found, setFound] = useState<
    SearchFindings & { readonly query: string; readonly failure: string | null }
  >();
  /** Raised to run the same search again. */
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round searches again.
  useEffect(() => {
    if (query.length < MIN_LENGTH) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      call('sessions.search', { query }).then(
        (findings) => isCurrent && setFound({ query, failure: null, ...findings }),
        (error) => {
          if (!isCurrent) return;
          const failure = errorMessage(error);
          setFound({ query, failure, hits: [], isComplete: true });
        },
      );
    }, DELAY_MILLISECONDS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, round]);

  if (query.length < MIN_LENGTH) return off;
  const finishIndex = () => {
    setFound(undefined);
    call('sessions.finishIndex', null)
      .catch(reportError)
      .finally(() => setRound((last) => last + 1));
  };
  return {
    state: found?.query === query ? 'done' : 'searching',
    hits: found?.hits ?? [],
    finishIndex: found?.isComplete === false ? finishIndex : null,
    failure: found?.query === query ? found.failure : null,
  };
}
