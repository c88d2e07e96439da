import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FIND_MATCHES } from '#window/features/thread/limits';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import styles from './FindBar.module.css';
import type { FindState } from './useFind';

/** Finds in one transcript: Enter and F3 go to the next match, with Shift to the previous one, Escape closes. */
export function FindBar({ find, onClose }: { readonly find: FindState; onClose(): void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <search
      className={styles.bar}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Enter' || event.key === 'F3') find.step(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Icon icon={Search} size="small" />
      <input
        ref={input}
        className={styles.input}
        aria-label="Find in transcript"
        placeholder="Find in transcript"
        value={find.query}
        spellCheck={false}
        onChange={(event) => find.setQuery(event.currentTarget.value)}
      />
      <span className={styles.count} role="status">
        {countOf(find)}
      </span>
      <IconButton
        icon={ChevronUp}
        label="Previous match"
        size="small"
        onClick={() => find.step(-1)}
      />
      <IconButton icon={ChevronDown} label="Next match" size="small" onClick={() => find.step(1)} />
      <IconButton icon={X} label="Close find" size="small" onClick={onClose} />
    </search>
  );
}

function countOf({ query, total, index, isSearching }: FindState): string {
  if (query === '') return '';
  if (total === 0) return isSearching ? 'Searching…' : 'No results';
  const all = total >= FIND_MATCHES ? `${FIND_MATCHES}+` : String(total);
  return `${(index ?? 0) + 1} of ${all}`;
}
