import { FIND_MATCHES } from '#window/features/thread/limits';
import { FindField } from '#window/ui/form/FindField';
import styles from './FindBar.module.css';
import type { FindState } from './useFind';

/** Finds in one transcript. */
export function FindBar({ find, onClose }: { readonly find: FindState; onClose(): void }) {
  return (
    <FindField
      className={styles.bar}
      label="Find in transcript"
      query={find.query}
      count={countOf(find)}
      onQueryChange={find.setQuery}
      onStep={find.step}
      onClose={onClose}
    />
  );
}

function countOf({ query, total, index, isSearching }: FindState): string {
  if (query === '') return '';
  if (total === 0) return isSearching ? 'Searching…' : 'No results';
  const all = total >= FIND_MATCHES ? `${FIND_MATCHES}+` : String(total);
  return `${(index ?? 0) + 1} of ${all}`;
}
