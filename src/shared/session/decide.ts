import { fail, ok, type Result } from '#shared/errors';
import type { IdSource } from '#shared/ids';
import type { CommandOf, SessionCommand } from './commands';
import type { ContentBlock } from './content';
import { entryId } from './entries';
import type { SessionEvent } from './events';
import { problemInForm } from './request/formAnswer';
import type { KeptState, QueuedPrompt, SessionHead } from './state';
import { whyNoSettings, whyUnavailable } from './words/unavailable';

/** More queued prompts than anybody types by hand: beyond it a script is running away. */
const QUEUE_LIMIT = 64;
const TITLE_LIMIT = 200;

/**
 * Pure: what a command makes true, or why it cannot be. Main logs the events and then acts on
 * them; the window greys buttons with the same answer. Commands that change nothing in the log
 * by themselves (a mode that the agent has yet to confirm) give no events.
 */
export function decide(
  state: KeptState,
  command: SessionCommand,
  ids: IdSource,
): Result<readonly SessionEvent[]> {
  switch (command.type) {
    case 'prompt.send':
      return sendPrompt(state, command.content, ids);
    case 'prompt.steer':
      return steer(state, command.content, ids);
    case 'prompt.edit':
      return withQueued(state, command.promptId, () =>
        isEmpty(command.content)
          ? fail('invalid-input', 'The prompt is empty.')
          : ok([{ type: 'prompt.edited', promptId: command.promptId, content: command.content }]),
      );
    case 'prompt.remove':
      return withQueued(state, command.promptId, () =>
        ok([{ type: 'prompt.removed', promptId: command.promptId }]),
      );
    case 'prompt.pause':
      return withQueued(state, command.promptId, ({ isPaused }) =>
        isPaused === command.paused
          ? ok([])
          : ok([{ type: 'prompt.paused', promptId: command.promptId, paused: command.paused }]),
      );
    case 'setup.skip':
      return skipSetup(state);
    case 'queue.resume':
      return resumeQueue(state, ids);
    case 'turn.cancel': {
      const { turn } = state.head;
      if (turn === null) return fail('refused', 'The agent is not working.');
      return ok(turn.cancelling ? [] : [{ type: 'turn.cancelling', turnId: turn.turnId }]);
    }
    case 'permission.answer':
      return answerPermission(state, command);
    case 'elicitation.answer':
      return answerElicitation(state, command);
    case 'mode.set':
      return setMode(state, command.modeId);
    case 'option.set':
      return setOption(state, command);
    case 'session.rename':
      return rename(command.title);
    case 'session.archive':
      return ok([{ type: 'session.archived', archived: command.archived }]);
    case 'host.allow':
      return allowHost(state, command.rule);
    case 'agent.restart':
      return isConnected(state)
        ? fail('refused', 'The agent is already running.')
        : ok([{ type: 'agent.starting' }]);
    case 'copy.restore':
      return restoreCopy(state);
    case 'agent.cancelStart':
      return cancelStart(state, ids);
    case 'continuity.accept':
      return state.head.continuity === 'differs'
        ? ok([
            {
              type: 'continuity.checked',
              verdict: 'unverified',
              expectedMessages: 0,
              foundMessages: null,
              message: 'You chose to continue although the agent no longer has this conversation.',
            },
          ])
        : fail('refused', 'There is nothing to confirm.');
    case 'authentication.start':
      return authenticate(state, command.methodId);
    case 'authentication.logout':
      return logOut(state);
  }
}

/**
 * The next queued prompt as the turn that it becomes; none while a turn runs, one may not start, or
 * the user is editing the prompt.
 */
export function nextQueuedTurn(state: KeptState, ids: IdSource): readonly SessionEvent[] {
  const next = state.head.queue[0];
  if (next === undefined || next.isPaused || !canStartTurn(state).ok) return [];
  return [startedTurn(next.content, ids, next.promptId)];
}

function sendPrompt(
  state: KeptState,
  content: readonly ContentBlock[],
  ids: IdSource,
): Result<readonly SessionEvent[]> {
  if (isEmpty(content)) return fail('invalid-input', 'The prompt is empty.');
  const { head } = state;
  if (head.continuity === 'differs') {
    return fail('refused', 'The agent no longer has this conversation. Choose how to continue.');
  }
  if (head.queue.length >= QUEUE_LIMIT) return fail('refused', 'The queue is full.');
  const queued: SessionEvent = {
    type: 'prompt.queued',
    promptId: ids.mint('queuedPrompt'),
    content,
  };
  if (head.turn !== null || head.connection.type === 'starting') return ok([queued]);
  if (head.setup !== null && head.connection.type === 'ready') return ok([queued]);
  // A session that was reopened wakes its agent with the first prompt.
  if (head.connection.type === 'detached') return ok([queued, { type: 'agent.starting' }]);
  const allowed = canStartTurn(state);
  if (!allowed.ok) return allowed;
  // Prompts that a stopped turn left behind go first.
  if (head.queue.length > 0) return ok([queued, ...nextQueuedTurn(state, ids)]);
  return ok([startedTurn(content, ids)]);
}

/** Allows only a host that was refused before: the window cannot invent one. */
function allowHost({ head }: KeptState, rule: string): Result<readonly SessionEvent[]> {
  const { refused, allowed } = head.network;
  if (allowed.includes(rule)) return ok([]);
  return refused.some((refusal) => refusal.rule === rule)
    ? ok([{ type: 'host.allowed', rule }])
    : fail('refused', 'This host was not refused in this session.');
}

/** Sends the next queued prompt, if the agent is ready. */
function skipSetup(state: KeptState): Result<readonly SessionEvent[]> {
  const { setup } = state.head;
  if (setup === null) return fail('refused', 'No setup is running.');
  return ok([{ type: 'setup.ended', ...setup, outcome: 'skipped' }]);
}

function resumeQueue(state: KeptState, ids: IdSource): Result<readonly SessionEvent[]> {
  const { queue, connection, continuity } = state.head;
  if (queue.length === 0) return fail('refused', 'The queue is empty.');
  if (queue[0]?.isPaused) return fail('refused', 'Save or cancel your edit of the next prompt.');
  if (continuity !== 'differs') {
    if (connection.type === 'starting') return ok([]);
    if (connection.type === 'detached') return ok([{ type: 'agent.starting' }]);
  }
  const allowed = canStartTurn(state);
  return allowed.ok ? ok(nextQueuedTurn(state, ids)) : allowed;
}

function startedTurn(
  content: readonly ContentBlock[],
  ids: IdSource,
  promptId?: KeptState['head']['queue'][number]['promptId'],
): SessionEvent {
  const event = {
    type: 'turn.started',
    turnId: ids.mint('turn'),
    messageId: ids.mint('message'),
    content,
  } as const;
  return promptId === undefined ? event : { ...event, promptId };
}

function canStartTurn({ head }: KeptState): Result<void> {
  if (head.turn !== null) return fail('refused', 'The agent is still working.');
  if (head.continuity === 'differs') {
    return fail('refused', 'The agent no longer has this conversation.');
  }
  switch (head.connection.type) {
    case 'ready':
      return head.setup === null ? ok() : fail('unavailable', 'The project is still being set up.');
    case 'starting':
      return fail('unavailable', 'The agent is still starting.');
    case 'authentication':
      return fail('authentication-required', 'Log in first.');
    default:
      return fail('unavailable', 'The agent is not running. Restart it to continue.');
  }
}

function steer(
  state: KeptState,
  content: readonly ContentBlock[],
  ids: IdSource,
): Result<readonly SessionEvent[]> {
  const { turn, details, queue } = state.head;
  if (isEmpty(content)) return fail('invalid-input', 'The prompt is empty.');
  if (turn === null) return fail('refused', 'The agent is not working.');
  if (turn.cancelling) return fail('refused', 'The agent is being stopped.');
  const lacking = whyUnavailable(details, 'steer');
  if (lacking !== null) return fail('refused', lacking);
  if (queue.length >= QUEUE_LIMIT) return fail('refused', 'The queue is full.');
  // The prompt stays in the queue until the agent has accepted it; otherwise it is sent next.
  return ok([{ type: 'prompt.queued', promptId: ids.mint('queuedPrompt'), content }]);
}

function withQueued(
  { head }: KeptState,
  promptId: string,
  decision: (prompt: QueuedPrompt) => Result<readonly SessionEvent[]>,
): Result<readonly SessionEvent[]> {
  const queued = head.queue.find((prompt) => prompt.promptId === promptId);
  return queued ? decision(queued) : fail('not-found', 'This prompt was already sent.');
}

/** I7: the first answer counts. */
function answerPermission(
  state: KeptState,
  { requestId, optionId, revision = 0 }: CommandOf<'permission.answer'>,
): Result<readonly SessionEvent[]> {
  const entry = state.entries.get(entryId('permission', requestId));
  if (entry?.kind !== 'permission') return fail('not-found', 'There is no such question.');
  if (entry.answer) return fail('conflict', 'This question was already answered.');
  if (!entry.question.options.some((option) => option.id === optionId)) {
    return fail('invalid-input', 'The agent did not offer this answer.');
  }
  if (revision !== (entry.change?.revision ?? 0)) {
    return fail('conflict', 'The agent just changed this request. Read it again, then answer.');
  }
  return ok([
    { type: 'permission.answered', requestId, outcome: { type: 'selected', optionId }, by: 'user' },
  ]);
}

function answerElicitation(
  state: KeptState,
  { requestId, answer }: CommandOf<'elicitation.answer'>,
): Result<readonly SessionEvent[]> {
  const entry = state.entries.get(entryId('elicitation', requestId));
  if (entry?.kind !== 'elicitation') return fail('not-found', 'There is no such question.');
  if (entry.answer) return fail('conflict', 'This question was already answered.');
  if (answer.type === 'accepted' && entry.question.body.type === 'form') {
    const problem = problemInForm(entry.question.body.fields, answer.values);
    if (problem !== null) return fail('invalid-input', problem);
  }
  return ok([{ type: 'elicitation.answered', requestId, outcome: answer, by: 'user' }]);
}

function setMode({ head }: KeptState, modeId: string): Result<readonly SessionEvent[]> {
  const known = head.modes?.available.some((mode) => mode.id === modeId);
  return known ? startedForSetting(head) : fail('invalid-input', 'The agent has no such mode.');
}

function setOption(
  { head }: KeptState,
  { optionId, value }: CommandOf<'option.set'>,
): Result<readonly SessionEvent[]> {
  const option = head.options.find(({ id }) => id === optionId);
  if (option === undefined) return fail('invalid-input', 'The agent has no such option.');
  const fits =
    option.type === 'boolean'
      ? typeof value === 'boolean'
      : option.groups.some((group) => group.choices.some((choice) => choice.value === value));
  return fits
    ? startedForSetting(head)
    : fail('invalid-input', 'The agent does not offer this value.');
}

/** A session that was reopened starts its agent when a setting is changed, as with a prompt. */
function startedForSetting(head: SessionHead): Result<readonly SessionEvent[]> {
  const reason = whyNoSettings(head);
  if (reason !== null) return fail('unavailable', reason);
  return ok(head.connection.type === 'detached' ? [{ type: 'agent.starting' }] : []);
}

/** Queued prompts stay in the queue; the next prompt starts the agent again. */
function cancelStart({ head }: KeptState, ids: IdSource): Result<readonly SessionEvent[]> {
  if (head.connection.type !== 'starting') return fail('refused', 'The agent is not starting.');
  return ok([
    { type: 'agent.detached' },
    {
      type: 'notice.posted',
      noteId: ids.mint('note'),
      severity: 'info',
      title: `You stopped ${head.agent.name} while it was starting.`,
      description: 'It starts again with the next prompt.',
    },
  ]);
}

/** The copy is brought back first; the agent starts once it is there. */
function restoreCopy(state: KeptState): Result<readonly SessionEvent[]> {
  if (state.head.isolation === 'in-place') {
    return fail('refused', 'This session works in your own folder and has no copy.');
  }
  return isConnected(state) ? fail('refused', 'The agent is already running.') : ok([]);
}

function rename(title: string): Result<readonly SessionEvent[]> {
  const trimmed = title.trim().slice(0, TITLE_LIMIT);
  if (trimmed === '') return fail('invalid-input', 'The title is empty.');
  return ok([{ type: 'session.titled', title: trimmed, by: 'user' }]);
}

function authenticate({ head }: KeptState, methodId: string): Result<readonly SessionEvent[]> {
  if (head.connection.type !== 'authentication')
    return fail('refused', 'The agent does not need a login.');
  const known = head.connection.methods.some((method) => method.id === methodId);
  return known ? ok([]) : fail('invalid-input', 'The agent has no such login method.');
}

function logOut({ head }: KeptState): Result<readonly SessionEvent[]> {
  if (head.connection.type !== 'ready') return fail('unavailable', 'The agent is not running.');
  const lacking = whyUnavailable(head.details, 'logout');
  if (lacking !== null) return fail('refused', lacking);
  if (head.turn !== null) return fail('refused', 'The agent is still working.');
  return ok([]);
}

function isConnected({ head }: KeptState): boolean {
  return head.connection.type === 'ready' || head.connection.type === 'starting';
}

function isEmpty(content: readonly ContentBlock[]): boolean {
  return content.every((block) => block.type === 'text' && block.text.trim() === '');
}
