import { Clock } from 'lucide-react';
import type { Asked } from '#shared/airlock/change';
import { Icon } from '#window/ui/Icon';
import styles from './HunkCard.module.css';

const words: Readonly<Record<Asked | 'never', string>> = {
  never: 'Already in your files: the agent wrote it without asking.',
  'not-shown':
    'Already in your files: the agent asked and you allowed it, but its request did not show this edit.',
  differs:
    'Already in your files: you allowed an edit of this file, but the agent wrote another text than it had shown.',
  'not-awaited': 'Already in your files: the agent asked, but did not wait for your answer.',
};

/** For a change that an agent wrote directly into the user's own files. */
export function PastNote({ asked }: { readonly asked?: Asked | undefined }) {
  return (
    <p className={styles.past}>
      <Icon icon={Clock} />
      <span>{words[asked ?? 'never']} Accept keeps it, Reject reverts it.</span>
    </p>
  );
}
