import { FolderOpen, RotateCcw, Trash2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { StorageProblems, TrashContent, TrashEntry } from '#shared/ipc/storage';
import { formatNumber } from '#shared/text/counted';
import { formatBytes } from '#shared/text/formatBytes';
import { visibleWords } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { shortAge } from '#window/state/age';
import { confirmFirst } from '#window/state/confirmation';
import { folderName } from '#window/state/projects/folderName';
import { Button } from '#window/ui/form/Button';
import { showToast } from '#window/ui/overlay/toasts';
import styles from './StoragePanel.module.css';

const DAY = 24 * 60 * 60 * 1000;

/** The trash, and the app's own files that cannot be read. */
export function StoragePanel() {
  const [trash, setTrash] = useState<TrashContent | null>(null);
  const [problems, setProblems] = useState<StorageProblems | null>(null);
  const load = useCallback(() => {
    call('storage.trash', null).then(setTrash, reportError);
    call('storage.problems', null).then(setProblems, reportError);
  }, []);
  useEffect(() => {
    load();
    return onEvent('storage.changed', load);
  }, [load]);
  if (trash === null || problems === null) return null;
  return (
    <>
      <Unreadable problems={problems} onRetry={load} />
      <TrashList trash={trash} />
    </>
  );
}

function TrashList({ trash }: { readonly trash: TrashContent }) {
  const { entries, keptMilliseconds, keptBytes, problem } = trash;
  const total = entries.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  return (
    <section aria-label="Trash">
      <h3 className={styles.title}>Trash</h3>
      <p className={styles.hint}>
        Deleted sessions are kept for {Math.round(keptMilliseconds / DAY)} days. If they take more
        than {formatBytes(keptBytes)}, the oldest are removed earlier; the newest always stays.
      </p>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          The trash could not be read. {problem} Its content was not changed. Check the folder
          “trash” in Airlock’s data folder, then restart Airlock.
        </p>
      )}
      {entries.length === 0 ? (
        problem === null && <p className={styles.none}>The trash is empty.</p>
      ) : (
        <>
          <ul className={styles.list}>
            {entries.map((entry) => (
              <TrashRow key={entry.id} entry={entry} />
            ))}
          </ul>
          <div className={styles.actions}>
            <Button icon={Trash2} variant="danger" onClick={() => confirmEmpty(entries)}>
              Empty trash
            </Button>
            <span className={styles.total}>{formatBytes(total)} in total</span>
          </div>
        </>
      )}
    </section>
  );
}

function TrashRow({ entry }: { readonly entry: TrashEntry }) {
  const { bytes, problem, project, at } = entry;
  const [isRestoring, setIsRestoring] = useState(false);
  const facts = [
    ...(project === null ? [] : [folderName(project)]),
    `deleted ${ageWords(at)}`,
    bytes === null ? 'size unknown' : formatBytes(bytes),
  ];
  return (
    <li className={styles.item}>
      <div className={styles.facts}>
        <span className={styles.name}>{nameOf(entry)}</span>
        <span className={styles.detail}>{facts.join(' · ')}</span>
        {problem !== null && <span className={styles.problem}>{problem}</span>}
      </div>
      <Button
        size="small"
        icon={RotateCcw}
        aria-label={`Restore ${nameOf(entry)}`}
        busy={isRestoring}
        onClick={() => {
          setIsRestoring(true);
          restore(entry)
            .catch(reportError)
            .finally(() => setIsRestoring(false));
        }}
      >
        Restore
      </Button>
    </li>
  );
}

interface UnreadableProps {
  readonly problems: StorageProblems;
  onRetry(): void;
}

function Unreadable({ problems: { sessions, files }, onRetry }: UnreadableProps) {
  if (sessions.length === 0 && files.length === 0) return null;
  return (
    <section aria-label="Unreadable files">
      <h3 className={styles.title}>Unreadable files</h3>
      <p className={styles.hint}>
        Nothing was removed. Check the disk and the permissions of Airlock’s data folder, restore a
        backup or update Airlock, then try again.
      </p>
      <ul className={styles.list}>
        {sessions.map(({ id, message }) => (
          <li key={id} className={styles.item}>
            <div className={styles.facts}>
              <span className={styles.name}>Session {id}</span>
              <span className={styles.problem}>{message}</span>
            </div>
            <Button size="small" icon={Trash2} onClick={() => confirmDiscard(id, onRetry)}>
              Move to trash
            </Button>
          </li>
        ))}
        {files.map(({ path, message, aside }) => (
          <li key={path} className={styles.item}>
            <div className={styles.facts}>
              <span className={styles.name}>{path}</span>
              <span className={styles.problem}>
                {message}{' '}
                {aside !== null && `A new one was created; the old one is kept as ${aside}.`}
              </span>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon={RotateCcw} onClick={onRetry}>
          Try again
        </Button>
        <Button
          icon={FolderOpen}
          onClick={() => void call('app.showItem', { item: 'data' }).catch(reportError)}
        >
          Open data folder
        </Button>
      </div>
    </section>
  );
}

function nameOf({ title, reason, sessionId }: TrashEntry): string {
  if (title) return visibleWords(title);
  return reason === 'orphan' ? `Files of ${sessionId}` : `Session ${sessionId}`;
}

function ageWords(at: number): string {
  const age = shortAge(at, Date.now());
  return /^\d+[mhd]$/.test(age) ? `${age} ago` : age === 'now' ? 'just now' : age;
}

async function restore(entry: TrashEntry): Promise<void> {
  await call('storage.restore', { id: entry.id });
  showToast({ title: `Restored “${nameOf(entry)}”` });
}

function confirmEmpty(entries: readonly TrashEntry[]): void {
  const what =
    entries.length === 1
      ? '1 item and its content will be permanently deleted.'
      : `${formatNumber(entries.length)} items and their content will be permanently deleted.`;
  confirmFirst({
    title: 'Empty the trash?',
    description: `${what} This cannot be undone.`,
    action: 'Empty trash',
    run: async () => void (await call('storage.empty', null)),
  });
}

function confirmDiscard(sessionId: SessionId, onDone: () => void): void {
  confirmFirst({
    title: 'Move this session to the trash?',
    description: 'It cannot be read, so its content is unknown. You can restore it from the trash.',
    action: 'Move to trash',
    run: async () => {
      await call('sessions.delete', { sessionId });
      onDone();
    },
  });
}
