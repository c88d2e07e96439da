import { ArrowDown, FileX2, MessageSquareText } from 'lucide-react';
import type { FocusEvent } from 'react';
import {
  type CSSProperties,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { EntryId, SessionId } from '#shared/ids';
import { worksInCopy } from '#shared/session/isolation';
import { heldWriteWords } from '#shared/session/select';
import type { SessionHead } from '#shared/session/state';
import { openPlace } from '#window/actions/openPlace';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { folderName } from '#window/state/projects/folderName';
import {
  sessionModel,
  useOpenFault,
  useSessionHead,
  useTranscriptOrder,
} from '#window/state/session/sessionModels';
import { useSettings } from '#window/state/settingsStore';
import { EmptyState } from '#window/ui/EmptyState';
import { Button } from '#window/ui/form/Button';
import { type MarkdownActions, MarkdownActionsContext } from '#window/ui/markdown/markdownActions';
import { Spinner } from '#window/ui/Spinner';
import { visibleLine } from '#window/ui/text/visibleText';
import { Activity } from './Activity';
import { FindBar } from './find/FindBar';
import { useFind } from './find/useFind';
import { useFindMarks } from './find/useFindMarks';
import { TOP_PIXELS } from './limits';
import { MentionedFiles } from './mentionedFiles';
import { followTerminals } from './output/terminalTails';
import { RowFrame } from './rows/RowFrame';
import { RunRow } from './rows/RunRow';
import type { ThreadMemory } from './scroll/threadMemory';
import { threadMemory } from './scroll/threadMemory';
import type { ThreadScroll } from './scroll/threadScroll';
import { useStickToEnd } from './scroll/useStickToEnd';
import { useThreadScroll } from './scroll/useThreadScroll';
import styles from './Thread.module.css';
import { ThreadMenu } from './ThreadMenu';
import { ThreadContext, type ThreadContextValue } from './threadContext';
import type { ThreadRow } from './threadRows';
import { threadRows } from './threadRows';
import { useThreadHandle } from './useThreadHandle';

export interface ThreadProps {
  readonly sessionId: SessionId;
  /** The scroll position when the transcript was last shown; the end if unknown. */
  readonly initialScroll?: ThreadScroll | undefined;
  onScrollChange?(scroll: ThreadScroll): void;
  /** Called to show a session that was made from this one. */
  onOpenSession?(id: SessionId): void;
}

/** A session's transcript. Only rows near the screen are drawn and loaded. */
export function Thread(props: ThreadProps) {
  // All state below belongs to one session and must not pass to the next.
  return <ThreadView key={props.sessionId} {...props} />;
}

function ThreadView({ sessionId, initialScroll, onScrollChange, onOpenSession }: ThreadProps) {
  const head = useSessionHead(sessionId);
  const order = useTranscriptOrder(sessionId);
  const fontSize = useSettings((settings) => settings.transcript.fontSize);
  const memory = useMemo(() => threadMemory(sessionId), [sessionId]);
  const rows = useThreadRows(sessionId, order, memory);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const following = useStickToEnd(scroller, content, initialScroll?.at !== 'entry');
  const find = useFind(sessionId, order);
  const [focusedRow, trackFocus] = useFocusedRow(rows);
  const parts = { sessionId, rows, list, scroller, following };
  const { onScroll, onScrollEnd } = useThreadScroll({ ...parts, initialScroll, onScrollChange });
  useThreadHandle({ ...parts, memory, find });
  useFindMarks(scroller, find);
  useEffect(followTerminals, []);

  const context = useThreadContext(sessionId, head, memory, scroller, onOpenSession);
  const actions = useMemo<MarkdownActions>(
    () => ({
      openLink: (url) => void call('app.openExternal', { url }).catch(reportError),
      openFile: (path, line) => void openPlace(sessionId, path, line).catch(reportError),
      files: new MentionedFiles(sessionId),
    }),
    [sessionId],
  );
  const isWorking = head !== undefined && head.turn !== null;
  const lastId = order.at(-1);

  return (
    <ThreadContext value={context}>
      <MarkdownActionsContext value={actions}>
        <div
          className={styles.thread}
          data-session={sessionId}
          style={{ '--transcript-size': `${fontSize}px` } as CSSProperties}
        >
          {find.isOpen && (
            <FindBar
              find={find}
              onClose={() => {
                find.close();
                context.focusTranscript();
              }}
            />
          )}
          <ThreadMenu sessionId={sessionId} onFind={find.open}>
            <div
              ref={scroller}
              className={styles.scroller}
              role="log"
              aria-label="Transcript"
              aria-live="off"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it.
              tabIndex={0}
              onFocus={trackFocus}
              onBlur={trackFocus}
            >
              <div ref={content} className={styles.content}>
                <Virtualizer
                  ref={list}
                  scrollRef={scroller}
                  data={rows}
                  startMargin={TOP_PIXELS}
                  keepMounted={focusedRow}
                  onScroll={onScroll}
                  onScrollEnd={onScrollEnd}
                >
                  {(row) =>
                    row.run ? (
                      <RunRow key={row.id} id={row.id} run={row.run} tight={row.tight} />
                    ) : (
                      <RowFrame
                        key={row.id}
                        id={row.id}
                        nested={row.nested}
                        tight={row.tight}
                        closes={row.closes}
                        live={isWorking && row.id === lastId}
                      />
                    )
                  }
                </Virtualizer>
                {head ? <Activity head={head} /> : <Opening sessionId={sessionId} />}
              </div>
            </div>
          </ThreadMenu>
          {head?.connection.type === 'ready' && order.length === 0 && <EmptyThread head={head} />}
          {!following.isAtEnd && (
            <div className={styles.latest}>
              <Button size="small" icon={ArrowDown} onClick={following.jump}>
                Jump to latest
              </Button>
            </div>
          )}
          <Announcer head={head} />
        </div>
      </MarkdownActionsContext>
    </ThreadContext>
  );
}

function useThreadContext(
  sessionId: SessionId,
  head: ReturnType<typeof useSessionHead>,
  memory: ThreadContextValue['memory'],
  scroller: React.RefObject<HTMLElement | null>,
  onOpenSession: ThreadProps['onOpenSession'],
): ThreadContextValue {
  const { cwd = '', project = '' } = head ?? {};
  const open = useRef(onOpenSession);
  useEffect(() => {
    open.current = onOpenSession;
  });
  return useMemo(
    () => ({
      sessionId,
      memory,
      folders: [cwd, project],
      focusTranscript: () => scroller.current?.focus({ preventScroll: true }),
      openSession: (id) => open.current?.(id),
    }),
    [sessionId, memory, cwd, project, scroller],
  );
}

/**
 * Tells screen readers what matters: a question, and the end of a turn. The transcript itself stays
 * silent while it grows, because a hundred words a second cannot be read out.
 */
function Announcer({ head }: { readonly head: SessionHead | undefined }) {
  const [text, setText] = useState('');
  const wasWorking = useRef(false);
  const request = head?.openRequests.at(-1);
  const isWorking = head !== undefined && head.turn !== null;
  const { id } = head ?? {};
  const [write, ...writes] = head?.heldWrites ?? [];
  const held = write && heldWriteWords(write, writes.length);

  useEffect(() => {
    if (held !== undefined) setText(held);
  }, [held]);

  useEffect(() => {
    if (request === undefined || id === undefined) return;
    const entry = sessionModel(id)?.entry(request);
    if (entry?.kind === 'permission') {
      setText(`Permission request: ${visibleLine(entry.question.title)}`);
    } else if (entry?.kind === 'elicitation') {
      setText(`The agent asks: ${visibleLine(entry.question.message)}`);
    }
  }, [request, id]);

  useEffect(() => {
    if (wasWorking.current && !isWorking) setText('The agent has finished its turn.');
    wasWorking.current = isWorking;
  }, [isWorking]);

  return (
    <p className={styles.announcer} role="status">
      {text}
    </p>
  );
}

/**
 * Shown until the session is open. Opening takes time if decisions must be finished first, for
 * example.
 */
function Opening({ sessionId }: { readonly sessionId: SessionId }) {
  const fault = useOpenFault(sessionId);
  if (fault === null) {
    return (
      <p className={styles.opening} role="status">
        <Spinner size="small" /> Opening the session…
      </p>
    );
  }
  const retry = () => void sessionModel(sessionId)?.open().catch(reportError);
  return (
    <div className={styles.failed}>
      <EmptyState
        icon={FileX2}
        title="The session could not be opened"
        action={
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        }
      >
        {errorMessage(fault)}
      </EmptyState>
    </div>
  );
}

/** The content of a session before its first prompt. */
function EmptyThread({ head }: { readonly head: SessionHead }) {
  const name = visibleLine(head.agent.name);
  const folder = folderName(head.project);
  return (
    <div className={styles.place}>
      <EmptyState icon={MessageSquareText} title={`${name} is ready`}>
        {worksInCopy(head.isolation)
          ? `It works in a copy of ${folder}. What it changes there reaches your files when you accept it.`
          : `It works in ${folder} itself. What it writes through Airlock waits for your approval.`}
        {head.commands.length > 0 && ' Type / to see its commands.'}
      </EmptyState>
    </div>
  );
}

/** Keeps the row with the focus drawn when it is scrolled away, so that the focus is not lost. */
function useFocusedRow(
  rows: readonly ThreadRow[],
): [kept: readonly number[], track: (event: FocusEvent) => void] {
  const [id, setId] = useState<string | null>(null);
  const track = useCallback((event: FocusEvent) => {
    const target = event.type === 'blur' ? event.relatedTarget : event.target;
    const row = target instanceof Element ? target.closest('[data-entry]') : null;
    setId(row?.getAttribute('data-entry') ?? null);
  }, []);
  const kept = useMemo(() => {
    const index = id === null ? -1 : rows.findIndex((row) => row.id === id);
    return index === -1 ? [] : [index];
  }, [rows, id]);
  return [kept, track];
}

/** The present rows. */
function useThreadRows(
  sessionId: SessionId,
  order: readonly EntryId[],
  memory: ThreadMemory,
): readonly ThreadRow[] {
  const folds = useSyncExternalStore(memory.foldListeners.subscribe, memory.foldVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the last one counts changes of what is read.
  return useMemo(() => {
    const model = sessionModel(sessionId);
    return threadRows(order, {
      place: (id) => model?.place(id),
      isFolded: (id) => memory.isOpen(id) === false,
      isRunOpen: (id) => memory.isOpen(id) === true,
    });
  }, [sessionId, order, memory, folds]);
}
