import { MessageSquareQuote } from 'lucide-react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import styles from './Composer.module.css';
import type { PromptNote } from './promptNote';

interface PromptNoteBarProps {
  readonly note: PromptNote;
  readonly isLeftOut: boolean;
  onChange(isLeftOut: boolean): void;
}

/** Says what goes to the agent before the user's own words, and lets them leave it out. */
export function PromptNoteBar({ note, isLeftOut, onChange }: PromptNoteBarProps) {
  return (
    <section className={styles.note} aria-label="Goes with your prompt">
      <Icon icon={MessageSquareQuote} size="small" />
      <span className={styles.noteWords}>
        {isLeftOut ? `Leaves out ${note.summary}` : `Also tells the agent of ${note.summary}`}
      </span>
      <Button size="small" variant="ghost" onClick={() => onChange(!isLeftOut)}>
        {isLeftOut ? 'Include' : 'Leave out'}
      </Button>
    </section>
  );
}
