import { lazy, Suspense } from 'react';
import styles from './Sidebar.module.css';

const WaitingButton = lazy(async () => ({
  default: (await import('#window/features/attention/WaitingButton')).WaitingButton,
}));

/** The place of a button that brings the positioning code along, which the first paint is spared. */
export function WaitingSlot({ side }: { readonly side?: 'bottom' | 'right' }) {
  return (
    <span className={styles.waiting}>
      <Suspense fallback={null}>
        <WaitingButton {...(side && { side })} />
      </Suspense>
    </span>
  );
}
