import { ArrowDown } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { SessionId } from '#shared/ids';
import { reportError } from '../../diagnostics/reportError';
import { call } from '../../ipc/client';
import { useSessionHead, useTranscriptOrder } from '../../state/sessionModels';
import { useSettings } from '../../state/settingsStore';
import { Button } from '../../ui/Button';
import { type MarkdownActions, MarkdownActionsContext } from '../../ui/markdown/markdownActions';
import { Activity } from './Activity';
import { Announcer } from './Announcer';
import { EmptyThread } from './EmptyThread';
import { FindBar } from './find/FindBar';
import { useFind } from './find/useFind';
import { useFindMarks } from './find/useFindMarks';
import { TOP_PIXELS } from './limits';
import { openLocation } from './openLocation';
import { followTerminals } from './output/terminalTails';
import { RowFrame } from './rows/RowFrame';
import styles from './Thread.module.css';
import { ThreadMenu } from './ThreadMenu';
import { ThreadContext, type ThreadContextValue } from './threadContext';
import { threadMemory } from './threadMemory';
import type { ThreadScroll } from './threadScroll';
import { useFocusedRow } from './useFocusedRow';
import { useStickToEnd } from './useStickToEnd';
import { useThreadHandle } from './useThreadHandle';
import { useThreadRows } from './useThreadRows';
import { useThreadScroll } from './useThreadScroll';

export interface ThreadProps {
  readonly sessionId: SessionId;
  /** Where the user was when the transcript was last on the screen; its end if not known. */
  readonly initialScroll?: ThreadScroll | undefined;
  onScrollChange?(scroll: ThreadScroll): void;
  /** A session that was made from this one is to be shown. */
  onOpenSession?(id: SessionId): void;
}

/** A session's transcript: only what is near the screen is drawn or held. */
export function Thread(props: ThreadProps) {
  // Everything below is about one session, and none of it about the next.
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
      openFile: (path, line) => openLocation(sessionId, path, line),
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
                  {(row) => (
                    <RowFrame
                      key={row.id}
                      id={row.id}
                      nested={row.nested}
                      tight={row.tight}
                      closes={row.closes}
                      live={isWorking && row.id === lastId}
                    />
                  )}
                </Virtualizer>
                {head && <Activity head={head} />}
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
