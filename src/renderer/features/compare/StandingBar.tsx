import { FileCheck, FileClock, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RefreshId, SessionId } from '#shared/ids';
import type { Refreshed, SessionStanding } from '#shared/ipc/refresh';
import { counted } from '#shared/text/counted';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { useStanding } from '#window/state/session/standings';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { Popover } from '#window/ui/overlay/Popover';
import { showToast } from '#window/ui/overlay/toasts';
import bar from './CollisionsBar.module.css';
import { refreshPrompt } from './refreshPrompt';
import styles from './StandingBar.module.css';

interface StandingBarProps {
  readonly sessionId: SessionId;
  /** Puts a text into the prompt of a session, where the user reads and sends it. */
  onDraft(sessionId: SessionId, text: string): void;
  /** Removes such a text again, unless the user has changed it. */
  onWithdrawDraft(sessionId: SessionId, text: string): void;
}

/**
 * Says that the user's files have changed since the session began, and what a refresh did, even one
 * that was interrupted and finished at the next start. Empty if there is nothing to say.
 */
export function StandingBar(props: StandingBarProps) {
  const { sessionId } = props;
  const standing = useStanding(sessionId);
  useTelling(props, standing?.refreshed ?? null);
  if (standing === undefined) return null;
  const { moved, refreshed } = standing;
  const isSaid =
    refreshed === null || (refreshed.state === 'undone' && refreshed.kept.length === 0);
  return (
    <>
      {moved.length > 0 && <BehindBar standing={standing} />}
      {isSaid || <RefreshedBar sessionId={sessionId} refreshed={refreshed} />}
    </>
  );
}

/** Puts a note about the refresh into the agent's next prompt, which the user reads and sends. */
function useTelling(
  { sessionId, onDraft, onWithdrawDraft }: StandingBarProps,
  refreshed: Refreshed | null,
): void {
  useEffect(() => {
    if (refreshed === null || refreshed.updated.length === 0) return;
    const { refreshId, state, updated, dropped } = refreshed;
    const wasTold = isTold(sessionId, refreshId);
    if (state === 'taken' && !wasTold) {
      onDraft(sessionId, refreshPrompt(updated, dropped));
      noteTold(sessionId, refreshId);
    }
    if (state === 'undone' && wasTold) {
      onWithdrawDraft(sessionId, refreshPrompt(updated, dropped));
      noteTold(sessionId, null);
    }
  }, [sessionId, refreshed, onDraft, onWithdrawDraft]);
}

const TOLD_KEY = 'toldRefreshes';
/** How many sessions are remembered, the newest first. */
const TOLD_KEPT = 200;

type Told = readonly (readonly [SessionId, RefreshId])[];

/**
 * Whether the session's prompt has been given the note about this refresh, in this run of the app
 * or an earlier one.
 */
function isTold(sessionId: SessionId, refreshId: RefreshId): boolean {
  return readTold().some(([session, refresh]) => session === sessionId && refresh === refreshId);
}

/** Null: the note was removed again. */
function noteTold(sessionId: SessionId, refreshId: RefreshId | null): void {
  const others = readTold().filter(([session]) => session !== sessionId);
  const own = refreshId === null ? [] : [[sessionId, refreshId] as const];
  writePersisted(TOLD_KEY, [...others, ...own].slice(-TOLD_KEPT));
}

function readTold(): Told {
  return readPersisted(TOLD_KEY, toldIn, []);
}

function toldIn(value: unknown): Told | undefined {
  const isPair = (pair: unknown) =>
    Array.isArray(pair) && pair.length === 2 && pair.every((id) => typeof id === 'string');
  return Array.isArray(value) && value.every(isPair) ? (value as Told) : undefined;
}

function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const during = (work: Promise<unknown>) => {
    setBusy(true);
    work.catch(reportError).finally(() => setBusy(false));
  };
  return { isBusy, during };
}

function BehindBar({ standing }: { readonly standing: SessionStanding }) {
  const { sessionId, moved, conflicts } = standing;
  const { isBusy, during } = useBusy();
  return (
    <fieldset className={bar.bar} aria-label="Your files have changed">
      <span className={conflicts > 0 ? bar.icon : bar.quiet}>
        <Icon icon={FileClock} size="small" />
      </span>
      <span
        className={bar.words}
        title={`Changed in your project since this session began: ${moved.map(visiblePath).join(', ')}`}
      >
        {wordsOf(standing)}
      </span>
      <Button size="small" busy={isBusy} onClick={() => during(refresh(sessionId))}>
        Refresh from your files
      </Button>
    </fieldset>
  );
}

interface RefreshedBarProps {
  readonly sessionId: SessionId;
  readonly refreshed: Refreshed;
}

function RefreshedBar({ sessionId, refreshed }: RefreshedBarProps) {
  const { refreshId, updated, canUndo, state } = refreshed;
  const { isBusy, during } = useBusy();
  const isTaken = state === 'taken';
  const title = isTaken
    ? `Updated from your project: ${updated.map(visiblePath).join(', ')}. The prompt below tells the agent when you send it.`
    : `Changed by another program, and not brought back: ${refreshed.kept.map(visiblePath).join(', ')}`;
  return (
    <fieldset className={bar.bar} aria-label="Refreshed from your files">
      <span className={isTaken ? bar.quiet : bar.icon}>
        <Icon icon={FileCheck} size="small" />
      </span>
      <span className={bar.words} title={title}>
        {describe(refreshed)}
      </span>
      <DroppedLines refreshed={refreshed} />
      {canUndo && (
        <Button
          size="small"
          busy={isBusy}
          onClick={() => during(call('refresh.undo', { sessionId, refreshId }))}
        >
          Undo
        </Button>
      )}
      <IconButton
        label="Dismiss"
        icon={X}
        size="small"
        onClick={() => during(call('refresh.dismiss', { sessionId, refreshId }))}
      />
    </fieldset>
  );
}

/** The agent's work that is no longer in its files. */
function DroppedLines({ refreshed }: Pick<RefreshedBarProps, 'refreshed'>) {
  const { dropped, kept, state } = refreshed;
  const shown = state === 'taken' ? dropped : dropped.filter(({ path }) => kept.includes(path));
  if (shown.length === 0) return null;
  return (
    <Popover
      title="Removed from the agent’s files"
      trigger={
        <Button size="small" variant="ghost">
          Show
        </Button>
      }
    >
      <p className={styles.note}>
        These changes of the agent’s conflicted with yours (- is what is there now, + what it had).
      </p>
      <div className={styles.dropped}>
        {shown.map(({ path, text }) => (
          <section key={path}>
            <h3 className={styles.file}>{visiblePath(path)}</h3>
            <pre className={styles.lines}>{text === '' ? 'The whole file.' : text}</pre>
          </section>
        ))}
      </div>
    </Popover>
  );
}

/** Short, because panes are narrow; the tooltip names the files. */
function wordsOf({ moved, conflicts }: SessionStanding): string {
  const [first = ''] = moved;
  const files = moved.length === 1 ? visiblePath(first) : counted(moved.length, 'file');
  const fit = conflicts === 0 ? 'no conflicts' : counted(conflicts, 'conflict');
  return `${files} changed since: ${fit}`;
}

async function refresh(sessionId: SessionId): Promise<void> {
  const { left } = await call('refresh.run', { sessionId });
  if (left.length === 0) return;
  showToast({
    tone: 'danger',
    title: `${counted(left.length, 'file')} could not be refreshed`,
    description: left.map(visiblePath).join(', '),
  });
}

function describe({ state, updated, dropped, kept }: Refreshed): string {
  if (state === 'undone') return `Undone, except for ${counted(kept.length, 'file')}`;
  const files = `Updated ${counted(updated.length, 'file')}`;
  if (dropped.length === 0) return `${files}, no conflicts`;
  return `${files}, removed conflicting changes from ${dropped.length}`;
}
