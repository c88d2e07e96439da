import type { ContentBlock } from '../content';
import { type EntryKind, entryId } from '../entries';
import type { EventOf, SessionEventType, ToolFields } from '../events';
import type { AskedFacts } from '../request/askedFacts';
import type { SearchText } from '../searchText';
import type { AgentEventType } from './agentEventKinds';
import { blockBounds, blockShape, mapBlock, searchedIn } from './blockKinds';
import { bodyText, type MapBody, mapList } from './bodies';
import { atMost, DESCRIPTION, NAME, PATH, TITLE, WORDS } from './bounds';
import type { EventKinds } from './eventKind';
import { blockLine, elicitationLines, numbered, planLines, speakers } from './eventLine';
import { body, fields, flag, list, named, nullable, optional, patch, text, variant } from './shape';
import { mapToolContent, toolContentBounds, toolContentShape } from './toolContentKinds';

const location = fields({ path: text });
const outcome = fields({ type: text });

/** Events of turns: prompts, messages, tool calls, plans, questions and notices. */
export const turnEventKinds: EventKinds<Exclude<SessionEventType, AgentEventType>> = {
  'prompt.queued': {
    shape: fields({ promptId: text, content: list(blockShape) }),
    bounds: null,
    bodies: mapPrompt,
    entry: null,
    search: null,
    line: null,
  },
  'prompt.edited': {
    shape: fields({ promptId: text, content: list(blockShape) }),
    bounds: null,
    bodies: mapPrompt,
    entry: null,
    search: null,
    line: null,
  },
  'prompt.removed': {
    shape: fields({ promptId: text }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'prompt.paused': {
    shape: fields({ promptId: text, paused: flag }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'write.held': {
    shape: fields({ changeId: text, path: text }),
    bounds: { path: PATH },
    bodies: null,
    entry: null,
    search: null,
    line: ({ path }) => `? waits for your review of ${path}`,
  },
  'write.decided': {
    shape: fields({ changeId: text }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'turn.started': {
    shape: fields({ turnId: text, messageId: text, content: list(blockShape) }),
    bounds: null,
    bodies: mapPrompt,
    entry: ({ messageId }) => entryId('message', messageId),
    search: promptText,
    line: null,
  },
  'turn.steered': {
    shape: fields({ turnId: text, messageId: text, content: list(blockShape) }),
    bounds: null,
    bodies: mapPrompt,
    entry: ({ messageId }) => entryId('message', messageId),
    search: promptText,
    line: null,
  },
  'turn.cancelling': {
    shape: fields({ turnId: text }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'turn.ended': {
    shape: fields({
      turnId: text,
      reason: text,
      message: optional(text),
      detail: optional(text),
    }),
    bounds: { message: WORDS, detail: WORDS },
    bodies: null,
    entry: ({ turnId }) => entryId('turn-end', turnId),
    search: null,
    line: ({ reason, message }) => `· ${reason}${message === undefined ? '' : `: ${message}`}`,
  },
  'message.appended': {
    shape: fields({ messageId: text, role: text, content: blockShape }),
    bounds: { content: blockBounds },
    bodies: (event, map) => {
      const content = mapBlock(event.content, map);
      return content === event.content ? event : { ...event, content };
    },
    entry: ({ messageId }) => entryId('message', messageId),
    search: ({ role, messageId, content }) => {
      // Thoughts are not searched: they are many, and nobody remembers a conversation by them.
      const words = role === 'thought' ? null : searchedIn(content);
      if (role === 'thought' || words === null) return null;
      return found(role, 'message', messageId, words, 'append');
    },
    line: ({ role, content }) => `${speakers[role]} ${blockLine(content)}`,
  },
  'tool.updated': {
    shape: fields({
      toolCallId: text,
      title: optional(text),
      name: patch(text),
      kind: optional(text),
      status: optional(text),
      content: patch(list(toolContentShape)),
      locations: patch(list(location)),
      input: patch(body),
      output: patch(body),
    }),
    bounds: {
      title: TITLE,
      name: NAME,
      locations: atMost(200, { path: PATH }),
      content: atMost(500, toolContentBounds),
    },
    bodies: mapTool,
    entry: ({ toolCallId }) => entryId('tool', toolCallId),
    search: ({ toolCallId, title }) =>
      title === undefined ? null : found('tool', 'tool', toolCallId, title, 'replace'),
    line: ({ toolCallId, title, status }) => {
      const what = [title, status].filter(Boolean).join(' – ');
      return what === '' ? null : `⚒ ${toolCallId}: ${what}`;
    },
  },
  'plan.updated': {
    shape: fields({
      planId: text,
      body: variant({
        items: fields({ items: list(fields({ content: text, status: text })) }),
        markdown: fields({ text }),
        file: fields({ uri: text }),
      }),
    }),
    bounds: { body: { items: atMost(500, { content: TITLE }), text: 100_000, uri: PATH } },
    bodies: null,
    entry: ({ planId }) => entryId('plan', planId),
    search: null,
    line: ({ body: plan }) => planLines(plan),
  },
  'plan.removed': {
    shape: fields({ planId: text }),
    bounds: null,
    bodies: null,
    entry: ({ planId }) => entryId('plan', planId),
    search: null,
    line: null,
  },
  'permission.asked': {
    shape: fields({
      requestId: text,
      question: fields({
        title: text,
        options: list(named),
        asked: optional(
          fields({
            title: text,
            toolKind: text,
            content: list(toolContentShape),
            locations: list(location),
            input: nullable(body),
          }),
        ),
      }),
    }),
    bounds: { question: { title: 4_000, description: WORDS, options: atMost(32, { name: NAME }) } },
    bodies: (event, map) => {
      const { asked } = event.question;
      const mapped = asked && mapFacts(asked, map);
      return mapped === undefined || mapped === asked
        ? event
        : { ...event, question: { ...event.question, asked: mapped } };
    },
    entry: ({ requestId }) => entryId('permission', requestId),
    search: null,
    line: ({ question }) =>
      [`? ${question.title}`, ...question.options.map(numbered(({ name }) => name))].join('\n'),
  },
  'permission.answered': {
    shape: fields({
      requestId: text,
      outcome,
      by: text,
      rules: optional(list(fields({ id: text, name: text, scope: text }))),
    }),
    bounds: { rules: atMost(20, { name: TITLE }) },
    bodies: null,
    entry: ({ requestId }) => entryId('permission', requestId),
    search: null,
    line: ({ by, rules = [] }) =>
      `· answered by ${by}${rules.map(({ name }) => ` (${name})`).join('')}`,
  },
  'elicitation.asked': {
    shape: fields({
      requestId: text,
      question: fields({
        message: text,
        body: variant({
          form: fields({ fields: list(fields({ key: text, type: text })) }),
          url: fields({ url: text, elicitationId: text }),
        }),
      }),
    }),
    bounds: {
      question: {
        message: WORDS,
        body: {
          fields: atMost(64, {
            title: 500,
            description: DESCRIPTION,
            choices: atMost(256, { title: 500, description: DESCRIPTION }),
          }),
        },
      },
    },
    bodies: null,
    entry: ({ requestId }) => entryId('elicitation', requestId),
    search: null,
    line: ({ question }) => elicitationLines(question),
  },
  'elicitation.answered': {
    shape: fields({ requestId: text, outcome, by: text }),
    bounds: null,
    bodies: null,
    entry: ({ requestId }) => entryId('elicitation', requestId),
    search: null,
    line: ({ by }) => `· answered by ${by}`,
  },
  'elicitation.completed': {
    shape: fields({ elicitationId: text }),
    bounds: null,
    bodies: null,
    entry: null,
    search: null,
    line: null,
  },
  'terminal.started': {
    shape: fields({
      terminalId: text,
      command: text,
      args: list(text),
      cwd: text,
      env: optional(list(fields({ name: text, value: text }))),
    }),
    bounds: {
      command: WORDS,
      args: atMost(1_000, WORDS),
      cwd: PATH,
      env: atMost(200, { name: NAME, value: DESCRIPTION }),
    },
    bodies: null,
    entry: ({ terminalId }) => entryId('terminal', terminalId),
    search: null,
    line: ({ command, args }) => `$ ${[command, ...args].join(' ')}`,
  },
  'terminal.ended': {
    shape: fields({ terminalId: text, tail: body }),
    bounds: null,
    bodies: (event, map) => {
      const tail = map(event.tail, 'text');
      return tail === event.tail ? event : { ...event, tail };
    },
    entry: ({ terminalId }) => entryId('terminal', terminalId),
    search: null,
    line: ({ tail, exitCode, signal }) =>
      [bodyText(tail).trimEnd(), `· exit ${exitCode ?? signal}`].filter(Boolean).join('\n'),
  },
  'notice.posted': {
    shape: fields({ noteId: text, severity: text, title: text }),
    bounds: { title: TITLE, description: WORDS },
    bodies: null,
    entry: ({ noteId }) => entryId('notice', noteId),
    search: null,
    line: ({ title, description }) => `· ${[title, description].filter(Boolean).join(' ')}`,
  },
  'compaction.updated': {
    shape: fields({ compactionId: text, summaryAppended: optional(text) }),
    bounds: { summary: 100_000, summaryAppended: 100_000, error: TITLE },
    bodies: null,
    entry: ({ compactionId }) => entryId('compaction', compactionId),
    search: null,
    line: null,
  },
  'subagent.updated': {
    shape: fields({ subagent: text, title: patch(text) }),
    bounds: { title: 500, description: TITLE, state: NAME },
    bodies: null,
    entry: ({ subagent }) => entryId('subagent', subagent),
    search: null,
    line: null,
  },
  'unknown.received': {
    shape: fields({ noteId: text, label: text, raw: body }),
    bounds: { label: NAME },
    bodies: (event, map) => {
      const raw = map(event.raw, 'text');
      return raw === event.raw ? event : { ...event, raw };
    },
    entry: ({ noteId }) => entryId('unknown', noteId),
    search: null,
    line: ({ label }) => `· unknown: ${label}`,
  },
};

function mapPrompt<E extends { readonly content: readonly ContentBlock[] }>(
  event: E,
  map: MapBody,
): E {
  const content = mapList(event.content, (block) => mapBlock(block, map));
  return content === event.content ? event : { ...event, content };
}

function mapTool(event: EventOf<'tool.updated'>, map: MapBody): EventOf<'tool.updated'> {
  const changed: { -readonly [K in keyof ToolFields]: ToolFields[K] } = {};
  if (event.input != null) changed.input = map(event.input, 'text');
  if (event.output != null) changed.output = map(event.output, 'text');
  if (event.content != null) {
    changed.content = mapList(event.content, (content) => mapToolContent(content, map));
  }
  const isSame =
    changed.input === (event.input ?? undefined) &&
    changed.output === (event.output ?? undefined) &&
    changed.content === (event.content ?? undefined);
  return isSame ? event : { ...event, ...changed };
}

function mapFacts(facts: AskedFacts, map: MapBody): AskedFacts {
  const input = facts.input === null ? null : map(facts.input, 'text');
  const content = mapList(facts.content, (one) => mapToolContent(one, map));
  const isSame = input === facts.input && content === facts.content;
  return isSame ? facts : { ...facts, input, content };
}

function promptText({ messageId, content }: EventOf<'turn.started' | 'turn.steered'>): SearchText {
  const texts = content.flatMap((block) => searchedIn(block) ?? []);
  return found('user', 'message', messageId, texts.join('\n'), 'replace');
}

function found(
  kind: SearchText['kind'],
  entry: EntryKind,
  key: string,
  words: string,
  how: SearchText['how'],
): SearchText {
  return { kind, entryId: entryId(entry, key), text: words, how };
}
