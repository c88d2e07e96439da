import { ofNewerBuild } from '#shared/errors';
import type { EntryId, QueuedPromptId, SessionId } from '#shared/ids';
import { isNewPathRefusal } from '#shared/seal';
import type { AgentFact, ChosenSettings } from './agent';
import type { ContentBlock } from './content';
import { NO_EFFORT, withTurn } from './effort';
import { entryId } from './entries';
import type { Envelope, EventOf } from './events';
import { noNetworkNews, withAllowed, withRefusal } from './network';
import type { AgentDetails, HeldWrite, QueuedPrompt, SessionHead } from './state';

const TITLE_LENGTH = 80;

/** The head of a session before anything but its id is known. */
export function emptyHead(id: SessionId): SessionHead {
  return {
    id,
    agent: { id: '' as SessionHead['agent']['id'], name: '' },
    project: '',
    cwd: '',
    additionalDirectories: [],
    isolation: 'isolated',
    continues: null,
    base: null,
    origin: null,
    title: '',
    titledBy: null,
    archived: false,
    createdAt: 0,
    updatedAt: 0,
    seq: 0,
    connection: { type: 'detached' },
    down: null,
    setup: null,
    details: null,
    agentSessionId: null,
    turn: null,
    turnCount: 0,
    lastTurnEnd: null,
    continuity: 'holds',
    queue: [],
    modes: null,
    options: [],
    chosen: {},
    commands: [],
    usage: null,
    effort: NO_EFFORT,
    mcpServers: [],
    openRequests: [],
    heldWrites: [],
    network: noNetworkNews,
    refusedPaths: [],
  };
}

/** Pure: the same head comes back when the event does not concern it. */
export function reduceHead(head: SessionHead, event: Envelope): SessionHead {
  switch (event.type) {
    case 'session.created':
      return {
        ...head,
        agent: event.agent,
        project: event.project,
        cwd: event.cwd,
        additionalDirectories: event.additionalDirectories,
        isolation: event.isolation,
        continues: event.continues ?? null,
        base: event.base ?? null,
        origin: event.origin ?? null,
        createdAt: event.at,
      };
    case 'session.titled':
      // A name that the user gave stays, whatever the agent thinks of later.
      if (head.titledBy === 'user' && event.by !== 'user') return head;
      return { ...head, title: event.title, titledBy: event.by };
    case 'session.archived':
      return { ...head, archived: event.archived };
    case 'setup.started':
      return { ...head, setup: { noteId: event.noteId, command: event.command } };
    case 'setup.ended':
      return { ...head, setup: null };
    case 'agent.starting':
      return { ...head, connection: { type: 'starting' } };
    case 'agent.started':
      return {
        ...head,
        details: {
          wire: event.wire,
          protocolVersion: event.protocolVersion,
          identity: event.identity,
          powers: event.powers,
        },
      };
    case 'agent.described':
      return head.details === null
        ? head
        : { ...head, details: { ...head.details, facts: described(head.details, event.facts) } };
    case 'agent.attached':
      return {
        ...head,
        connection: { type: 'ready' },
        down: null,
        agentSessionId: event.agentSessionId,
        // An earlier conversation is checked next. A kill before that keeps the last known verdict.
        continuity: event.attachment === 'new' ? 'holds' : head.continuity,
      };
    case 'agent.failed':
      return {
        ...withoutOpenWork(head, event),
        connection: { type: 'failed', message: event.message },
        down: entryId('failure', event.seq),
      };
    case 'agent.exited':
      return {
        ...withoutOpenWork(head, event),
        connection: { type: 'exited', message: event.message },
        down: entryId('failure', event.seq),
      };
    case 'agent.detached':
      return { ...withoutOpenWork(head, event), connection: { type: 'detached' } };
    case 'authentication.required':
      return {
        ...head,
        connection: { type: 'authentication', message: event.message, methods: event.methods },
        down: entryId('authentication', event.seq),
      };
    case 'authentication.succeeded':
      return { ...head, connection: { type: 'starting' } };
    case 'continuity.checked':
      return { ...head, continuity: event.verdict };
    case 'host.refused':
      return { ...head, network: withRefusal(head.network, event.refusal) };
    case 'path.refused':
      return isNewPathRefusal(head.refusedPaths, event.refusal)
        ? { ...head, refusedPaths: [...head.refusedPaths, { ...event.refusal, at: event.at }] }
        : head;
    case 'host.allowed':
      return { ...head, network: withAllowed(head.network, event.rule) };
    case 'modes.updated':
      return { ...head, modes: { available: event.available, current: event.current } };
    case 'mode.changed':
      return head.modes ? { ...head, modes: { ...head.modes, current: event.current } } : head;
    case 'options.updated':
      return { ...head, options: event.options };
    case 'options.chosen':
      return { ...head, chosen: withChosen(head.chosen, event.chosen) };
    case 'commands.updated':
      return { ...head, commands: event.commands };
    case 'mcp.offered':
      return { ...head, mcpServers: event.servers };
    case 'usage.updated':
      return { ...head, usage: event.usage };
    case 'permission.asked':
      return openRequest(head, entryId('permission', event.requestId));
    case 'permission.answered':
      return closeRequest(head, entryId('permission', event.requestId));
    case 'elicitation.asked':
      return openRequest(head, entryId('elicitation', event.requestId));
    case 'elicitation.answered':
      return closeRequest(head, entryId('elicitation', event.requestId));
    case 'write.held':
      return {
        ...head,
        heldWrites: [...withoutHeld(head, event), { changeId: event.changeId, path: event.path }],
      };
    case 'write.decided':
      return { ...head, heldWrites: withoutHeld(head, event) };
    case 'prompt.queued':
      return {
        ...withTitleFrom(head, event.content),
        queue: [
          ...head.queue,
          { promptId: event.promptId, content: event.content, isPaused: false },
        ],
      };
    case 'prompt.edited':
      return withQueued(head, event.promptId, { content: event.content, isPaused: false });
    case 'prompt.paused':
      return withQueued(head, event.promptId, { isPaused: event.paused });
    case 'prompt.removed':
      return withoutQueued(head, event.promptId);
    case 'turn.started':
      return startTurn(head, event);
    case 'turn.steered':
      return withoutQueued(head, event.promptId);
    case 'turn.cancelling':
      return head.turn?.turnId === event.turnId
        ? { ...head, turn: { ...head.turn, cancelling: true, stoppedAt: event.at } }
        : head;
    case 'turn.ended':
      return head.turn?.turnId === event.turnId
        ? { ...withoutOpenWork(head, event), lastTurnEnd: event.reason }
        : head;
    case 'message.appended':
    case 'tool.updated':
    case 'plan.updated':
    case 'plan.removed':
    case 'elicitation.completed':
    case 'terminal.started':
    case 'terminal.ended':
    case 'notice.posted':
    case 'compaction.updated':
    case 'subagent.updated':
    case 'unknown.received':
      return head;
    default:
      return ofNewerBuild(event, head);
  }
}

function startTurn(
  head: SessionHead,
  event: EventOf<'turn.started'> & { at: number },
): SessionHead {
  return {
    ...withTitleFrom(withoutQueued(head, event.promptId), event.content),
    turn: { turnId: event.turnId, startedAt: event.at, cancelling: false },
    turnCount: head.turnCount + 1,
    lastTurnEnd: null,
  };
}

/** The first prompt names the session, from when it is queued, until somebody names it better. */
function withTitleFrom(head: SessionHead, content: readonly ContentBlock[]): SessionHead {
  const title = titleFrom(content);
  return head.titledBy === null && title !== '' ? { ...head, title, titledBy: 'prompt' } : head;
}

function titleFrom(content: readonly ContentBlock[]): string {
  const text = content.find((block) => block.type === 'text')?.text ?? '';
  const line = text.trim().split('\n', 1)[0]?.trim() ?? '';
  const characters = [...line];
  if (characters.length <= TITLE_LENGTH) return line;
  return `${characters
    .slice(0, TITLE_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}

/** I6: nothing waits or spins once the turn is over or the process has ended. */
function withoutOpenWork(head: SessionHead, event: Envelope): SessionHead {
  const { turn, effort } = head;
  const usage = event.type === 'turn.ended' ? event.usage : undefined;
  return {
    ...head,
    turn: null,
    effort: turn === null ? effort : withTurn(effort, event.at - turn.startedAt, usage),
    openRequests: [],
    heldWrites: [],
  };
}

function withQueued(
  head: SessionHead,
  promptId: QueuedPromptId,
  change: Partial<QueuedPrompt>,
): SessionHead {
  return {
    ...head,
    queue: head.queue.map((prompt) =>
      prompt.promptId === promptId ? { ...prompt, ...change } : prompt,
    ),
  };
}

function withoutQueued(head: SessionHead, promptId: string | undefined): SessionHead {
  if (promptId === undefined) return head;
  return { ...head, queue: head.queue.filter((prompt) => prompt.promptId !== promptId) };
}

function openRequest(head: SessionHead, id: EntryId): SessionHead {
  if (head.openRequests.includes(id)) return head;
  const effort = { ...head.effort, questions: head.effort.questions + 1 };
  return { ...head, effort, openRequests: [...head.openRequests, id] };
}

function closeRequest(head: SessionHead, id: EntryId): SessionHead {
  return head.openRequests.includes(id)
    ? { ...head, openRequests: head.openRequests.filter((open) => open !== id) }
    : head;
}

function withoutHeld(
  { heldWrites }: SessionHead,
  { changeId }: Pick<HeldWrite, 'changeId'>,
): readonly HeldWrite[] {
  return heldWrites.filter((write) => write.changeId !== changeId);
}

export function isEnded(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function described({ facts = [] }: AgentDetails, told: readonly AgentFact[]): readonly AgentFact[] {
  const isReplaced = ({ name }: AgentFact) => told.some((fact) => fact.name === name);
  return [...facts.filter((fact) => !isReplaced(fact)), ...told];
}

function withChosen(before: ChosenSettings, chosen: ChosenSettings): ChosenSettings {
  return { ...before, ...chosen, options: { ...before.options, ...chosen.options } };
}
