import { ShieldAlert } from 'lucide-react';
import { useMemo } from 'react';
import type { GuardedVerdict, RestoredFile } from '#shared/airlock/guardedChange';
import type { SessionId } from '#shared/ids';
import type { GuardedSnapshot } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { comparePaths } from '#window/features/review/model/reviewedFiles';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { GuardedFileCard } from './GuardedFileCard';
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
  const sorted = useMemo(
    () => changes.toSorted((left, right) => comparePaths(left.path, right.path)),
    [changes],
  );
  const restorable = changes.filter(({ canRestore }) => canRestore);
  return (
    <>
      {fault !== null && (
        <Banner tone="danger" shape="strip">
          <strong>Git’s own files and ignored files could not be checked.</strong> {fault} They are
          checked again in the next turn.
        </Banner>
      )}
      {damage !== null && (
        <Banner tone="danger" shape="strip">
          <strong>The record of changes outside the review is lost.</strong> Its file could not be
          read. {damage} Check git’s own files and ignored files yourself; they are compared again
          from the next turn on.
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
              already in effect, and can run code or change how git behaves. Restore brings back
              what was there when the turn began, and can be undone until the next turn begins.
            </p>
            {restorable.length > 1 && (
              <Button size="small" onClick={() => settle(restorable, 'restore')}>
                Restore all
              </Button>
            )}
          </header>
          <ul className={styles.files}>
            {sorted.map((change) => (
              <GuardedFileCard
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
          {restoredWords(restored)}. This can be undone until the next turn begins.
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
