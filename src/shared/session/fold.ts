import type { EntryId, SessionId } from '#shared/ids';
import { type ElicitationEntry, entryId } from './entries';
import type { Envelope, EventOf } from './events';
import { entryOf } from './kinds/eventKinds';
import { closeEntry, reduceEntry } from './reduceEntry';
import { emptyHead, reduceHead } from './reduceHead';
import { changedFacts } from './request/askedFacts';
import { noteSettings } from './settingChanges';
import type { KeptState, SessionState, Touched } from './state';
import { isAcp } from './wires';

export function createState(id: SessionId): SessionState {
  return { head: emptyHead(id), entries: new Map(), order: [] };
}

/**
 * I4: folds one event into the state: live in main, live in the window, and when a log is read
 * again. It reads no clock and never throws, whatever the order of events.
 */
export function apply(state: KeptState, event: Envelope): Touched {
  const touched = applyUnstamped(state, event);
  stampHead(state, { seq: event.seq, at: isActivity(event) ? event.at : state.head.updatedAt });
  return touched;
}

/** Whether an event counts as activity. Releasing the agent, as when the app quits, does not. */
export function isActivity({ type }: Pick<Envelope, 'type'>): boolean {
  return type !== 'agent.detached';
}

/** Records up to which event a state was folded. */
export function stampHead(state: KeptState, { seq, at }: Pick<Envelope, 'seq' | 'at'>): void {
  state.head = { ...state.head, seq, updatedAt: at };
}

/**
 * For callers that fold many events at once: `head.seq` is not updated, since copying the head for
 * each event would cost more than everything else. Call `stampHead` after the last one.
 */
export function applyUnstamped(state: KeptState, event: Envelope): Touched {
  const before = state.head;
  const touched: EntryId[] = [];

  const id = entryOf(event);
  if (id !== null) {
    const entry = state.entries.get(id);
    const next = reduceEntry(id, entry, event, before.turn);
    if (next !== undefined && next !== entry) {
      if (entry === undefined && next.kind !== 'terminal') state.order.push(id);
      state.entries.set(id, next);
      touched.push(id);
    }
  }
  if (event.type === 'tool.updated') touched.push(...noteChangedRequests(state, event));
  touched.push(...noteWaiting(state, event));
  if (event.type === 'elicitation.completed') touched.push(...completeElicitation(state, event));
  if (event.type === 'authentication.succeeded')
    touched.push(...finishAuthentication(state, event.at));

  const reduced = reduceHead(before, event);
  const closed = closeOpenWork(state, event);
  if (closed.length > 0) touched.push(...closed);
  if (event.type === 'turn.ended' && event.reason === 'refusal') {
    touched.push(...forgetTurn(state, event));
  }
  state.head = reduced;
  touched.push(...noteSettings(state, before, event));
  return { head: reduced !== before, entries: touched };
}

/** I6: what was under way is closed in the transcript too. */
function closeOpenWork(state: KeptState, event: Envelope): EntryId[] {
  switch (event.type) {
    case 'turn.ended':
      return state.head.turn?.turnId === event.turnId
        ? closeEntries(state, openAtEnd(state, entryOf(event)), event.at)
        : [];
    case 'agent.exited':
    case 'agent.failed':
    case 'agent.detached':
      return closeEntries(state, [...terminalsOf(state), ...state.order], event.at);
    default:
      return [];
  }
}

type Ended = Extract<Envelope, { type: 'turn.ended' }>;

/** In ACP, a refused prompt and everything after it are not part of the next prompt. */
function forgetTurn(state: KeptState, event: Ended): EntryId[] {
  const { head, order, entries } = state;
  if (head.details === null || !isAcp(head.details.wire)) return [];
  const start = order.findLastIndex((id) => id !== entryOf(event) && id.startsWith('turn-end:'));
  return order.slice(start + 1).filter((id) => {
    const entry = entries.get(id);
    if (entry?.kind !== 'message' || entry.turnId !== event.turnId) return false;
    entries.set(id, { ...entry, forgotten: true, updatedAt: event.at });
    return true;
  });
}

function closeEntries(state: KeptState, ids: readonly EntryId[], at: number): EntryId[] {
  return ids.filter((id) => {
    const entry = state.entries.get(id);
    const closed = entry && closeEntry(entry, at);
    if (closed === undefined || closed === entry) return false;
    state.entries.set(id, closed);
    return true;
  });
}

/**
 * Everything before the last turn's end was closed by that end, so the walk is as long as one turn.
 * Only questions that were asked before a turn, when another turn's end was reported late, are
 * older.
 */
function openAtEnd({ head, order }: KeptState, own: EntryId | null): EntryId[] {
  // Compares ids, because a window may not have the entries.
  const start = order.findLastIndex((id) => id !== own && id.startsWith('turn-end:'));
  return [...head.openRequests, ...order.slice(start + 1)];
}

/** Terminal entries, which are not in the order. */
function terminalsOf({ entries }: KeptState): EntryId[] {
  return [...entries.values()].flatMap((entry) => (entry.kind === 'terminal' ? [entry.id] : []));
}

/** An open question keeps its original content; later changes by the agent are stored beside it. */
function noteChangedRequests(
  { head, entries }: KeptState,
  event: EventOf<'tool.updated'> & { readonly at: number },
): EntryId[] {
  return head.openRequests.filter((id) => {
    const entry = entries.get(id);
    if (entry?.kind !== 'permission' || entry.answer !== null) return false;
    const { question, change } = entry;
    if (question.toolCallId !== event.toolCallId || question.asked === undefined) return false;
    const known = change?.facts ?? question.asked;
    const facts = changedFacts(known, event);
    if (facts === known) return false;
    const revision = (change?.revision ?? 0) + 1;
    entries.set(id, { ...entry, updatedAt: event.at, change: { facts, revision } });
    return true;
  });
}

/** A tool call waits for the user while a question about it or one of its writes is open. */
function noteWaiting(state: KeptState, event: Envelope): EntryId[] {
  switch (event.type) {
    case 'permission.asked':
    case 'elicitation.asked':
      return askedTool(state, event).filter((id) => setWaiting(state, id, true, event.at));
    case 'permission.answered':
    case 'elicitation.answered':
      return askedTool(state, event).filter((id) => setWaiting(state, id, false, event.at));
    case 'write.held':
      return writingTool(state, event.path).filter((id) => setWaiting(state, id, true, event.at));
    case 'write.decided': {
      const write = state.head.heldWrites.find(({ changeId }) => changeId === event.changeId);
      if (write === undefined) return [];
      return writingTool(state, write.path).filter((id) => setWaiting(state, id, false, event.at));
    }
    default:
      return [];
  }
}

/** The tool call that a question is about. */
function askedTool({ entries }: KeptState, event: Envelope): EntryId[] {
  const request = entries.get(entryOf(event) ?? ('' as EntryId));
  if (request?.kind !== 'permission' && request?.kind !== 'elicitation') return [];
  const { toolCallId } = request.question;
  return toolCallId ? [entryId('tool', toolCallId)] : [];
}

/** The call that a write belongs to: the one that names the file, or the only one that runs. */
function writingTool(state: KeptState, path: string): EntryId[] {
  const open = openAtEnd(state, null).flatMap((id) => {
    const entry = state.entries.get(id);
    return entry?.kind === 'tool' && entry.endedAt === null ? [entry] : [];
  });
  const isNamed = (named: string) => named === path || named.endsWith(`/${path}`);
  const naming = open.filter(
    ({ locations, content }) =>
      locations.some((location) => isNamed(location.path)) ||
      content.some((one) => one.type === 'diff' && isNamed(one.path)),
  );
  const [tool] = naming.length > 0 || open.length > 1 ? naming : open;
  return tool === undefined ? [] : [tool.id];
}

/** Starts or stops the clock of the user's time; false if that changes nothing. */
function setWaiting({ entries }: KeptState, id: EntryId, waits: boolean, at: number): boolean {
  const tool = entries.get(id);
  if (tool?.kind !== 'tool' || tool.endedAt !== null) return false;
  const { milliseconds = 0, since = null } = tool.waited ?? {};
  if (waits === (since !== null)) return false;
  const waited =
    since === null
      ? { milliseconds, since: at }
      : { milliseconds: milliseconds + at - since, since: null };
  entries.set(id, { ...tool, waited });
  return true;
}

function completeElicitation(
  state: KeptState,
  event: Extract<Envelope, { type: 'elicitation.completed' }>,
): EntryId[] {
  for (const [id, entry] of state.entries) {
    if (entry.kind !== 'elicitation' || !isFor(entry, event.elicitationId)) continue;
    state.entries.set(id, { ...entry, completed: true, updatedAt: event.at });
    return [id];
  }
  return [];
}

function isFor({ question }: ElicitationEntry, elicitationId: string): boolean {
  return question.body.type === 'url' && question.body.elicitationId === elicitationId;
}

function finishAuthentication(state: KeptState, at: number): EntryId[] {
  const touched: EntryId[] = [];
  for (const [id, entry] of state.entries) {
    if (entry.kind !== 'authentication' || entry.done) continue;
    state.entries.set(id, { ...entry, done: true, updatedAt: at });
    touched.push(id);
  }
  return touched;
}
