import type { SearchHit } from '#shared/ipc/contract';
import { goToEntry, goToSession } from '../../state/reveal';
import { titleOf, useSession } from '../../state/sessionsStore';
import { Highlighted } from './Highlighted';
import styles from './SearchHits.module.css';
import type { SearchState } from './useSearch';

/** Places in transcripts that hold what was looked for. */
export function SearchHits({ search }: { readonly search: SearchState }) {
  if (search.state === 'off') return null;
  return (
    <section className={styles.root} aria-label="Found in transcripts">
      <p className={styles.heading} role="status">
        {describe(search)}
      </p>
      <ul>
        {search.hits.map((hit, index) => (
          // Two hits may be in the same entry: their place in the answer tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: a new answer replaces the whole list.
          <li key={index}>
            <Hit hit={hit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe({ state, hits }: SearchState): string {
  if (hits.length > 0) return `In transcripts (${hits.length})`;
  return state === 'searching' ? 'Searching transcripts…' : 'Not in any transcript';
}

function Hit({ hit }: { readonly hit: SearchHit }) {
  const { sessionId, entryId } = hit;
  const session = useSession(sessionId);
  return (
    <button
      type="button"
      className={styles.hit}
      onClick={() => (entryId === null ? goToSession(sessionId) : goToEntry(sessionId, entryId))}
    >
      <span className={styles.title}>{titleOf(session)}</span>
      <span className={styles.snippet}>
        <Highlighted text={hit.snippet} matches={hit.matches} />
      </span>
    </button>
  );
}
