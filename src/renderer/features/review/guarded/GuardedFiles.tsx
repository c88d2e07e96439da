import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { GuardedChange, GuardedVerdict } from '#shared/airlock/guardedChange';
import type { SessionId } from '#shared/ids';
import type { GuardedSnapshot } from '#shared/ipc/changes';
import { visiblePath, visibleWords } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { comparePaths } from '#window/features/review/model/reviewedFiles';
import notices from '#window/features/review/Notices.module.css';
import { call } from '#window/ipc/client';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { GuardedFileCard } from './GuardedFileCard';
import styles from './GuardedFiles.module.css';
import { guardedCount, ignoredWords, restoredWords, touchedCount } from './guardedWords';
import { type SettledFile, settleGuarded } from './settleGuarded';

interface GuardedFilesProps {
  readonly sessionId: SessionId;
  readonly guarded: GuardedSnapshot;
}

/** Files that no review of the tree shows, in red, each with a way to restore it. */
export function GuardedFiles({ sessionId, guarded }: GuardedFilesProps) {
  const { changes, restored, isComplete, fault, unfinished, damage } = guarded;
  const settle = (settled: readonly SettledFile[], verdict: GuardedVerdict) =>
    void settleGuarded(sessionId, settled, verdict).catch(reportError);
  const [outside, touched] = useMemo(() => {
    const sorted = changes.toSorted((left, right) => comparePaths(left.path, right.path));
    const isTouched = ({ place }: GuardedChange) => place === 'user';
    return [sorted.filter((change) => !isTouched(change)), sorted.filter(isTouched)];
  }, [changes]);
  return (
    <>
      {fault !== null && (
        <Banner tone="danger" shape="strip">
          <strong>Git’s own files and ignored files could not be checked.</strong>{' '}
          {visibleWords(fault)} They are checked again in the next turn.
        </Banner>
      )}
      {unfinished !== null && (
        <Banner tone="danger" shape="strip">
          <strong>A file may be half restored.</strong> Airlock ended while it restored a file
          outside the review. {visibleWords(unfinished)}
        </Banner>
      )}
      {damage !== null && (
        <Banner tone="danger" shape="strip">
          <strong>The record of changes outside the review is lost.</strong> Its file could not be
          read. {visibleWords(damage)} Check git’s own files and ignored files yourself; they are
          compared again from the next turn on.
        </Banner>
      )}
      {!isComplete && (
        <Banner shape="strip">
          There are more branches, tags, files of git’s own or changed files here than Airlock
          compares. Changes to the rest are not shown.
        </Banner>
      )}
      <GuardedSection
        sessionId={sessionId}
        label="Changes outside the review"
        changes={outside}
        onSettle={settle}
      >
        <strong>{guardedCount(outside.length)}, made while the agent worked.</strong>{' '}
        {outside.length === 1 ? 'It is' : 'They are'} already in effect, and can run code or change
        how git behaves. Restore brings back what was there when the turn began, and can be undone
        until the next turn begins.
      </GuardedSection>
      <GuardedSection
        sessionId={sessionId}
        label="Changes in your own folder"
        changes={touched}
        onSettle={settle}
      >
        <strong>{touchedCount(touched.length)} while the agent worked.</strong> It was the agent,
        you or another program: nothing stops an isolated agent from writing there by full path.
        Restore brings back what was there when the turn began, and can be undone until the next
        turn begins.
      </GuardedSection>
      {restored.length > 0 && (
        <p className={styles.restored}>
          {restoredWords(restored)}. This can be undone until the next turn begins.
          <Button
            size="small"
            variant="ghost"
            aria-label={restored.length === 1 ? 'Undo restore' : 'Undo all restores'}
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

interface GuardedSectionProps {
  readonly sessionId: SessionId;
  readonly label: string;
  readonly changes: readonly GuardedChange[];
  /** The description of the files. */
  readonly children: ReactNode;
  onSettle(settled: readonly SettledFile[], verdict: GuardedVerdict): void;
}

function GuardedSection({ sessionId, label, changes, children, onSettle }: GuardedSectionProps) {
  const restorable = changes.filter(({ canRestore }) => canRestore);
  if (changes.length === 0) return null;
  return (
    <section className={styles.guarded} aria-label={label}>
      <header className={styles.head}>
        <Icon icon={ShieldAlert} />
        <p className={styles.words}>{children}</p>
        {restorable.length > 1 && (
          <Button size="small" onClick={() => onSettle(restorable, 'restore')}>
            Restore all
          </Button>
        )}
        {changes.length > 1 && (
          <Button size="small" variant="ghost" onClick={() => onSettle(changes, 'keep')}>
            Keep all
          </Button>
        )}
      </header>
      <ul className={styles.files}>
        {changes.map((change) => (
          <GuardedFileCard
            // A new version of the file closes the card.
            key={`${change.id} ${change.now}`}
            sessionId={sessionId}
            change={change}
            onSettle={(verdict) => onSettle([change], verdict)}
          />
        ))}
      </ul>
    </section>
  );
}

interface IgnoredFilesProps {
  readonly sessionId: SessionId;
  readonly guarded: GuardedSnapshot;
}

/** One line about ignored files that were written; their names are loaded when it is opened. */
function IgnoredFiles({ sessionId, guarded }: IgnoredFilesProps) {
  const [paths, setPaths] = useState<readonly string[]>([]);
  const words = ignoredWords(guarded);
  if (words === null) return null;
  const load = async () => setPaths((await call('changes.ignored', { sessionId })).paths);
  const left = (guarded.ignored?.count ?? 0) - paths.length;
  return (
    <details
      className={notices.notices}
      onToggle={(event) => event.currentTarget.open && void load().catch(reportError)}
    >
      <summary>{words}</summary>
      <ul>
        {paths.map((path) => (
          <li key={path}>
            <span className={notices.path}>{visiblePath(path)}</span>
          </li>
        ))}
        {paths.length > 0 && left > 0 && <li>and {left} more</li>}
      </ul>
    </details>
  );
}
