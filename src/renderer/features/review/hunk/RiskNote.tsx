import { ShieldAlert } from 'lucide-react';
import type { Risk } from '#shared/airlock/policy';
import { Icon } from '#window/ui/Icon';
import styles from './HunkCard.module.css';

/** In red: what this file can do once it is in the user's project. */
export function RiskNote({ risk }: { readonly risk: Risk }) {
  if (risk.type === 'ordinary') return null;
  return (
    <p className={styles.risk}>
      <Icon icon={ShieldAlert} />
      <span>
        {risk.type === 'refused' ? 'It cannot be accepted. ' : 'Read every line of it. '}
        {risk.reason}
      </span>
    </p>
  );
}
