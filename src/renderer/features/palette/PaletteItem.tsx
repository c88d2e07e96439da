import { Autocomplete } from '@base-ui/react/autocomplete';
import { useShortcut } from '#window/commands/commands';
import { Kbd } from '#window/ui/text/Kbd';
import { visibleText } from '#window/ui/text/visibleText';
import styles from './CommandPalette.module.css';
import type { RankedEntry } from './rankEntries';

interface PaletteItemProps {
  readonly item: RankedEntry;
  onChoose(item: RankedEntry): void;
}

export function PaletteItem({ item, onChoose }: PaletteItemProps) {
  const { entry, positions } = item;
  const shortcut = useShortcut(entry.commandId);
  const title = visibleText(entry.title);
  return (
    <Autocomplete.Item
      className={styles.item}
      value={item}
      onClick={() => onChoose(item)}
      aria-label={entry.detail === '' ? title : `${title}, ${entry.detail}`}
      aria-keyshortcuts={shortcut?.aria}
    >
      <span className={styles.title}>
        {splitAt(entry.title, positions).map(({ text, start, matched }) =>
          matched ? (
            <mark key={start} className={styles.match}>
              {visibleText(text)}
            </mark>
          ) : (
            <span key={start}>{visibleText(text)}</span>
          ),
        )}
      </span>
      {entry.detail !== '' && <span className={styles.detail}>{entry.detail}</span>}
      {shortcut && <Kbd shortcut={shortcut} />}
    </Autocomplete.Item>
  );
}

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly matched: boolean;
}

/** Runs of letters that matched, and the runs between them. */
function splitAt(title: string, positions: readonly number[]): readonly Piece[] {
  const matched = new Set(positions);
  const pieces: Piece[] = [];
  for (const [start, letter] of Array.from(title).entries()) {
    const last = pieces.at(-1);
    if (last?.matched === matched.has(start)) {
      pieces[pieces.length - 1] = { ...last, text: last.text + letter };
    } else {
      pieces.push({ text: letter, start, matched: matched.has(start) });
    }
  }
  return pieces;
}
