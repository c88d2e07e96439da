import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classNames } from '#window/ui/classNames';
import { Icon } from '#window/ui/Icon';
import styles from './FindField.module.css';
import { IconButton } from './IconButton';

interface FindFieldProps {
  readonly className: string | undefined;
  /** What is searched, such as "Find in transcript". */
  readonly label: string;
  readonly query: string;
  readonly maxLength?: number;
  /** The number of matches, in words. */
  readonly count: string;
  /** Whether the focus goes back to where it was when the field closes. */
  readonly returnsFocus?: boolean;
  onQueryChange(query: string): void;
  onStep(step: 1 | -1): void;
  onClose(): void;
}

/** Enter and F3 go to the next match, with Shift to the previous one. Escape closes. */
export function FindField(props: FindFieldProps) {
  const { className, label, query, count, returnsFocus = false } = props;
  const { onQueryChange, onStep, onClose } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    input.current?.focus();
    input.current?.select();
    if (!returnsFocus) return;
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    };
  }, [returnsFocus]);
  return (
    <search
      className={classNames(styles.bar, className)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else if (event.key === 'Enter' || event.key === 'F3') onStep(event.shiftKey ? -1 : 1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Icon icon={Search} size="small" />
      <input
        ref={input}
        className={styles.input}
        aria-label={label}
        placeholder={label}
        value={query}
        maxLength={props.maxLength}
        spellCheck={false}
        onChange={(event) => onQueryChange(event.currentTarget.value)}
      />
      <span className={styles.count} role="status">
        {count}
      </span>
      <IconButton icon={ChevronUp} label="Previous match" size="small" onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} label="Next match" size="small" onClick={() => onStep(1)} />
      <IconButton icon={X} label="Close find" size="small" onClick={onClose} />
    </search>
  );
}
