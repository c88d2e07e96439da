import type { ISearchOptions } from '@xterm/addon-search';
import { ArrowDown, ArrowUp, CaseSensitive, Regex, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { IconButton } from '#window/ui/form/IconButton';
import { TextField } from '#window/ui/form/TextField';
import { focusPanel, setSearching } from './panelStore';
import styles from './SearchBar.module.css';
import { shownScreen } from './screen/screens';
import type { TabKey } from './tabs/tabKey';

/** Searches what a terminal shows and has shown. */
export function SearchBar({ pane }: { readonly pane: TabKey }) {
  const [query, setQuery] = useState('');
  const [isCaseSensitive, setCaseSensitive] = useState(false);
  const [isRegex, setRegex] = useState(false);
  const [results, setResults] = useState({ resultIndex: -1, resultCount: 0 });
  const search = shownScreen(pane)?.screen.search;

  useEffect(() => {
    const subscription = search?.onDidChangeResults(setResults);
    return () => {
      subscription?.dispose();
      search?.clearDecorations();
    };
  }, [search]);

  const options: ISearchOptions = {
    caseSensitive: isCaseSensitive,
    // An incomplete expression is not an error, but cannot be searched for.
    regex: isRegex && isValid(query),
    decorations: searchColors(),
  };
  const find = (direction: 'next' | 'previous', text = query, given = options) => {
    if (text === '') search?.clearDecorations();
    else if (direction === 'next') search?.findNext(text, given);
    else search?.findPrevious(text, given);
  };
  const close = () => {
    setSearching(false);
    focusPanel();
  };
  const pressKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') find(event.shiftKey ? 'next' : 'previous');
    else return;
    event.preventDefault();
  };

  return (
    <search className={styles.bar} aria-label="Find in terminal">
      <TextField
        aria-label="Find in terminal"
        placeholder="Find"
        value={query}
        autoFocus
        onChange={(event) => {
          setQuery(event.target.value);
          find('previous', event.target.value, { ...options, incremental: true });
        }}
        onKeyDown={pressKey}
      />
      <span className={styles.count} aria-live="polite">
        {query !== '' && countText(results)}
      </span>
      <IconButton
        icon={CaseSensitive}
        label="Match case"
        size="small"
        aria-pressed={isCaseSensitive}
        onClick={() => {
          setCaseSensitive(!isCaseSensitive);
          find('previous', query, { ...options, caseSensitive: !isCaseSensitive });
        }}
      />
      <IconButton
        icon={Regex}
        label="Regular expression"
        size="small"
        aria-pressed={isRegex}
        onClick={() => {
          setRegex(!isRegex);
          find('previous', query, { ...options, regex: !isRegex && isValid(query) });
        }}
      />
      <IconButton
        icon={ArrowUp}
        label="Previous match"
        size="small"
        onClick={() => find('previous')}
      />
      <IconButton icon={ArrowDown} label="Next match" size="small" onClick={() => find('next')} />
      <IconButton icon={X} label="Close find" size="small" onClick={close} />
    </search>
  );
}

function countText({ resultIndex, resultCount }: { resultIndex: number; resultCount: number }) {
  if (resultCount === 0) return 'No results';
  return resultIndex < 0 ? `${resultCount}+` : `${resultIndex + 1} of ${resultCount}`;
}

function isValid(expression: string): boolean {
  try {
    new RegExp(expression);
    return true;
  } catch {
    return false;
  }
}

/** The search addon only accepts colours as #RRGGBB. */
function searchColors(): NonNullable<ISearchOptions['decorations']> {
  return {
    matchBackground: hexOf('--terminal-match'),
    activeMatchBackground: hexOf('--terminal-match-active'),
    matchOverviewRuler: hexOf('--terminal-match'),
    activeMatchColorOverviewRuler: hexOf('--terminal-match-active'),
  };
}

function hexOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const channels = getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3) ?? [];
  probe.remove();
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
}
