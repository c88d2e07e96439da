import { describe, expect, it } from 'vitest';
import type { ChangeId, RequestId, TerminalId, ToolCallId, TurnId } from '#shared/ids';
import { everyEvent, sampleEvent as first, sampleEvents } from '#test/support/everyEvent';
import { foldAll } from '#test/support/foldAll';
import { isOpen } from '#test/support/openEntry';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import type { ToolContent } from './content';
import { entryId } from './entries';
import type { SessionEvent } from './events';
import { apply } from './fold';
import type { SessionState } from './state';

// Shows I4.

function folded(...events: readonly SessionEvent[]): SessionState {
  return foldAll(SESSION, stamp([created(), ...events]));
}

it('a session whose agent is let go, as when the program ends, has not changed since', () => {
  const events = stamp([created(), first('agent.detached')]).map((event, index) => ({
    ...event,
    at: index * 1_000,
  }));
  expect(foldAll(SESSION, events).head).toMatchObject({ updatedAt: 0, seq: events[1]?.seq });
});

describe('a single event', () => {
  const turnId = 'trn_1' as TurnId;
  const started = first('turn.started');
  const cases: readonly [string, readonly SessionEvent[], object][] = [
    ['session.created', [], { project: '/project', cwd: '/work', isolation: 'isolated' }],
    ['session.titled', [first('session.titled')], { title: 'Mine', titledBy: 'user' }],
    [
      'a title of the agent’s after the user’s own',
      [...sampleEvents['session.titled']],
      { title: 'Mine', titledBy: 'user' },
    ],
    ['the first prompt as the title', [started], { title: 'Do it.', titledBy: 'prompt' }],
    [
      'the agent’s title over the prompt’s',
      [started, { type: 'session.titled', title: 'Better', by: 'agent' }],
      { title: 'Better', titledBy: 'agent' },
    ],
    ['session.archived', [first('session.archived')], { archived: true }],
    ['setup.started', [first('setup.started')], { setup: { command: 'npm ci' } }],
    ['setup.ended', [first('setup.started'), first('setup.ended')], { setup: null }],
    ['agent.starting', [first('agent.starting')], { connection: { type: 'starting' } }],
    ['agent.started', [first('agent.started')], { details: { wire: 'acp', protocolVersion: '1' } }],
    [
      'agent.attached to a new conversation',
      [first('agent.attached')],
      { connection: { type: 'ready' }, agentSessionId: 'theirs', continuity: 'holds' },
    ],
    [
      'agent.attached to an old conversation',
      [
        { ...first('continuity.checked'), verdict: 'differs' },
        ...sampleEvents['agent.attached'].slice(-1),
      ],
      { connection: { type: 'ready' }, continuity: 'differs' },
    ],
    [
      'agent.failed',
      [started, first('agent.failed')],
      { connection: { type: 'failed' }, turn: null },
    ],
    [
      'agent.exited',
      [started, first('agent.exited')],
      { connection: { type: 'exited' }, turn: null },
    ],
    ['agent.detached', [first('agent.detached')], { connection: { type: 'detached' } }],
    [
      'an agent that failed before the app was restarted',
      [started, first('agent.failed'), first('agent.detached')],
      { connection: { type: 'detached' }, down: 'failure:3' },
    ],
    [
      'an agent that exited, and whose next start was stopped',
      [first('agent.exited'), first('agent.starting'), first('agent.detached')],
      { connection: { type: 'detached' }, down: 'failure:2' },
    ],
    [
      'a login that was not done before the app was restarted',
      [first('authentication.required'), first('agent.detached')],
      { connection: { type: 'detached' }, down: 'authentication:2' },
    ],
    [
      'an agent that is back after a failure',
      [first('agent.failed'), first('agent.attached'), first('agent.detached')],
      { connection: { type: 'detached' }, down: null },
    ],
    [
      'authentication.required',
      [first('authentication.required')],
      { connection: { type: 'authentication', message: 'Log in.' } },
    ],
    [
      'authentication.succeeded',
      [first('authentication.required'), first('authentication.succeeded')],
      { connection: { type: 'starting' } },
    ],
    ['continuity.checked', [...sampleEvents['continuity.checked']], { continuity: 'differs' }],
    ['prompt.queued', [first('prompt.queued')], { queue: [{ promptId: 'que_1' }] }],
    [
      'prompt.edited',
      [first('prompt.queued'), first('prompt.edited')],
      { queue: [{ content: [{ type: 'text', text: 'No.' }] }] },
    ],
    ['prompt.removed', [first('prompt.queued'), first('prompt.removed')], { queue: [] }],
    [
      'prompt.paused',
      [first('prompt.queued'), first('prompt.paused')],
      { queue: [{ promptId: 'que_1', isPaused: true }] },
    ],
    [
      'a paused prompt that is edited',
      [first('prompt.queued'), first('prompt.paused'), first('prompt.edited')],
      { queue: [{ content: [{ type: 'text', text: 'No.' }], isPaused: false }] },
    ],
    [
      'write.held',
      [first('write.held')],
      { heldWrites: [{ changeId: 'chg_1', path: 'src/a.ts' }] },
    ],
    ['write.decided', [first('write.held'), first('write.decided')], { heldWrites: [] }],
    [
      'a queued prompt that is sent',
      [first('prompt.queued'), { ...started, promptId: first('prompt.queued').promptId }],
      { queue: [], turn: { turnId, cancelling: false }, turnCount: 1, lastTurnEnd: null },
    ],
    [
      'a queued prompt that was sent into the running turn',
      [
        started,
        first('prompt.queued'),
        { ...first('turn.steered'), promptId: first('prompt.queued').promptId },
      ],
      { queue: [], turnCount: 1 },
    ],
    ['turn.cancelling', [started, first('turn.cancelling')], { turn: { cancelling: true } }],
    ['turn.ended', [started, first('turn.ended')], { turn: null, lastTurnEnd: 'end_turn' }],
    [
      'the end of another turn',
      [started, { type: 'turn.ended', turnId: 'trn_9' as TurnId, reason: 'refusal' }],
      { turn: { turnId }, lastTurnEnd: null },
    ],
    ['modes.updated', [first('modes.updated')], { modes: { current: 'ask' } }],
    [
      'mode.changed',
      [first('modes.updated'), first('mode.changed')],
      { modes: { current: 'code', available: [{ id: 'ask' }] } },
    ],
    ['mode.changed without modes', [first('mode.changed')], { modes: null }],
    [
      'options.chosen',
      [first('options.chosen'), { type: 'options.chosen', chosen: { options: { fast: false } } }],
      { chosen: { mode: 'ask', options: { fast: false, model: 'sonnet' } } },
    ],
    ['options.updated', [first('options.updated')], { options: [{ id: 'fast' }, { id: 'model' }] }],
    ['commands.updated', [first('commands.updated')], { commands: [{ name: 'help' }] }],
    ['usage.updated', [first('usage.updated')], { usage: { used: 1, size: 2 } }],
    ['permission.asked', [first('permission.asked')], { openRequests: ['permission:req_1'] }],
    [
      'permission.answered',
      [first('permission.asked'), first('permission.answered')],
      { openRequests: [] },
    ],
    ['elicitation.asked', [first('elicitation.asked')], { openRequests: ['elicitation:req_1'] }],
    [
      'elicitation.answered',
      [first('elicitation.asked'), first('elicitation.answered')],
      { openRequests: [] },
    ],
  ];

  it.each(cases)('%s', (_, events, head) => {
    expect(folded(...events).head).toMatchObject(head);
  });

  it('adds an entry for each thing that the transcript shows', () => {
    const state = folded(...everyEvent);
    const kinds = new Set([...state.entries.values()].map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'authentication',
      'compaction',
      'continuity',
      'elicitation',
      'failure',
      'message',
      'notice',
      'permission',
      'plan',
      'refusal',
      'setting',
      'subagent',
      'terminal',
      'tool',
      'turn-end',
      'unknown',
    ]);
    expect(new Set(state.order).size).toBe(state.order.length);
    const shown = [...state.entries.keys()].filter((id) => !id.startsWith('terminal:'));
    expect([...state.order].sort()).toEqual(shown.sort());
  });

  it('joins the text of one message and starts a new block after an image', () => {
    const [said] = sampleEvents['message.appended'];
    const [, , picture] = sampleEvents['message.appended'];
    if (!said || !picture) throw new Error('There are no samples.');
    const state = folded(said, said, picture, said);
    expect(state.entries.get(entryId('message', said.messageId))).toMatchObject({
      role: 'agent',
      blocks: [{ text: 'Do it.Do it.' }, { type: 'image' }, { text: 'Do it.' }],
    });
  });

  it('patches a tool call: omitted keeps, null clears, a value replaces', () => {
    const toolCallId = 'call_1' as ToolCallId;
    const state = folded(
      { type: 'tool.updated', toolCallId, title: 'Edit', name: 'edit', input: 'a', output: 'b' },
      { type: 'tool.updated', toolCallId, name: null, output: 'c', status: 'failed' },
    );
    expect(state.entries.get(entryId('tool', toolCallId))).toMatchObject({
      title: 'Edit',
      name: null,
      input: 'a',
      output: 'c',
      status: 'failed',
      endedAt: 1000,
    });
  });

  it('keeps the edit of a tool call above a result that comes in its place', () => {
    const toolCallId = 'call_1' as ToolCallId;
    const diff = { type: 'diff', path: '/a', before: null, after: 'x' } as const;
    const words = (text: string) => ({ type: 'content', content: { type: 'text', text } }) as const;
    const contentAfter = (...lists: readonly (readonly ToolContent[])[]) => {
      const state = folded(
        ...lists.map((content) => ({ type: 'tool.updated', toolCallId, content }) as const),
      );
      const entry = state.entries.get(entryId('tool', toolCallId));
      return entry?.kind === 'tool' && entry.content;
    };
    expect(contentAfter([diff], [words('Wrote')])).toEqual([diff, words('Wrote')]);
    expect(contentAfter([diff], [words('one')], [words('two')])).toEqual([diff, words('two')]);
    const other = { ...diff, after: 'y' };
    expect(contentAfter([diff], [other])).toEqual([other]);
    expect(contentAfter([diff], [])).toEqual([]);
  });

  it('accepts only the first answer to a question', () => {
    const state = folded(
      first('permission.asked'),
      ...sampleEvents['permission.answered'],
      first('permission.asked'),
    );
    expect(state.entries.get(entryId('permission', 'req_1'))).toMatchObject({
      answer: { outcome: { type: 'selected', optionId: 'yes' }, by: 'user' },
    });
  });

  it('counts the time for which a tool call waited for an answer', () => {
    const asked = first('permission.asked');
    const toolCallId = 'call_asked' as ToolCallId;
    const events = stamp([
      created(),
      { ...first('tool.updated'), toolCallId, status: 'pending' },
      { ...asked, question: { ...asked.question, toolCallId } },
      { ...first('permission.answered'), requestId: asked.requestId },
      { ...first('permission.answered'), requestId: asked.requestId },
      { ...first('tool.updated'), toolCallId, status: 'completed' },
    ] as SessionEvent[]).map((event, index) => ({
      ...event,
      at: [0, 1_000, 1_500, 61_500, 90_000, 91_000][index] ?? 0,
    }));
    const waiting = foldAll(SESSION, events.slice(0, 3)).entries.get(entryId('tool', toolCallId));
    expect(waiting).toMatchObject({ waited: { milliseconds: 0, since: 1_500 } });
    expect(foldAll(SESSION, events).entries.get(entryId('tool', toolCallId))).toMatchObject({
      at: 1_000,
      endedAt: 91_000,
      waited: { milliseconds: 60_000, since: null },
    });
  });

  it('counts the time for which the write of a tool call was held, of the call that names the file', () => {
    const [writing, other] = ['call_writing', 'call_other'] as ToolCallId[];
    const held = { changeId: 'chg_1' as ChangeId, path: 'src/a.ts' };
    const running = { ...first('tool.updated'), status: 'in_progress' };
    const events = stamp([
      created(),
      first('turn.started'),
      { ...running, toolCallId: other, locations: [] },
      { ...running, toolCallId: writing, locations: [{ path: '/work/src/a.ts' }] },
      { type: 'write.held', ...held },
      { type: 'write.decided', changeId: held.changeId },
      { ...running, toolCallId: writing, status: 'completed' },
    ] as SessionEvent[]).map((event, index) => ({
      ...event,
      at: [0, 500, 800, 1_000, 1_500, 61_500, 62_000][index] ?? 0,
    }));
    const { entries } = foldAll(SESSION, events);
    expect(entries.get(entryId('tool', writing as ToolCallId))).toMatchObject({
      endedAt: 62_000,
      waited: { milliseconds: 60_000, since: null },
    });
    expect(entries.get(entryId('tool', other as ToolCallId))).not.toHaveProperty('waited');
  });

  it('ignores answers to unknown questions', () => {
    const state = folded(first('permission.answered'), first('elicitation.answered'));
    expect(state.entries.size).toBe(0);
  });
});

// Shows I6.
describe('the end of a turn or of a process', () => {
  const open: readonly SessionEvent[] = [
    first('turn.started'),
    { type: 'tool.updated', toolCallId: 'a' as ToolCallId, title: 'No status yet' },
    { type: 'tool.updated', toolCallId: 'b' as ToolCallId, status: 'in_progress' },
    { ...first('permission.asked'), requestId: 'req_a' as RequestId },
    { ...first('elicitation.asked'), requestId: 'req_b' as RequestId },
    { type: 'compaction.updated', compactionId: 'com_a', status: 'in_progress' },
  ];

  it.each([
    ['turn.ended', first('turn.ended')],
    ['agent.exited', first('agent.exited')],
    ['agent.failed', first('agent.failed')],
    ['agent.detached', first('agent.detached')],
  ] as const)('%s closes open entries and reports which', (_, end) => {
    const state = folded(...open);
    const { entries } = apply(state, { v: 1, seq: 99, at: 2000, ...end });
    expect([...state.entries.values()].filter(isOpen)).toEqual([]);
    expect(state.head).toMatchObject({ turn: null, openRequests: [] });
    expect(entries).toEqual(
      expect.arrayContaining(['tool:a', 'tool:b', 'permission:req_a', 'elicitation:req_b']),
    );
    expect(state.entries.get(entryId('tool', 'b'))).toMatchObject({
      status: 'cancelled',
      endedAt: 2000,
    });
    expect(state.entries.get(entryId('permission', 'req_a'))).toMatchObject({
      answer: { outcome: { type: 'cancelled' } },
    });
    expect(state.entries.get(entryId('compaction', 'com_a'))).toMatchObject({ status: 'failed' });
    // It may have been finished after all.
    const completed = { compactionId: 'com_a', status: 'completed' } as const;
    apply(state, { v: 1, seq: 100, at: 3000, type: 'compaction.updated', ...completed });
    expect(state.entries.get(entryId('compaction', 'com_a'))).toMatchObject({
      status: 'completed',
    });
  });

  it.each([
    ['acp', true],
    ['claude', undefined],
  ] as const)('marks what the agent leaves out of the conversation: %s', (wire, forgotten) => {
    const started = { ...first('agent.started'), wire };
    const answer = first('message.appended');
    const state = folded(started, first('turn.started'), answer, {
      ...first('turn.ended'),
      reason: 'refusal',
    });
    const messages = [...state.entries.values()].filter(({ kind }) => kind === 'message');
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) {
      expect((message as { forgotten?: true }).forgotten).toBe(forgotten);
    }
  });

  it.each([
    ['tool', { type: 'tool.updated', toolCallId: 'a' as ToolCallId }],
    ['compaction', { type: 'compaction.updated', compactionId: 'a' }],
  ] as const)('leaves nothing to an ended %s but its end, in later turns too', (kind, update) => {
    const id = entryId(kind, 'a');
    const again = { ...update, status: 'in_progress' } as const;
    for (const status of ['in_progress', 'completed', 'failed'] as const) {
      const state = folded(first('turn.started'), { ...update, status }, first('turn.ended'));
      const ended = {
        status: status === 'in_progress' ? expect.not.stringMatching(status) : status,
      };
      expect(state.entries.get(id)).toMatchObject(ended);
      apply(state, { v: 1, seq: 99, at: 2000, ...again });
      expect(state.entries.get(id)).toMatchObject(ended);
      const next = { ...first('turn.started'), turnId: 'turn_next' as TurnId };
      apply(state, { v: 1, seq: 100, at: 2001, ...next });
      apply(state, { v: 1, seq: 101, at: 2002, ...again });
      expect(state.entries.get(id)).toMatchObject(ended);
    }
    const state = folded(first('turn.started'), { ...update, status: 'completed' }, again);
    expect(state.entries.get(id)).toMatchObject({ status: 'in_progress' });
  });

  it('leaves a background command alone at the end of a turn, and ends it with the process', () => {
    const id = entryId('terminal', 'term_1' as TerminalId);
    const state = folded(first('turn.started'), first('terminal.started'), first('turn.ended'));
    expect(state.entries.get(id)).toMatchObject({ exit: null });
    apply(state, { v: 1, seq: 99, at: 2000, ...first('agent.exited') });
    expect(state.entries.get(id)).toMatchObject({ exit: { code: null, signal: null } });
    apply(state, { v: 1, seq: 100, at: 2001, ...first('terminal.ended') });
    expect(state.entries.get(id)).toMatchObject({ exit: { code: 0, tail: 'a' } });
  });
});
