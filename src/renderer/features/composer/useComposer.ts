import { useEffect, useRef, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import type { SessionHead } from '#shared/session/state';
import { whyUnavailable } from '#shared/session/words/unavailable';
import { refusalOf } from '#window/actions/refusal';
import { reportError } from '#window/diagnostics/reportError';
import { call, pathOf } from '#window/ipc/client';
import { useSessionCondition } from '#window/state/session/sessionModels';
import { type AttachPlace, type AttachResult, attach } from './attachments/attachments';
import { type Draft, emptyPromptDraft, isEmptyDraft } from './draft/draft';
import { clearDraft, draftOf, updateDraft, useDraftOf } from './draft/draftStore';
import { rememberPrompt } from './draft/historyStore';
import { ATTACHMENTS, ESCAPE_MILLISECONDS } from './limits';
import { promptContent } from './promptContent';
import { type PromptNote, withNote } from './promptNote';

export interface ComposerModel {
  readonly draft: Draft;
  readonly isWorking: boolean;
  /** Why the user cannot steer the agent while it works; null if they can. */
  readonly whyNoSteering: string | null;
  readonly whyNoImages: string | null;
  readonly whyNoAudio: string | null;
  /** Why nothing can be sent now; null if it can, or if there is nothing to send. */
  readonly refusal: string | null;
  readonly canSend: boolean;
  /** A short-lived hint: why a file was not accepted, or that another Escape stops the agent. */
  readonly notice: string | null;
  setText(text: string): void;
  mention(path: string): void;
  addFiles(files: readonly File[]): void;
  removeAttachment(id: string): void;
  send(): void;
  steer(): void;
  stop(): void;
  escape(): void;
}

const NOTICE_MILLISECONDS = 5_000;

/** The actions on a session's prompt. */
export function useComposer(
  sessionId: SessionId,
  head: SessionHead | undefined,
  note: PromptNote | null,
  onSent: () => void,
): ComposerModel {
  const draft = useDraftOf(sessionId);
  const [notice, setNotice] = useNotice();
  const escapedAt = useRef(0);
  const powers = head?.details?.powers;
  const isWorking = head !== undefined && head.turn !== null;
  const details = head?.details ?? null;
  const whyNoImages = whyUnavailable(details, 'images');
  const whyNoAudio = whyUnavailable(details, 'audio');
  const { storage } = useSessionCondition(sessionId);
  const readOnly = storage.find(({ kind }) => kind === 'read-only');
  const refusal =
    head === undefined
      ? 'The session is loading.'
      : (readOnly?.title ?? refusalOf(head, anyPrompt));

  /** Empties the field at once, and restores what could not be sent. */
  const submit = (type: 'prompt.send' | 'prompt.steer') => {
    const sent = draftOf(sessionId);
    if (head === undefined || isEmptyDraft(sent)) return;
    const content = promptContent(sent, head.cwd, powers?.prompt);
    const refused = refusalOf(head, { type, content });
    if (refused !== null) {
      setNotice(refused, NOTICE_MILLISECONDS);
      return;
    }
    clearDraft(sessionId);
    onSent();
    // Only the user's own text is sent to a running turn.
    const carried = type === 'prompt.send' ? note : null;
    withNote(carried, content)
      .then((whole) => dispatch(sessionId, { type, content: whole }))
      .then(() => {
        carried?.settle();
        rememberPrompt({ text: sent.text.trim(), sessionId, project: head.project });
      })
      .catch((error: unknown) => {
        if (isEmptyDraft(draftOf(sessionId))) updateDraft(sessionId, sent);
        reportError(error);
      });
  };
  const stop = () => {
    setNotice(null);
    dispatch(sessionId, { type: 'turn.cancel' }).catch(reportError);
  };
  return {
    draft,
    isWorking,
    whyNoSteering: whyUnavailable(details, 'steer'),
    whyNoImages,
    whyNoAudio,
    refusal,
    canSend: refusal === null && !isEmptyDraft(draft),
    notice,
    setText: (text) =>
      updateDraft(
        sessionId,
        text === '' ? { ...emptyPromptDraft, attachments: draft.attachments } : { text },
      ),
    mention: (path) => {
      const { mentions } = draftOf(sessionId);
      updateDraft(sessionId, { mentions: [...mentions, path] });
    },
    addFiles: (files) => {
      const folders = head === undefined ? [] : [head.cwd, head.project];
      const refuse = (reason: string) => setNotice(reason, NOTICE_MILLISECONDS);
      attachFiles(sessionId, files, { folders, whyNoImages, whyNoAudio }, refuse).catch(
        reportError,
      );
    },
    removeAttachment: (id) => {
      const { attachments } = draftOf(sessionId);
      updateDraft(sessionId, { attachments: attachments.filter((one) => one.id !== id) });
    },
    send: () => submit('prompt.send'),
    steer: () => submit('prompt.steer'),
    stop,
    escape: () => {
      const now = performance.now();
      if (now - escapedAt.current < ESCAPE_MILLISECONDS) stop();
      else setNotice('Press Esc again to stop the agent.', ESCAPE_MILLISECONDS);
      escapedAt.current = now;
    },
  };
}

async function attachFiles(
  sessionId: SessionId,
  files: readonly File[],
  place: Omit<AttachPlace, 'path'>,
  onRefused: (reason: string) => void,
): Promise<void> {
  for (const file of files) {
    const { attachments } = draftOf(sessionId);
    if (attachments.length >= ATTACHMENTS) {
      onRefused(`A prompt can have at most ${ATTACHMENTS} files.`);
      return;
    }
    const result = await attach(file, { ...place, path: pathOf(file) });
    if (result.type === 'refused') onRefused(result.reason);
    else updateDraft(sessionId, withAttached(draftOf(sessionId), result));
  }
}

/** The changes to the draft after a file was added to it. */
export function withAttached(
  draft: Draft,
  attached: Exclude<AttachResult, { type: 'refused' }>,
): Partial<Draft> {
  if (attached.type === 'attached') {
    return { attachments: [...draft.attachments, attached.attachment] };
  }
  const space = draft.text === '' || /\s$/.test(draft.text) ? '' : ' ';
  return {
    text: `${draft.text}${space}@${attached.path} `,
    mentions: [...draft.mentions, attached.path],
  };
}

const anyPrompt: SessionCommand = { type: 'prompt.send', content: [{ type: 'text', text: 'x' }] };

function dispatch(sessionId: SessionId, command: SessionCommand): Promise<null> {
  return call('sessions.command', { sessionId, command });
}

function useNotice(): [string | null, (text: string | null, milliseconds?: number) => void] {
  const [notice, setNotice] = useState<{ text: string | null; until: number }>({
    text: null,
    until: 0,
  });
  useEffect(() => {
    if (notice.text === null) return;
    const timer = setTimeout(
      () => setNotice({ text: null, until: 0 }),
      Math.max(0, notice.until - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [notice]);
  return [
    notice.text,
    (text, milliseconds = 0) => setNotice({ text, until: performance.now() + milliseconds }),
  ];
}
