import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SessionId } from '#shared/ids';
import { closeFind, setFindQuery, stepFind } from '#window/features/review/model/find';
import type { ReviewFind } from '#window/features/review/model/reviewFind';
import { useReview } from '#window/features/review/model/reviewStore';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import styles from './ReviewFindBar.module.css';

/** Finds in all changed files: Enter and F3 go to the next match, with Shift to the previous one, Escape closes. */
export function ReviewFindBar({ sessionId }: { readonly sessionId: SessionId }) {
  const find = useReview(sessionId, (state) => state.find);
  return find && <OpenBar sessionId={sessionId} find={find} />;
}

interface OpenBarProps {
  readonly sessionId: SessionId;
  readonly find: ReviewFind;
}

function OpenBar({ sessionId, find }: OpenBarProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    input.current?.focus();
    input.current?.select();
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    };
  }, []);
  return (
    <search
      className={styles.bar}
      onKeyDown={(event) => {
        if (event.key === 'Escape') closeFind(sessionId);
        else if (event.key === 'Enter' || event.key === 'F3')
          stepFind(sessionId, event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Icon icon={Search} size="small" />
      <input
        ref={input}
        className={styles.input}
        aria-label="Find in changed files"
        placeholder="Find in changed files"
        value={find.query}
        maxLength={1_000}
        spellCheck={false}
        onChange={(event) => setFindQuery(sessionId, event.currentTarget.value)}
      />
      <span className={styles.count} role="status">
        {countOf(find)}
      </span>
      <IconButton
        icon={ChevronUp}
        label="Previous match"
        size="small"
        onClick={() => stepFind(sessionId, -1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Next match"
        size="small"
        onClick={() => stepFind(sessionId, 1)}
      />
      <IconButton icon={X} label="Close find" size="small" onClick={() => closeFind(sessionId)} />
    </search>
  );
}

function countOf({ query, lines, index, isComplete, isSearching }: ReviewFind): string {
  if (query === '') return '';
  if (isSearching) return 'Searching…';
  // Files that are too large to be shown unasked are not looked through.
  if (lines.length === 0)
    return isComplete ? 'No results' : 'No results in the files that were read';
  const files = new Set(lines.map(({ changeId }) => changeId)).size;
  const all = `${lines.length.toLocaleString()}${isComplete ? '' : '+'}`;
  const where = `in ${files.toLocaleString()} ${files === 1 ? 'file' : 'files'}`;
  if (index !== null) return `${(index + 1).toLocaleString()} of ${all} ${where}`;
  return `${all} ${lines.length === 1 ? 'line' : 'lines'} ${where}`;
}
