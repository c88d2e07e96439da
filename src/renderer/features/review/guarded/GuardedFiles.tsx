import { ShieldAlert } from 'lucide-react';
import type { GuardedVerdict, RestoredFile } from '#shared/airlock/guardedChange';
import type { SessionId } from '#shared/ids';
import type { GuardedSnapshot } from '#shared/ipc/changes';
import { reportError } from '../../../diagnostics/reportError';
import { Banner } from '../../../ui/Banner';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { GuardedFile } from './GuardedFile';
import styles from './GuardedFiles.module.css';
import { guardedCount, restoredWords } from './guardedWords';
import { IgnoredFiles } from './IgnoredFiles';
import { settleGuarded } from './settleGuarded';

interface GuardedFilesProps {
  readonly sessionId: SessionId;
  readonly guarded: GuardedSnapshot;
}

/** Files that no review of the tree shows, in red, each with a way back. */
export function GuardedFiles({ sessionId, guarded }: GuardedFilesProps) {
  const { changes, restored, isComplete, fault, damage } = guarded;
  const settle = (settled: readonly RestoredFile[], verdict: GuardedVerdict) =>
    void settleGuarded(sessionId, settled, verdict).catch(reportError);
  const restorable = changes.filter(({ canRestore }) => canRestore);
  return (
    <>
      {fault !== null && (
        <Banner tone="danger" shape="strip">
          <strong>Git’s own files and ignored files could not be checked.</strong> {fault} They are
          checked again with the next turn.
        </Banner>
      )}
      {damage !== null && (
        <Banner tone="danger" shape="strip">
          <strong>What was known of changes outside the review is lost.</strong> Its file could not
          be read. {damage} Look at git’s own files and at ignored files yourself; from the next
          turn on they are compared again.
        </Banner>
      )}
      {!isComplete && (
        <Banner shape="strip">
          Git has more branches, tags and files of its own here than Airlock compares. Changes to
          the rest are not shown.
        </Banner>
      )}
      {changes.length > 0 && (
        <section className={styles.guarded} aria-label="Changes outside the review">
          <header className={styles.head}>
            <Icon icon={ShieldAlert} />
            <p className={styles.words}>
              <strong>{guardedCount(changes.length)}, made while the agent worked.</strong> They are
              in effect already, and can run code or steer git. Restore puts back what was there
              when the turn began, and can be undone until the next one begins.
            </p>
            {restorable.length > 1 && (
              <Button size="small" onClick={() => settle(restorable, 'restore')}>
                Restore all
              </Button>
            )}
          </header>
          <ul className={styles.files}>
            {changes.map((change) => (
              <GuardedFile
                key={change.id}
                sessionId={sessionId}
                change={change}
                onSettle={(verdict) => settle([change], verdict)}
              />
            ))}
          </ul>
        </section>
      )}
      {restored.length > 0 && (
        <p className={styles.restored}>
          {restoredWords(restored)}. Until the next turn begins this can be undone.
          <Button
            size="small"
            variant="ghost"
            aria-label={restored.length === 1 ? 'Undo restoring' : 'Undo all restoring'}
            onClick={() => settle(restored, 'undo')}
          >
            {restored.length === 1 ? 'Undo' : 'Undo all'}
          </Button>
        </p>
      )}
      <IgnoredFiles sessionId={sessionId} guarded={guarded} />
    </>
  );
}
