import type { SessionId } from '#shared/ids';
import { closeFind, setFindQuery, stepFind } from '#window/features/review/model/find';
import type { ReviewFind } from '#window/features/review/model/reviewFind';
import { useReview } from '#window/features/review/model/reviewStore';
import { FindField } from '#window/ui/form/FindField';
import styles from './ReviewFindBar.module.css';

/** Finds in all changed files. */
export function ReviewFindBar({ sessionId }: { readonly sessionId: SessionId }) {
  const find = useReview(sessionId, (state) => state.find);
  if (!find) return null;
  return (
    <FindField
      className={styles.bar}
      label="Find in changed files"
      query={find.query}
      maxLength={1_000}
      count={countOf(find)}
      returnsFocus
      onQueryChange={(query) => setFindQuery(sessionId, query)}
      onStep={(step) => stepFind(sessionId, step)}
      onClose={() => closeFind(sessionId)}
    />
  );
}

function countOf({ query, lines, index, isComplete, isSearching }: ReviewFind): string {
  if (query === '') return '';
  if (isSearching) return 'Searching…';
  // Files that are too large to be shown unasked are not searched.
  if (lines.length === 0)
    return isComplete ? 'No results' : 'No results in the files that were read';
  const files = new Set(lines.map(({ changeId }) => changeId)).size;
  const all = `${lines.length.toLocaleString()}${isComplete ? '' : '+'}`;
  const where = `in ${files.toLocaleString()} ${files === 1 ? 'file' : 'files'}`;
  if (index !== null) return `${(index + 1).toLocaleString()} of ${all} ${where}`;
  return `${all} ${lines.length === 1 ? 'line' : 'lines'} ${where}`;
}
