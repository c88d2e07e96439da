import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { ChangeView } from '#shared/airlock/changeView';
import { isCommitted, type LineSource } from '#shared/airlock/provenance/origin';
import type { SessionId } from '#shared/ids';
import type { ChangeTexts } from '#shared/ipc/changes';
import type { FileProvenance } from '#shared/ipc/provenance';
import { commands, useShortcut } from '#window/commands/commands';
import type { OriginMark } from '#window/features/review/monaco/diffSurface';
import { call } from '#window/ipc/client';
import { Button } from '#window/ui/form/Button';
import { Spinner } from '#window/ui/Spinner';
import { dayAndTime } from '#window/ui/text/clock';
import { Kbd } from '#window/ui/text/Kbd';
import { visibleLine } from '#window/ui/text/visibleText';
import { CommentNote } from './comments/CommentCard';
import { CommentEditor } from './comments/CommentEditor';
import styles from './DiffView.module.css';
import { HunkBar } from './hunk/HunkBar';
import { selectionIn } from './model/diff/hunkZones';
import { useDiffLook } from './model/preferences';
import { DiffController, type DiffState } from './monaco/diffController';

interface DiffViewProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  /** Null while the texts are loading. */
  readonly texts: ChangeTexts | null;
}

/** The two texts of a change, with a bar above each hunk and comments below their lines. */
export function DiffView({ sessionId, view, texts }: DiffViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const look = useDiffLook();
  const [controller, setController] = useState<DiffController | null>(null);
  useLayoutEffect(() => {
    if (container.current === null) return;
    const opened = new DiffController(sessionId, container.current);
    setController(opened);
    return () => {
      setController(null);
      opened.dispose();
    };
  }, [sessionId]);
  useLayoutEffect(() => controller?.show({ view, texts, look }), [controller, view, texts, look]);
  const state = useSyncExternalStore(
    (listener) => controller?.listeners.subscribe(listener) ?? (() => undefined),
    () => controller?.state ?? null,
  );
  const isDrawn = state?.isDrawn ?? false;
  useOrigins(sessionId, view, controller, isDrawn);
  return (
    <div className={styles.view}>
      {state?.isEditing && (
        <EditBar isRewritten={state.isRewritten} onDiscard={() => controller?.discardEdit()} />
      )}
      {!isDrawn && (
        <p className={styles.loading}>
          <Spinner size="small" /> Comparing…
        </p>
      )}
      <div ref={container} className={styles.editor} data-drawn={isDrawn} />
      {controller &&
        state?.zones.map(({ key, node }) =>
          createPortal(
            <DiffZone key={key} name={key} {...{ sessionId, controller, state }} />,
            node,
            key,
          ),
        )}
    </div>
  );
}

/** Loads the origins after the diff was drawn, which does not wait for them. */
function useOrigins(
  sessionId: SessionId,
  { change: { changeId } }: ChangeView,
  controller: DiffController | null,
  isDrawn: boolean,
): void {
  useEffect(() => {
    if (controller === null || !isDrawn) return;
    let isCurrent = true;
    call('provenance.change', { sessionId, changeId }).then(
      (known) => isCurrent && controller.showOrigins(originMarks(known)),
      // The diff works without origins.
      () => isCurrent && controller.showOrigins(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, changeId, controller, isDrawn]);
}

interface DiffZoneProps {
  readonly name: string;
  readonly sessionId: SessionId;
  readonly controller: DiffController;
  readonly state: DiffState;
}

/** An element between lines: a hunk's bar, a comment, or a comment's editor. */
function DiffZone({ name, sessionId, controller, state }: DiffZoneProps) {
  const { view, hunks, current, comments, draft, isDraftOutdated, selected } = state;
  const { measure } = controller;
  if (name === 'draft') {
    return (
      draft && (
        <CommentEditor
          key={draft.id}
          sessionId={sessionId}
          draft={draft}
          isOutdated={isDraftOutdated}
          onResize={measure}
        />
      )
    );
  }
  const note = comments.find(({ id }) => name === `comment:${id}`);
  if (note) return <CommentNote sessionId={sessionId} comment={note} onResize={measure} />;
  const index = hunks.findIndex(({ hunk }) => name === `hunk:${hunk.id}`);
  const hunk = hunks[index];
  return (
    hunk && (
      <HunkBar
        sessionId={sessionId}
        view={view}
        hunk={hunk}
        number={index + 1}
        count={hunks.length}
        isCurrent={hunk === current}
        selection={selected && selectionIn(hunk, selected)}
        onComment={() => controller.comment(hunk)}
      />
    )
  );
}

interface EditBarProps {
  readonly isRewritten: boolean;
  readonly onDiscard: () => void;
}

/** Shown above a text that the user is changing before accepting it. */
function EditBar({ isRewritten, onDiscard }: EditBarProps) {
  const saveKey = useShortcut('review.saveEdit');
  return (
    <fieldset className={styles.editing} aria-label="Editing the proposed text">
      <p role="status">
        {isRewritten
          ? 'The agent has written this file again. If you keep your edit, it replaces that text.'
          : 'You are editing the agent’s proposal. Nothing is written yet.'}
      </p>
      <Button size="small" variant="ghost" onClick={onDiscard}>
        Discard edit
      </Button>
      <Button
        size="small"
        variant="primary"
        trailing={saveKey && <Kbd shortcut={saveKey} />}
        onClick={() => commands.run('review.saveEdit')}
      >
        Keep edit
      </Button>
    </fieldset>
  );
}

/** Marks for the lines that an agent brought in; Monaco reads the words as Markdown. */
function originMarks({ origins, runs }: FileProvenance): readonly OriginMark[] {
  let start = 0;
  return runs.flatMap(({ count, origin }) => {
    const found = origin === null ? undefined : origins[origin];
    const mark = found && { start, count, words: escaped(originWords(found)) };
    start += count;
    return mark ? [mark] : [];
  });
}

function originWords(source: LineSource): string {
  const { agent, model, at } = source;
  const who = model === null ? agent.name : `${agent.name}, ${model}`;
  const parts = [`${who}, ${dayAndTime(at)}`];
  if (isCommitted(source)) {
    parts.push(`Commit: ${source.commit.slice(0, COMMIT_CHARACTERS)} ${source.subject}`);
  } else {
    const { title, prompt, tool } = source;
    parts.push(`Session: ${title}`);
    if (prompt !== null) parts.push(`Prompt: ${prompt.slice(0, PROMPT_CHARACTERS)}`);
    if (tool !== null) parts.push(`Tool call: ${tool}`);
  }
  return parts.map((part) => visibleLine(part)).join('\n\n');
}

const PROMPT_CHARACTERS = 160;
const COMMIT_CHARACTERS = 10;

/** Escapes text of agents and users, which is not Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~$]/g, '\\$&');
}
