import { FileText, SquareSlash } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { visiblePath } from '#shared/text/visiblePath';
import { Icon } from '#window/ui/Icon';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './SuggestionPopup.module.css';
import type { Suggestion } from './suggestions';
import type { SuggestionList } from './useSuggestions';

interface SuggestionPopupProps {
  readonly id: string;
  readonly list: SuggestionList;
  onChoose(item: Suggestion): void;
}

/** The list above the prompt. The focus stays in the prompt; only the highlight moves here. */
export function SuggestionPopup({ id, list, onChoose }: SuggestionPopupProps) {
  const { trigger, items, active } = list;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (trigger === null) return null;
  const isFile = trigger.kind === 'file';
  const shown = isFile ? visiblePath : visibleLine;
  return (
    <div
      ref={box}
      id={id}
      className={styles.popup}
      role="listbox"
      aria-label={isFile ? 'Files' : 'Commands'}
      // A click must not take the focus from the prompt.
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the prompt handles the keys.
        <div
          key={item.id}
          id={optionId(id, index)}
          className={styles.option}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseMove={() => list.point(index)}
          onClick={() => onChoose(item)}
        >
          <Icon icon={isFile ? FileText : SquareSlash} size="small" />
          <bdi className={styles.label}>{shown(item.label)}</bdi>
          <span className={styles.detail}>{shown(item.detail)}</span>
        </div>
      ))}
    </div>
  );
}

export function optionId(id: string, index: number): string {
  return `${id}-${index}`;
}
