import type { SessionChanges } from '#main/airlock/airlock';
import { redactTokens } from '#main/base/secrets/redact';
import { secretValues } from '#main/base/secrets/secretValues';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { DecidedFile, DecidedStep } from '#shared/airlock/provenance/decidedSteps';
import type { Origin } from '#shared/airlock/provenance/origin';
import { addLines } from '#shared/airlock/provenance/standing';
import {
  type CreditedFile,
  creditLines,
  followLines,
  lineKeys,
  removedLines,
  restoreLines,
  type TracedText,
  UNTRACED,
} from '#shared/airlock/provenance/trace';
import type { SessionId, TurnId } from '#shared/ids';
import { modelOf } from '#shared/session/modelOf';
import { PROMPT_CHARACTERS, TITLE_CHARACTERS } from './limits';
import type { ProvenanceState } from './provenanceFile';

const NOBODYS: CreditedFile = { paths: [], text: UNTRACED };

/**
 * Follows one file of a decision: determines the origins of its lines, and how many lines each
 * session has.
 */
export async function followDecided(
  state: ProvenanceState,
  session: HostedSession,
  { steps }: SessionChanges,
  step: DecidedStep,
  { path, movedFrom, before, after }: DecidedFile,
): Promise<void> {
  // A file that is removed may come back, and its lines keep their origins.
  const known = state.files.get(movedFrom ?? path) ?? { text: UNTRACED, removed: [] };
  if (after === null) {
    if (step.undoes !== null) tally(state, session, known.text, UNTRACED, step.at);
    return;
  }
  const [old, next] = [
    before === null ? '' : await steps.text(before, path),
    await steps.text(after, path),
  ];
  if (movedFrom !== null) state.files.delete(movedFrom);
  if (next === null) {
    state.files.delete(path);
    return;
  }
  const base = followLines(known.text, lineKeys(old ?? ''));
  const keys = lineKeys(next);
  if (step.undoes !== null) {
    const gone = known.removed.find(([id]) => id === step.undoes)?.[1] ?? [];
    const restored = restoreLines(base, keys, gone);
    tally(state, session, base, restored, step.at);
    state.put(path, { ...known, text: restored });
    return;
  }
  const own = state.number(originOf(session, step));
  const followed = followLines(base, keys, own);
  const text = credited(state, session.id, path, followed, own, step.turnId);
  tally(state, session, base, text, step.at);
  const gone = removedLines(base, text);
  const removed =
    gone.length === 0 ? known.removed : [...known.removed, [step.decisionId, gone] as const];
  state.put(path, { text, removed });
}

/**
 * Lines of a composed session belong to the sessions that it was composed from; outside a turn, the
 * rest is the user's.
 */
export function credited(
  state: ProvenanceState,
  sessionId: SessionId,
  path: string,
  text: TracedText,
  own: number,
  turnId: TurnId | null,
): TracedText {
  const files = state.composed.get(sessionId);
  if (files === undefined) return text;
  const file =
    files.find(({ paths }) => paths.includes(path)) ??
    files.find(({ paths }) => paths.length === 0) ??
    NOBODYS;
  return creditLines(text, own, file, turnId === null ? null : own);
}

/**
 * Counts how many more or fewer lines the file has from this session and from those that it was
 * composed from.
 */
function tally(
  state: ProvenanceState,
  { id }: HostedSession,
  before: TracedText,
  after: TracedText,
  at: number,
): void {
  const delta = new Map<number, number>();
  for (const [{ origins }, by] of [[before, -1] as const, [after, 1] as const]) {
    for (const origin of origins) {
      if (origin !== null) delta.set(origin, (delta.get(origin) ?? 0) + by);
    }
  }
  for (const [number, lines] of delta) {
    const origin = state.origins[number];
    const isOwn = origin?.sessionId === id || origin?.via === id;
    if (!isOwn || lines === 0) continue;
    const next = addLines(state.tallies.get(number), lines, at);
    if (next === null) state.tallies.delete(number);
    else state.tallies.set(number, next);
  }
}

/** The origin of lines that a session brought in at some point. */
export function originOf(
  session: HostedSession,
  { turnId, toolCallId, at }: Pick<DecidedStep, 'turnId' | 'toolCallId' | 'at'>,
): Origin {
  const { head, entries } = session.live.state;
  let [prompt, tool]: [string | null, string | null] = [null, null];
  for (const entry of entries.values()) {
    if (entry.turnId !== turnId) continue;
    if (entry.kind === 'message' && entry.role === 'user' && prompt === null) {
      prompt = entry.blocks
        .flatMap((block) => (block.type === 'text' ? block.text : []))
        .join('\n');
    }
    if (entry.kind === 'tool' && entry.toolCallId === toolCallId) tool = entry.title;
  }
  return {
    sessionId: head.id,
    title: head.title.slice(0, TITLE_CHARACTERS),
    agent: head.agent,
    model: modelOf(head),
    turnId,
    prompt: turnId === null || prompt === null ? null : firstOf(prompt),
    toolCallId,
    tool: tool?.slice(0, TITLE_CHARACTERS) ?? null,
    at,
  };
}

/** I20: secrets are removed before the text is cut, so that no part of one is left. */
function firstOf(prompt: string): string {
  return redactTokens(secretValues.redact(prompt)).slice(0, PROMPT_CHARACTERS);
}
