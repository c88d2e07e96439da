import type { SessionEventType } from '#shared/session/events';

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const text: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const flag: Check = (value) => typeof value === 'boolean';
const record: Check = (value) => typeof value === 'object' && value !== null;
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const nullable =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const patch = (check: Check): Check => optional(nullable(check));
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const fields = (shape: Fields): Check => {
  const entries = Object.entries(shape).map(([key, check]) => ({ key, check }));
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    for (const { key, check } of entries) {
      if (!check((value as Record<string, unknown>)[key])) return false;
    }
    return true;
  };
};
/** By its type; what has a type that we do not know is not ours to judge. */
const variant = (key: string, variants: Readonly<Record<string, Check>>): Check => {
  const known = new Map(Object.entries(variants));
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    const type = (value as Record<string, unknown>)[key];
    return typeof type === 'string' && (known.get(type)?.(value) ?? true);
  };
};

const reference = fields({ blob: text, bytes: number, preview: optional(text) });
const body: Check = (value) => typeof value === 'string' || reference(value);
const named = fields({ id: text, name: text });

const blocks = {
  text: fields({ text }),
  image: fields({ data: body, mimeType: text }),
  audio: fields({ data: body, mimeType: text }),
  link: fields({ uri: text, name: text }),
  resource: fields({ uri: text, text: optional(body), data: optional(body) }),
  unknown: fields({ label: text, raw: body }),
};
const block = variant('type', blocks);
const toolBlock = variant('type', { ...blocks, text: fields({ text: body }) });
const toolContent = variant('type', {
  content: fields({ content: toolBlock }),
  diff: fields({ path: text, before: nullable(body), after: nullable(body) }),
  patch: fields({ paths: list(text), patch: body }),
  terminal: fields({ terminalId: text }),
  unknown: fields({ label: text, raw: body }),
});
const location = fields({ path: text });
const askedFacts = fields({
  title: text,
  toolKind: text,
  content: list(toolContent),
  locations: list(location),
  input: nullable(body),
});
const plan = variant('type', {
  items: fields({ items: list(fields({ content: text, status: text })) }),
  markdown: fields({ text }),
  file: fields({ uri: text }),
});
const elicitation = variant('type', {
  form: fields({ fields: list(fields({ key: text, type: text })) }),
  url: fields({ url: text, elicitationId: text }),
});
const outcome = fields({ type: text });
const queuedPrompt = fields({ promptId: text, content: list(block) });
const prompt = fields({ turnId: text, messageId: text, content: list(block) });

/** What the reducer and the views lean on; a field that they only pass on is not looked at. */
const shapes: Readonly<Record<SessionEventType, Check>> = {
  'session.created': fields({
    agent: named,
    project: text,
    cwd: text,
    additionalDirectories: list(text),
    isolation: text,
  }),
  'session.titled': fields({ title: text, by: text }),
  'session.archived': fields({ archived: flag }),
  'setup.started': fields({ noteId: text, command: text }),
  'setup.ended': fields({ noteId: text, command: text, outcome: text, message: optional(text) }),
  'agent.starting': record,
  'agent.started': fields({ wire: text, protocolVersion: text, powers: record }),
  'agent.attached': fields({ agentSessionId: text, attachment: text }),
  'agent.failed': fields({
    message: text,
    reason: optional(text),
    detail: optional(text),
    stderrTail: optional(text),
  }),
  'agent.exited': fields({ message: text, stderrTail: text }),
  'agent.detached': record,
  'authentication.required': fields({ message: text, methods: list(named) }),
  'authentication.succeeded': fields({ methodId: text }),
  'continuity.checked': fields({ verdict: text, message: text }),
  'prompt.queued': queuedPrompt,
  'prompt.edited': queuedPrompt,
  'prompt.removed': fields({ promptId: text }),
  'turn.started': prompt,
  'turn.steered': prompt,
  'turn.cancelling': fields({ turnId: text }),
  'turn.ended': fields({ turnId: text, reason: text, message: optional(text) }),
  'message.appended': fields({ messageId: text, role: text, content: block }),
  'tool.updated': fields({
    toolCallId: text,
    title: optional(text),
    name: patch(text),
    kind: optional(text),
    status: optional(text),
    content: patch(list(toolContent)),
    locations: patch(list(location)),
    input: patch(body),
    output: patch(body),
  }),
  'plan.updated': fields({ planId: text, body: plan }),
  'plan.removed': fields({ planId: text }),
  'permission.asked': fields({
    requestId: text,
    question: fields({ title: text, options: list(named), asked: optional(askedFacts) }),
  }),
  'permission.answered': fields({ requestId: text, outcome, by: text }),
  'elicitation.asked': fields({
    requestId: text,
    question: fields({ message: text, body: elicitation }),
  }),
  'elicitation.answered': fields({ requestId: text, outcome, by: text }),
  'elicitation.completed': fields({ elicitationId: text }),
  'terminal.started': fields({
    terminalId: text,
    command: text,
    args: list(text),
    cwd: text,
    env: optional(list(fields({ name: text, value: text }))),
  }),
  'terminal.ended': fields({ terminalId: text, tail: body }),
  'modes.updated': fields({ available: list(named), current: text }),
  'mode.changed': fields({ current: text }),
  'options.updated': fields({ options: list(fields({ id: text, name: text, type: text })) }),
  'commands.updated': fields({ commands: list(fields({ name: text })) }),
  'usage.updated': fields({ usage: fields({ used: number, size: number }) }),
  'notice.posted': fields({ noteId: text, severity: text, title: text }),
  'compaction.updated': fields({ compactionId: text, summaryAppended: optional(text) }),
  'subagent.updated': fields({ subagent: text, title: patch(text) }),
  'unknown.received': fields({ noteId: text, label: text, raw: body }),
};

const known = new Map<string, Check>(Object.entries(shapes));

export function isKnownType(type: string): type is SessionEventType {
  return known.has(type);
}

/** Whether an event can be folded and shown; kinds that we do not know are never in the way. */
export function hasShape(event: { readonly type: string }): boolean {
  return known.get(event.type)?.(event) ?? true;
}
