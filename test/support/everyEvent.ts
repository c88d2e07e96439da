import fc from 'fast-check';
import type {
  AgentSessionId,
  BlobHash,
  ChangeId,
  MessageId,
  NoteId,
  QueuedPromptId,
  RequestId,
  TerminalId,
  ToolCallId,
  TurnId,
} from '#shared/ids';
import type { Envelope, EventOf, SessionEvent, SessionEventType } from '#shared/session/events';
import { created, stamp } from './sessionEvents';

const turnId = 'trn_1' as TurnId;
const messageId = 'msg_1' as MessageId;
const toolCallId = 'call_1' as ToolCallId;
const requestId = 'req_1' as RequestId;
const promptId = 'que_1' as QueuedPromptId;
const terminalId = 'term_1' as TerminalId;
const subagent = 'sub_1' as AgentSessionId;
const noteId = 'not_1' as NoteId;
const changeId = 'chg_1' as ChangeId;
const content = [{ type: 'text', text: 'Do it.' }] as const;
const options = [{ id: 'yes', name: 'Yes', kind: 'allow_once' }] as const;

/** At least one event of each kind; the compiler reports a new kind without one. */
export const sampleEvents: { readonly [K in SessionEventType]: readonly EventOf<K>[] } = {
  'session.created': [
    created() as EventOf<'session.created'>,
    {
      ...(created() as EventOf<'session.created'>),
      origin: { type: 'remote', agentSessionId: 'theirs' as AgentSessionId },
    },
  ],
  'session.titled': [
    { type: 'session.titled', title: 'Mine', by: 'user' },
    { type: 'session.titled', title: 'Its own', by: 'agent' },
  ],
  'session.archived': [
    { type: 'session.archived', archived: true },
    { type: 'session.archived', archived: false },
  ],
  'setup.started': [{ type: 'setup.started', noteId, command: 'npm ci' }],
  'setup.ended': [
    { type: 'setup.ended', noteId, command: 'npm ci', outcome: 'done' },
    {
      type: 'setup.ended',
      noteId,
      command: 'npm ci',
      outcome: 'failed',
      message: 'It exited with 1.',
    },
    { type: 'setup.ended', noteId, command: 'npm ci', outcome: 'skipped' },
    { type: 'setup.ended', noteId, command: 'npm ci', outcome: 'interrupted' },
  ],
  'agent.starting': [{ type: 'agent.starting' }],
  'agent.started': [
    {
      type: 'agent.started',
      wire: 'acp',
      protocolVersion: '1',
      identity: { name: 'test', version: '1' },
      powers: { resume: true, steer: true, logout: true, prompt: { image: true } },
    },
  ],
  'agent.described': [
    { type: 'agent.described', facts: [{ name: 'Tools', values: ['Read', 'Edit'] }] },
  ],
  'agent.attached': [
    { type: 'agent.attached', agentSessionId: 'theirs' as AgentSessionId, attachment: 'new' },
    { type: 'agent.attached', agentSessionId: 'theirs' as AgentSessionId, attachment: 'loaded' },
  ],
  'agent.failed': [{ type: 'agent.failed', message: 'It would not start.', stderrTail: 'oh' }],
  'agent.exited': [
    { type: 'agent.exited', message: 'It ended.', code: 1, signal: null, stderrTail: '' },
  ],
  'agent.detached': [{ type: 'agent.detached' }],
  'authentication.required': [
    {
      type: 'authentication.required',
      message: 'Log in.',
      methods: [{ id: 'login', name: 'Log in', how: { type: 'agent' } }],
    },
  ],
  'authentication.succeeded': [{ type: 'authentication.succeeded', methodId: 'login' }],
  'host.refused': [
    {
      type: 'host.refused',
      refusal: { host: 'a.test', port: 443, reason: 'unlisted', rule: 'a.test' },
    },
    {
      type: 'host.refused',
      refusal: {
        host: 'b.test',
        port: 80,
        reason: 'special',
        address: '169.254.1.1',
        rule: null,
      },
    },
  ],
  'path.refused': [
    {
      type: 'path.refused',
      refusal: {
        path: '/srv/data/one.csv',
        access: 'read',
        source: 'command',
        words: 'cat: /srv/data/one.csv: No such file or directory',
        grant: '/srv/data/one.csv',
      },
    },
  ],
  'host.allowed': [{ type: 'host.allowed', rule: 'a.test' }],
  'continuity.checked': [
    {
      type: 'continuity.checked',
      verdict: 'holds',
      expectedMessages: 1,
      foundMessages: 1,
      message: 'It does.',
    },
    {
      type: 'continuity.checked',
      verdict: 'differs',
      expectedMessages: 1,
      foundMessages: 0,
      message: 'It does not.',
    },
  ],
  'prompt.queued': [{ type: 'prompt.queued', promptId, content }],
  'prompt.edited': [{ type: 'prompt.edited', promptId, content: [{ type: 'text', text: 'No.' }] }],
  'prompt.removed': [{ type: 'prompt.removed', promptId }],
  'prompt.paused': [
    { type: 'prompt.paused', promptId, paused: true },
    { type: 'prompt.paused', promptId, paused: false },
  ],
  'write.held': [{ type: 'write.held', changeId, path: 'src/a.ts' }],
  'write.decided': [{ type: 'write.decided', changeId }],
  'turn.started': [
    { type: 'turn.started', turnId, messageId, content },
    { type: 'turn.started', turnId, messageId, content, promptId },
  ],
  'turn.steered': [
    { type: 'turn.steered', turnId, messageId, content },
    { type: 'turn.steered', turnId, messageId, content, promptId },
  ],
  'turn.cancelling': [{ type: 'turn.cancelling', turnId }],
  'turn.ended': [
    { type: 'turn.ended', turnId, reason: 'end_turn', usage: { totalTokens: 3 } },
    { type: 'turn.ended', turnId, reason: 'cancelled' },
    { type: 'turn.ended', turnId, reason: 'failed', message: 'It broke.', detail: '{"a":1}' },
    { type: 'turn.ended', turnId, reason: 'refusal' },
  ],
  'message.appended': [
    { type: 'message.appended', messageId, role: 'agent', content: content[0] },
    { type: 'message.appended', messageId, role: 'thought', content: content[0], subagent },
    {
      type: 'message.appended',
      messageId,
      role: 'user',
      content: {
        type: 'image',
        data: { blob: 'ab' as BlobHash, bytes: 9 },
        mimeType: 'image/png',
      },
    },
  ],
  'tool.updated': [
    { type: 'tool.updated', toolCallId, title: 'Read', kind: 'read', status: 'pending' },
    { type: 'tool.updated', toolCallId, status: 'in_progress', subagent },
    { type: 'tool.updated', toolCallId, status: 'completed', output: 'done' },
    // A first update without a status leaves the call open.
    { type: 'tool.updated', toolCallId, title: 'Again', content: null, locations: null },
    { type: 'tool.updated', toolCallId, content: [{ type: 'terminal', terminalId }] },
  ],
  'plan.updated': [
    {
      type: 'plan.updated',
      planId: 'plan_1',
      body: { type: 'items', items: [{ content: 'One', priority: 'high', status: 'pending' }] },
    },
  ],
  'plan.removed': [{ type: 'plan.removed', planId: 'plan_1' }],
  'permission.asked': [
    {
      type: 'permission.asked',
      requestId,
      question: { toolCallId, title: 'May I?', options },
    },
    {
      type: 'permission.asked',
      requestId,
      question: {
        toolCallId,
        title: 'May I still?',
        options,
        asked: {
          title: 'Read',
          name: null,
          toolKind: 'read',
          content: [],
          locations: [],
          input: null,
        },
      },
    },
  ],
  'permission.answered': [
    {
      type: 'permission.answered',
      requestId,
      outcome: { type: 'selected', optionId: 'yes' },
      by: 'user',
    },
    { type: 'permission.answered', requestId, outcome: { type: 'cancelled' }, by: 'cancel' },
    {
      type: 'permission.answered',
      requestId,
      outcome: { type: 'selected', optionId: 'yes' },
      by: 'policy',
      rules: [{ id: 'copyEdits', name: 'Edits in the session’s own copy', scope: 'shipped' }],
    },
  ],
  'elicitation.asked': [
    {
      type: 'elicitation.asked',
      requestId,
      question: {
        message: 'Where?',
        toolCallId: null,
        body: { type: 'url', url: 'https://example.org', elicitationId: 'eli_1' },
      },
    },
    {
      type: 'elicitation.asked',
      requestId,
      question: {
        message: 'How many?',
        toolCallId,
        body: {
          type: 'form',
          fields: [{ key: 'n', title: 'Number', required: true, type: 'number', integer: true }],
        },
      },
    },
  ],
  'elicitation.answered': [
    { type: 'elicitation.answered', requestId, outcome: { type: 'declined' }, by: 'user' },
    {
      type: 'elicitation.answered',
      requestId,
      outcome: { type: 'accepted', values: { n: 1 } },
      by: 'user',
    },
  ],
  'elicitation.completed': [{ type: 'elicitation.completed', elicitationId: 'eli_1' }],
  'terminal.started': [
    { type: 'terminal.started', terminalId, command: 'ls', args: [], cwd: '/w', owner: 'client' },
    { type: 'terminal.started', terminalId, command: 'ls', args: [], cwd: '/w', owner: 'agent' },
  ],
  'terminal.ended': [
    { type: 'terminal.ended', terminalId, exitCode: 0, signal: null, tail: 'a', truncated: false },
  ],
  'modes.updated': [
    { type: 'modes.updated', available: [{ id: 'ask', name: 'Ask' }], current: 'ask' },
  ],
  'options.chosen': [
    { type: 'options.chosen', chosen: { mode: 'ask', options: { fast: true, model: 'sonnet' } } },
  ],
  'mode.changed': [{ type: 'mode.changed', current: 'code' }],
  'options.updated': [
    {
      type: 'options.updated',
      options: [
        { id: 'fast', name: 'Fast', type: 'boolean', value: false },
        {
          id: 'model',
          name: 'Model',
          type: 'select',
          value: 's',
          groups: [{ name: null, choices: [{ value: 's', name: 'Small' }] }],
        },
      ],
    },
  ],
  'commands.updated': [
    { type: 'commands.updated', commands: [{ name: 'help', description: 'Helps' }] },
  ],
  'mcp.offered': [
    {
      type: 'mcp.offered',
      servers: [
        { name: 'files', type: 'stdio', origin: 'user', leftOut: null },
        { name: 'web', type: 'http', origin: 'project', leftOut: 'The variable A is not set.' },
      ],
    },
  ],
  'usage.updated': [{ type: 'usage.updated', usage: { used: 1, size: 2 } }],
  'notice.posted': [{ type: 'notice.posted', noteId, severity: 'info', title: 'Hear, hear' }],
  'compaction.updated': [
    { type: 'compaction.updated', compactionId: 'com_1', status: 'in_progress' },
    { type: 'compaction.updated', compactionId: 'com_1', summaryAppended: 'More.' },
    { type: 'compaction.updated', compactionId: 'com_1', status: 'completed', summary: null },
  ],
  'subagent.updated': [
    { type: 'subagent.updated', subagent, title: 'Helper', state: 'running' },
    { type: 'subagent.updated', subagent, description: null },
  ],
  'unknown.received': [{ type: 'unknown.received', noteId, label: 'odd', raw: '{}' }],
};

export function sampleEvent<T extends SessionEventType>(type: T, index = 0): EventOf<T> {
  const event = sampleEvents[type][index];
  if (event === undefined) throw new Error(`There is no such sample of ${type}.`);
  return event;
}

export const everyEvent: readonly SessionEvent[] = Object.values(sampleEvents).flat();

const ids =
  /"(turnId|messageId|toolCallId|requestId|promptId|terminalId|planId|compactionId|noteId|elicitationId)":"(\w+)_1"/g;

/** Any event about one of three things of its kind, so that events concern the same things. */
const anyEvent: fc.Arbitrary<SessionEvent> = fc
  .tuple(fc.constantFrom(...everyEvent), fc.integer({ min: 1, max: 3 }))
  .map(
    ([event, number]): SessionEvent =>
      JSON.parse(JSON.stringify(event).replace(ids, `"$1":"$2_${number}"`)),
  );

/** Stamped events of every kind in random order. */
export const anyHistory: fc.Arbitrary<readonly Envelope[]> = fc
  .array(anyEvent, { maxLength: 60 })
  .map((events) => stamp(events).map((event, index) => ({ ...event, at: 1_000 + index })));
