import { MCP_SERVERS } from '#shared/mcp/server';
import { entryId } from '../entries';
import type { SessionEventType } from '../events';
import { refusalKey, refusalWords } from '../network';
import { setupWords } from '../words/setupWords';
import { atMost, DESCRIPTION, NAME, TITLE, WORDS } from './bounds';
import type { EventKinds } from './eventKind';
import { numbered } from './eventLine';
import { fields, flag, list, named, nullable, number, optional, record, text } from './shape';

/** Events about a session, its agent's process and the agent's settings. */
export type AgentEventType = Extract<SessionEventType, `${Subject}.${string}`>;

type Subject =
  | 'session'
  | 'setup'
  | 'agent'
  | 'mcp'
  | 'authentication'
  | 'continuity'
  | 'host'
  | 'path'
  | 'modes'
  | 'mode'
  | 'options'
  | 'commands'
  | 'usage';

export const agentEventKinds: EventKinds<AgentEventType> = {
  'session.created': {
    shape: fields({
      session: optional(text),
      agent: named,
      project: text,
      cwd: text,
      additionalDirectories: list(text),
      isolation: text,
      base: optional(text),
      origin: optional(fields({ type: text, agentSessionId: text })),
    }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: ({ cwd }) => `· session in ${cwd}`,
  },
  'session.titled': {
    shape: fields({ title: text, by: text }),
    bounds: { title: 500 },
    bodies: null,
    entry: null,
    search: ({ title }) => ({ kind: 'title', entryId: null, text: title, how: 'replace' }),
    line: ({ title }) => `· title: ${title}`,
  },
  'session.archived': {
    shape: fields({ archived: flag }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'setup.started': {
    shape: fields({ noteId: text, command: text }),
    bounds: null,
    bodies: null,
    entry: ({ noteId }) => entryId('notice', noteId),
    search: null,
    line: (event) => `· ${setupWords(event).title}`,
  },
  'setup.ended': {
    shape: fields({ noteId: text, command: text, outcome: text, message: optional(text) }),
    bounds: null,
    bodies: null,
    entry: ({ noteId }) => entryId('notice', noteId),
    search: null,
    line: (event) => `· ${setupWords(event).title}`,
  },
  'agent.starting': {
    shape: record,
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'agent.started': {
    shape: fields({ wire: text, protocolVersion: text, powers: record }),
    bounds: { identity: { name: NAME, title: NAME, version: NAME } },
    bodies: null,
    entry: null,
    search: null,
    line: ({ identity, wire, protocolVersion }) => {
      const name = identity === null ? 'an agent' : [identity.name, identity.version].join(' ');
      return `· ${name.trim()} speaks ${wire} ${protocolVersion}`;
    },
  },
  'agent.described': {
    shape: fields({ facts: list(fields({ name: text, values: list(text) })) }),
    bounds: { facts: atMost(16, { name: NAME, values: atMost(500, DESCRIPTION) }) },
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'agent.attached': {
    shape: fields({ agentSessionId: text, attachment: text }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: ({ agentSessionId, attachment }) => `· conversation ${agentSessionId} (${attachment})`,
  },
  'agent.failed': {
    shape: fields({
      message: text,
      reason: optional(text),
      detail: optional(text),
      stderrTail: optional(text),
    }),
    bounds: { message: TITLE, detail: WORDS },
    bodies: null,
    entry: ({ seq }) => entryId('failure', seq),
    search: null,
    line: failureLines,
  },
  'agent.exited': {
    shape: fields({ message: text, stderrTail: text }),
    bounds: { message: TITLE },
    bodies: null,
    entry: ({ seq }) => entryId('failure', seq),
    search: null,
    line: failureLines,
  },
  'agent.detached': {
    shape: record,
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'mcp.offered': {
    shape: fields({
      servers: list(fields({ name: text, type: text, origin: text, leftOut: nullable(text) })),
    }),
    bounds: { servers: atMost(2 * MCP_SERVERS + 1, { leftOut: TITLE }) },
    bodies: null,
    entry: null,
    search: null,
    line: ({ servers }) =>
      servers.length === 0
        ? null
        : `· MCP servers: ${servers.map(({ name, leftOut }) => (leftOut === null ? name : `${name} (left out: ${leftOut})`)).join(', ')}`,
  },
  'authentication.required': {
    shape: fields({ message: text, methods: list(named) }),
    bounds: { message: TITLE, methods: atMost(32, { name: NAME, description: DESCRIPTION }) },
    bodies: null,
    entry: ({ seq }) => entryId('authentication', seq),
    search: null,
    line: ({ message, methods }) =>
      [`! ${message}`, ...methods.map(numbered(({ name }) => name))].join('\n'),
  },
  'authentication.succeeded': {
    shape: fields({ methodId: text }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'continuity.checked': {
    shape: fields({ verdict: text, message: text }),
    bounds: null,
    bodies: null,
    entry: ({ seq }) => entryId('continuity', seq),
    search: null,
    line: ({ message }) => `· ${message}`,
  },
  'host.refused': {
    shape: fields({
      refusal: fields({
        host: text,
        port: number,
        reason: text,
        address: optional(text),
        rule: nullable(text),
      }),
    }),
    bounds: { refusal: { host: NAME, address: NAME, rule: NAME } },
    bodies: null,
    entry: ({ refusal }) => entryId('refusal', refusalKey(refusal)),
    search: null,
    line: ({ refusal }) => `· ${refusalWords(refusal)}`,
  },
  'path.refused': {
    shape: fields({
      refusal: fields({ path: text, access: text, source: text, words: text, grant: text }),
    }),
    // A cut path would be useless; paths are limited where they are received.
    bounds: { refusal: { words: TITLE } },
    bodies: null,
    entry: null,
    search: null,
    line: ({ refusal: { access, path } }) => `· the seal refused: ${access} ${path}`,
  },
  'host.allowed': {
    shape: fields({ rule: text }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: ({ rule }) => `· allowed: ${rule}`,
  },
  'modes.updated': {
    shape: fields({ available: list(named), current: text }),
    bounds: { available: atMost(200, { name: NAME, description: DESCRIPTION }) },
    bodies: null,
    entry: null,
    search: null,
    line: ({ current, available }) =>
      `· mode ${current} of ${available.map(({ id }) => id).join(', ')}`,
  },
  'mode.changed': {
    shape: fields({ current: text }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: ({ current }) => `· mode ${current}`,
  },
  'options.updated': {
    shape: fields({ options: list(fields({ id: text, name: text, type: text })) }),
    bounds: {
      options: atMost(100, {
        name: NAME,
        description: DESCRIPTION,
        category: NAME,
        groups: atMost(100, {
          name: NAME,
          choices: atMost(500, { name: NAME, description: DESCRIPTION }),
        }),
      }),
    },
    bodies: null,
    entry: null,
    search: null,
    line: ({ options }) => `· ${options.map(({ id, value }) => `${id}=${value}`).join(', ')}`,
  },
  'options.chosen': {
    shape: fields({ chosen: fields({ mode: optional(text), options: optional(record) }) }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'commands.updated': {
    shape: fields({ commands: list(fields({ name: text })) }),
    bounds: { commands: atMost(1_000, { description: DESCRIPTION, hint: 500 }) },
    bodies: null,
    entry: null,
    search: null,
    line: ({ commands }) => `· commands: ${commands.map(({ name }) => `/${name}`).join(' ')}`,
  },
  'usage.updated': {
    shape: fields({ usage: fields({ used: number, size: number }) }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: ({ usage }) => `· context ${usage.used} of ${usage.size}`,
  },
};

function failureLines(event: { readonly message: string; readonly stderrTail?: string }): string {
  return [`! ${event.message}`, event.stderrTail?.trim()].filter(Boolean).join('\n');
}
