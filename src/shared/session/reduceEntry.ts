import { ofNewerBuild } from '#shared/errors';
import type { EntryId, TurnId } from '#shared/ids';
import type { ContentBlock, KeptBlock, ToolStatus } from './content';
import type {
  CompactionEntry,
  KeptEntry,
  MessageWords,
  SubagentEntry,
  TerminalEntry,
  ToolEntry,
} from './entries';
import type { Envelope, EventOf } from './events';
import { isEnded } from './reduceHead';
import { setupWords } from './words/setupWords';

const SUMMARY_CHARACTERS = 200_000;

type At<T> = T & { readonly at: number };

/**
 * Pure. `undefined` means that the event leaves no entry, such as an answer to an unknown request.
 */
export function reduceEntry(
  id: EntryId,
  entry: KeptEntry | undefined,
  event: Envelope,
  turn: { readonly turnId: TurnId; readonly startedAt: number } | null,
): KeptEntry | undefined {
  const base = {
    id,
    turnId: entry?.turnId ?? turn?.turnId ?? null,
    at: entry?.at ?? event.at,
    updatedAt: event.at,
  };
  switch (event.type) {
    case 'turn.started':
    case 'turn.steered':
      return {
        ...base,
        kind: 'message',
        messageId: event.messageId,
        role: 'user',
        blocks: event.content,
        subagent: null,
        turnId: event.turnId,
      };
    case 'message.appended': {
      const message = ofKind(entry, 'message');
      return {
        ...base,
        kind: 'message',
        messageId: event.messageId,
        subagent: message?.subagent ?? event.subagent ?? null,
        ...appendWords(message ?? { role: event.role, blocks: [] }, event.content),
      };
    }
    case 'tool.updated':
      return { ...base, ...updateTool(ofKind(entry, 'tool'), event, isOver(entry, turn)) };
    case 'plan.updated':
      // Agents announce a plan before they have one.
      if (entry === undefined && event.body.type === 'items' && event.body.items.length === 0) {
        return entry;
      }
      return { ...base, kind: 'plan', planId: event.planId, body: event.body, removed: false };
    case 'plan.removed': {
      const plan = ofKind(entry, 'plan');
      return plan && { ...plan, updatedAt: event.at, removed: true };
    }
    case 'permission.asked':
      return {
        ...base,
        kind: 'permission',
        requestId: event.requestId,
        question: event.question,
        answer: ofKind(entry, 'permission')?.answer ?? null,
      };
    case 'permission.answered': {
      const permission = ofKind(entry, 'permission');
      // The first answer counts; the agent has had it already.
      if (!permission || permission.answer) return permission;
      return {
        ...permission,
        updatedAt: event.at,
        answer: {
          outcome: event.outcome,
          by: event.by,
          ...(event.rules === undefined ? {} : { rules: event.rules }),
        },
      };
    }
    case 'elicitation.asked':
      return {
        ...base,
        kind: 'elicitation',
        requestId: event.requestId,
        question: event.question,
        answer: ofKind(entry, 'elicitation')?.answer ?? null,
        completed: false,
      };
    case 'elicitation.answered': {
      const elicitation = ofKind(entry, 'elicitation');
      if (!elicitation || elicitation.answer) return elicitation;
      return {
        ...elicitation,
        updatedAt: event.at,
        answer: { outcome: event.outcome, by: event.by },
      };
    }
    case 'terminal.started':
    case 'terminal.ended':
      return { ...base, ...updateTerminal(ofKind(entry, 'terminal'), event) };
    case 'compaction.updated':
      return {
        ...base,
        ...updateCompaction(ofKind(entry, 'compaction'), event, isOver(entry, turn)),
      };
    case 'subagent.updated':
      return { ...base, ...updateSubagent(ofKind(entry, 'subagent'), event) };
    case 'notice.posted':
      return {
        ...base,
        kind: 'notice',
        severity: event.severity,
        title: event.title,
        description: event.description ?? null,
      };
    case 'setup.started':
    case 'setup.ended':
      return { ...base, kind: 'notice', ...setupWords(event) };
    case 'unknown.received':
      return { ...base, kind: 'unknown', label: event.label, raw: event.raw };
    case 'turn.ended':
      return {
        ...base,
        kind: 'turn-end',
        turnId: event.turnId,
        reason: event.reason,
        message: event.message ?? null,
        ...(event.detail === undefined ? {} : { detail: event.detail }),
        usage: event.usage ?? null,
        startedAt: turn?.startedAt ?? event.at,
      };
    case 'agent.failed':
      return {
        ...base,
        kind: 'failure',
        message: event.message,
        ...(event.reason === undefined ? {} : { reason: event.reason }),
        detail: event.detail ?? null,
        stderrTail: event.stderrTail ?? '',
      };
    case 'agent.exited':
      return {
        ...base,
        kind: 'failure',
        message: event.message,
        detail: null,
        stderrTail: event.stderrTail,
      };
    case 'authentication.required':
      return {
        ...base,
        kind: 'authentication',
        message: event.message,
        methods: event.methods,
        done: false,
      };
    case 'host.refused':
      return { ...base, kind: 'refusal', refusal: event.refusal };
    case 'continuity.checked':
      return { ...base, kind: 'continuity', verdict: event.verdict, message: event.message };
    case 'session.created':
    case 'session.titled':
    case 'session.archived':
    case 'agent.starting':
    case 'agent.started':
    case 'agent.attached':
    case 'agent.detached':
    case 'authentication.succeeded':
    case 'host.allowed':
    case 'path.refused':
    case 'prompt.queued':
    case 'prompt.edited':
    case 'prompt.removed':
    case 'write.held':
    case 'write.decided':
    case 'prompt.paused':
    case 'turn.cancelling':
    case 'agent.described':
    case 'elicitation.completed':
    case 'modes.updated':
    case 'mode.changed':
    case 'options.updated':
    case 'options.chosen':
    case 'commands.updated':
    case 'usage.updated':
    case 'mcp.offered':
      return entry;
    default:
      return ofNewerBuild(event, entry);
  }
}

/** Ends what an entry still had open when its turn ended or its process went away. */
export function closeEntry(entry: KeptEntry, at: number): KeptEntry {
  switch (entry.kind) {
    case 'tool':
      return isEnded(entry.status)
        ? entry
        : { ...entry, status: 'cancelled', endedAt: at, updatedAt: at };
    case 'permission':
    case 'elicitation':
      return entry.answer
        ? entry
        : { ...entry, updatedAt: at, answer: { outcome: { type: 'cancelled' }, by: 'exit' } };
    case 'terminal':
      return entry.exit
        ? entry
        : {
            ...entry,
            updatedAt: at,
            exit: { code: null, signal: null, tail: '', truncated: false },
          };
    case 'compaction':
      return entry.status === 'in_progress' ? { ...entry, status: 'failed', updatedAt: at } : entry;
    case 'message':
    case 'plan':
    case 'notice':
    case 'subagent':
    case 'turn-end':
    case 'failure':
    case 'authentication':
    case 'continuity':
    case 'refusal':
    case 'setting':
    case 'unknown':
      return entry;
    default:
      return ofNewerBuild(entry, entry);
  }
}

function ofKind<K extends KeptEntry['kind']>(
  entry: KeptEntry | undefined,
  kind: K,
): Extract<KeptEntry, { kind: K }> | undefined {
  return entry?.kind === kind ? (entry as Extract<KeptEntry, { kind: K }>) : undefined;
}

function appendWords(words: MessageWords<KeptBlock>, added: ContentBlock): MessageWords<KeptBlock> {
  return words.role === 'user'
    ? { role: words.role, blocks: appendBlock(words.blocks, added) }
    : { role: words.role, blocks: appendBlock(words.blocks, added) };
}

/** Adjacent text is one text. */
export function appendBlock<B extends KeptBlock>(
  blocks: readonly B[],
  added: ContentBlock,
): readonly (B | ContentBlock)[] {
  const last = blocks.at(-1);
  if (added.type !== 'text' || last?.type !== 'text') return [...blocks, added];
  return [...blocks.slice(0, -1), { type: 'text', text: last.text + added.text }];
}

/** I6: whether the turn of an entry has ended, so that nothing in it may start again. */
function isOver(entry: KeptEntry | undefined, turn: { readonly turnId: TurnId } | null): boolean {
  return entry !== undefined && (turn === null || entry.turnId !== turn.turnId);
}

/**
 * A tool call that we closed with its turn stays closed. So does one that ended in a turn that is
 * over. Only its real end, reported late, counts.
 */
function nextStatus(
  current: ToolStatus | undefined,
  told: ToolStatus | undefined,
  isTurnOver: boolean,
): ToolStatus {
  const isClosed = current === 'cancelled' || (isTurnOver && current && isEnded(current));
  if (isClosed && (told === undefined || !isEnded(told))) return current;
  return told ?? current ?? 'pending';
}

type Without<T> = Omit<T, 'id' | 'turnId' | 'at' | 'updatedAt'>;

function updateTool(
  tool: ToolEntry | undefined,
  event: At<EventOf<'tool.updated'>>,
  isTurnOver: boolean,
): Without<ToolEntry> {
  const status = nextStatus(tool?.status, event.status, isTurnOver);
  return {
    kind: 'tool',
    toolCallId: event.toolCallId,
    title: event.title ?? tool?.title ?? '',
    name: patched(event.name, tool?.name, null),
    toolKind: event.kind ?? tool?.toolKind ?? 'other',
    status,
    content: patched(withEdits(event.content, tool?.content), tool?.content, []),
    locations: patched(event.locations, tool?.locations, []),
    input: patched(event.input, tool?.input, null),
    output: patched(event.output, tool?.output, null),
    endedAt: isEnded(status) ? (tool?.endedAt ?? event.at) : null,
    ...(tool?.waited && { waited: tool.waited }),
    subagent: tool?.subagent ?? event.subagent ?? null,
  };
}

/** Some agents report a result in place of the edit that they showed: the edit stays above it. */
function withEdits(
  told: EventOf<'tool.updated'>['content'],
  known: ToolEntry['content'] = [],
): EventOf<'tool.updated'>['content'] {
  const isText = told && told.length > 0 && told.every(({ type }) => type === 'content');
  if (!isText) return told;
  return [...known.filter(({ type }) => type === 'diff' || type === 'patch'), ...told];
}

function updateTerminal(
  terminal: TerminalEntry | undefined,
  event: EventOf<'terminal.started'> | EventOf<'terminal.ended'>,
): Without<TerminalEntry> {
  const exit =
    event.type === 'terminal.ended'
      ? { code: event.exitCode, signal: event.signal, tail: event.tail, truncated: event.truncated }
      : (terminal?.exit ?? null);
  const start = event.type === 'terminal.started' ? event : terminal;
  return {
    kind: 'terminal',
    terminalId: event.terminalId,
    command: start?.command ?? '',
    args: start?.args ?? [],
    cwd: start?.cwd ?? '',
    owner: start?.owner ?? 'agent',
    ...(start?.tty ? { tty: start.tty } : {}),
    ...(start?.env ? { env: start.env } : {}),
    exit,
  };
}

function updateCompaction(
  compaction: CompactionEntry | undefined,
  event: EventOf<'compaction.updated'>,
  isTurnOver: boolean,
): Without<CompactionEntry> {
  const known = compaction?.status;
  const told = isTurnOver && event.status === 'in_progress' ? known : event.status;
  return {
    kind: 'compaction',
    status: told ?? known ?? 'in_progress',
    summary: appended(patched(event.summary, compaction?.summary, ''), event.summaryAppended ?? ''),
    error: patched(event.error, compaction?.error, null),
  };
}

/** A summary is read in one go, so its text beyond this length is left out. */
function appended(summary: string, added: string): string {
  return summary.length >= SUMMARY_CHARACTERS ? summary : summary + added;
}

function updateSubagent(
  subagent: SubagentEntry | undefined,
  event: EventOf<'subagent.updated'>,
): Without<SubagentEntry> {
  return {
    kind: 'subagent',
    subagent: event.subagent,
    title: patched(event.title, subagent?.title, ''),
    description: patched(event.description, subagent?.description, null),
    state: patched(event.state, subagent?.state, null),
  };
}

/** Omitted keeps, null clears, a value replaces. */
function patched<T>(patch: T | null | undefined, current: T | undefined, empty: T): T {
  if (patch === undefined) return current ?? empty;
  return patch ?? empty;
}
