import { useMemo } from 'react';
import type { SessionId } from '#shared/ids';
import type { SearchHit } from '#shared/ipc/contract';
import { formatNumber } from '#shared/text/counted';
import type { MatchedText } from '#shared/text/matchedText';
import { goToEntry, goToSession } from '#window/state/layout/reveal';
import { titleOf, useSession } from '#window/state/session/sessionsStore';
import { Button } from '#window/ui/form/Button';
import { aroundMatch } from './aroundMatch';
import { plainSnippet } from './plainSnippet';
import styles from './SearchHits.module.css';
import type { SearchState } from './useSearch';

/** Matches in transcripts, by session. */
export function SearchHits({ search }: { readonly search: SearchState }) {
  if (search.state === 'off') return null;
  const bySession = Map.groupBy(search.hits, ({ sessionId }) => sessionId);
  return (
    <section className={styles.root} aria-label="Found in transcripts">
      <p className={styles.heading} role="status">
        {describe(search)}
      </p>
      {search.finishIndex && (
        <p className={styles.left}>
          Some transcripts were left out, because indexing was cancelled or the disk is full.{' '}
          <Button size="small" onClick={search.finishIndex}>
            Index the rest
          </Button>
        </p>
      )}
      {[...bySession].map(([sessionId, hits]) => (
        <SessionHits key={sessionId} sessionId={sessionId} hits={hits} />
      ))}
    </section>
  );
}

function describe({ state, hits, failure }: SearchState): string {
  if (failure !== null) return failure;
  if (hits.length > 0) return `In transcripts (${formatNumber(hits.length)})`;
  return state === 'searching' ? 'Searching transcripts…' : 'Not in any transcript';
}

interface SessionHitsProps {
  readonly sessionId: SessionId;
  readonly hits: readonly SearchHit[];
}

function SessionHits({ sessionId, hits }: SessionHitsProps) {
  const title = titleOf(useSession(sessionId));
  return (
    <ul className={styles.session} aria-label={title}>
      <li className={styles.title} aria-hidden="true">
        {title}
      </li>
      {hits.map((hit, index) => (
        // Two hits may be in the same entry: their place in the answer tells them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: a new answer replaces the whole list.
        <li key={index}>
          <Hit hit={hit} />
        </li>
      ))}
    </ul>
  );
}

function Hit({ hit }: { readonly hit: SearchHit }) {
  const { sessionId, entryId } = hit;
  const snippet = useMemo(() => shownSnippet(hit), [hit]);
  return (
    <button
      type="button"
      className={styles.hit}
      onClick={() => (entryId === null ? goToSession(sessionId) : goToEntry(sessionId, entryId))}
    >
      <Highlighted {...snippet} />
    </button>
  );
}

/** Only agents' text is shown as Markdown in the transcript, too. */
function shownSnippet({ kind, snippet }: SearchHit): MatchedText {
  return aroundMatch(kind === 'agent' ? plainSnippet(snippet) : snippet);
}

/** A text with its matches highlighted. */
function Highlighted({ text, matches }: MatchedText) {
  return (
    <>
      {matches.map(([start, end], index) => (
        <span key={start}>
          {text.slice(matches[index - 1]?.[1] ?? 0, start)}
          <mark className={styles.match}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(matches.at(-1)?.[1] ?? 0)}
    </>
  );
}
