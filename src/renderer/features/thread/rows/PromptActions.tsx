import { GitFork, History, PenLine, Users } from 'lucide-react';
import { useState } from 'react';
import type { EntryId, SessionId, TurnId } from '#shared/ids';
import { whyUnavailable } from '#shared/session/words/unavailable';
import { rewindFiles } from '#window/actions/rewindFiles';
import { forkSession } from '#window/actions/sessionActions';
import { reportError } from '#window/diagnostics/reportError';
import { editKey, useThread } from '#window/features/thread/threadContext';
import { kindOf } from '#window/features/thread/threadRows';
import { runPromptAgain } from '#window/state/layout/promptAgain';
import { useSessionChanges } from '#window/state/session/sessionChanges';
import { sessionModel, useSessionHead } from '#window/state/session/sessionModels';
import { sessionSummary } from '#window/state/session/sessionsStore';
import { IconButton } from '#window/ui/form/IconButton';

interface PromptActionsProps {
  readonly id: EntryId;
  readonly turnId: TurnId;
}

/** The actions on a turn, beside the prompt that began it. */
export function PromptActions({ id, turnId }: PromptActionsProps) {
  const { memory } = useThread();
  return (
    <>
      <IconButton
        icon={PenLine}
        label="Edit and send again"
        size="small"
        onClick={() => memory.setOpen(editKey(id), true)}
      />
      <OtherAgentsButton id={id} />
      <RewindButton turnId={turnId} />
      <ForkButton id={id} />
    </>
  );
}

/** Gives the same prompt to other agents, to compare their results. */
function OtherAgentsButton({ id }: { readonly id: EntryId }) {
  const { sessionId } = useThread();
  const run = () => {
    const entry = sessionModel(sessionId)?.entry(id);
    const session = sessionSummary(sessionId);
    if (session === undefined || entry?.kind !== 'message') return;
    const prompt = entry.blocks.flatMap((block) => (block.type === 'text' ? block.text : []));
    runPromptAgain({ from: sessionId, folder: session.project, prompt: prompt.join('\n\n') });
  };
  return <IconButton icon={Users} label="Run with other agents…" size="small" onClick={run} />;
}

/** Rewinds the agent's files to when the prompt was sent. */
function RewindButton({ turnId }: { readonly turnId: TurnId }) {
  const { sessionId } = useThread();
  const checkpoints = useSessionChanges(sessionId)?.checkpoints ?? [];
  const isWorking = useSessionHead(sessionId)?.turn != null;
  const [isBusy, setBusy] = useState(false);
  if (!checkpoints.some((checkpoint) => checkpoint.turnId === turnId)) return null;
  const rewind = () => {
    setBusy(true);
    rewindFiles(sessionId, turnId)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <IconButton
      icon={History}
      label="Rewind files to here"
      size="small"
      disabled={isWorking || isBusy}
      onClick={rewind}
    />
  );
}

/** Starts a session that knows the conversation up to the end of this turn. */
function ForkButton({ id }: { readonly id: EntryId }) {
  const { sessionId } = useThread();
  const head = useSessionHead(sessionId);
  const [isBusy, setBusy] = useState(false);
  const reason =
    whyUnavailable(head?.details ?? null, 'fork') ??
    (head?.turn != null ? 'Wait until the agent has finished.' : null) ??
    // No wire that we know can fork at an earlier place.
    (isLastPrompt(sessionId, id)
      ? null
      : 'Agents can fork a conversation only at its end, and this is not the last turn.');
  const fork = () => {
    const session = sessionSummary(sessionId);
    if (session === undefined) return;
    setBusy(true);
    forkSession(session)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <IconButton
      icon={GitFork}
      label="Fork after this turn"
      size="small"
      disabled={isBusy}
      reason={reason}
      onClick={fork}
    />
  );
}

/**
 * Whether a prompt is the last, judged by the entries near the end, which the window always has.
 */
function isLastPrompt(sessionId: SessionId, id: EntryId): boolean {
  const model = sessionModel(sessionId);
  const last = model?.order().findLast((one) => {
    const entry = kindOf(one) === 'message' ? model.entry(one) : undefined;
    return entry?.kind === 'message' && entry.role === 'user';
  });
  return last === id;
}
