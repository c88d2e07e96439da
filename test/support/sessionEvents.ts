import fc from 'fast-check';
import type { AgentId, MessageId, SessionId } from '#shared/ids';
import type { ContentBlock, ToolContent } from '#shared/session/content';
import { type Envelope, EVENT_VERSION, type SessionEvent } from '#shared/session/events';

export const SESSION = 'ses_test0001' as SessionId;

export function stamp(events: readonly SessionEvent[], firstSeq = 1, at = 1000): Envelope[] {
  return events.map((event, index) => ({
    v: EVENT_VERSION,
    seq: firstSeq + index,
    at,
    ...event,
  }));
}

export function created(agent = 'Test Agent'): SessionEvent {
  return {
    type: 'session.created',
    agent: { id: 'test' as AgentId, name: agent },
    project: '/project',
    cwd: '/work',
    additionalDirectories: [],
    isolation: 'isolated',
  };
}

export function said(
  text: string,
  messageId = 'msg_1',
  role: 'user' | 'agent' | 'thought' = 'agent',
): SessionEvent {
  return {
    type: 'message.appended',
    messageId: messageId as MessageId,
    role,
    content: { type: 'text', text },
  };
}

/** A few ids of each kind, so that events concern the same things. */
const id = (prefix: string) => fc.integer({ min: 1, max: 3 }).map((n) => `${prefix}_${n}`);
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ maxLength: 40 }));
const body = fc.oneof(
  text,
  fc.integer({ min: 1000, max: 6000 }).map((n) => 'é'.repeat(n)),
);
const block: fc.Arbitrary<ContentBlock> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('text' as const), text }) },
  fc.record({ type: fc.constant('image' as const), data: body, mimeType: text }),
  fc.record({ type: fc.constant('link' as const), uri: text, name: text }),
  fc.record({ type: fc.constant('resource' as const), uri: text, text: body }),
  fc.record({ type: fc.constant('unknown' as const), label: text, raw: body }),
);
const toolContent: fc.Arbitrary<ToolContent> = fc.oneof(
  fc.record({ type: fc.constant('content' as const), content: block }),
  fc.record({
    type: fc.constant('diff' as const),
    path: text,
    before: fc.option(body),
    after: fc.option(body),
  }),
  fc.record({ type: fc.constant('patch' as const), paths: fc.array(text), patch: body }),
  fc.record({ type: fc.constant('terminal' as const), terminalId: id('term') }),
);
const blocks = fc.array(block, { maxLength: 3 });
const of = <T extends string>(type: T, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ type: fc.constant(type), ...fields });
const optional = (
  type: string,
  required: Record<string, fc.Arbitrary<unknown>>,
  fields: Record<string, fc.Arbitrary<unknown>>,
) =>
  fc
    .tuple(of(type, required), fc.record(fields, { requiredKeys: [] }))
    .map(([always, sometimes]) => ({ ...always, ...sometimes }));

const chunk = optional(
  'message.appended',
  { messageId: id('msg'), role: fc.constantFrom('user', 'agent', 'thought'), content: block },
  { subagent: id('sub') },
);

/** Events of many kinds, mostly text chunks, in random order. */
export const arbitraryEvent = fc.oneof(
  { weight: 12, arbitrary: chunk },
  of('session.titled', { title: text, by: fc.constantFrom('user', 'agent') }),
  of('turn.started', { turnId: id('trn'), messageId: id('msg'), content: blocks }),
  of('turn.steered', { turnId: id('trn'), messageId: id('msg'), content: blocks }),
  of('turn.ended', { turnId: id('trn'), reason: fc.constantFrom('end_turn', 'cancelled') }),
  optional(
    'tool.updated',
    { toolCallId: id('call') },
    {
      title: text,
      status: fc.constantFrom('pending', 'in_progress', 'completed'),
      content: fc.option(fc.array(toolContent, { maxLength: 3 })),
      input: fc.option(body),
      output: fc.option(body),
    },
  ),
  of('plan.updated', {
    planId: id('plan'),
    body: fc.record({ type: fc.constant('markdown'), text }),
  }),
  of('permission.asked', {
    requestId: id('req'),
    question: fc.record({
      toolCallId: fc.constant(null),
      title: text,
      options: fc.array(fc.record({ id: text, name: text, kind: fc.constant('other') })),
    }),
  }),
  of('permission.answered', {
    requestId: id('req'),
    outcome: fc.record({ type: fc.constant('cancelled') }),
    by: fc.constantFrom('user', 'cancel'),
  }),
  of('terminal.ended', {
    terminalId: id('term'),
    exitCode: fc.constant(0),
    signal: fc.constant(null),
    tail: body,
    truncated: fc.boolean(),
  }),
  of('prompt.queued', { promptId: id('que'), content: blocks }),
  of('agent.exited', {
    message: text,
    code: fc.constant(1),
    signal: fc.constant(null),
    stderrTail: text,
  }),
  of('agent.detached', {}),
  of('mcp.offered', {
    servers: fc.array(
      fc.record({
        name: fc.string(),
        type: fc.constantFrom('stdio', 'http', 'sse', 'acp'),
        origin: fc.constantFrom('user', 'project', 'airlock'),
        leftOut: fc.option(fc.string()),
      }),
    ),
  }),
  of('usage.updated', { usage: fc.record({ used: fc.nat(), size: fc.nat() }) }),
  of('unknown.received', { noteId: id('not'), label: text, raw: body }),
) as unknown as fc.Arbitrary<SessionEvent>;
