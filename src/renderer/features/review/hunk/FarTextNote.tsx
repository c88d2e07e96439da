import { MoveRight } from 'lucide-react';
import type { FarText } from '#window/features/review/model/diff/farText';
import { setPreference, usePreferences } from '#window/features/review/model/preferences';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import styles from './HunkCard.module.css';

/** A red note: the line continues far to the right, where nobody looks unless lines are wrapped. */
export function FarTextNote({ found }: { readonly found: FarText | null }) {
  const { wrapLines } = usePreferences();
  if (found === null || wrapLines) return null;
  return (
    <p className={styles.risk} role="status">
      <Icon icon={MoveRight} />
      <span className={styles.words}>
        Line {found.line.toLocaleString('en')} continues after a gap of{' '}
        {found.columns.toLocaleString('en')} spaces, possibly out of view.
      </span>
      <Button size="small" onClick={() => setPreference('wrapLines', true)}>
        Wrap long lines
      </Button>
    </p>
  );
}
