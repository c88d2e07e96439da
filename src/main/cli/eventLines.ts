import { type Body, type ContentBlock, isBlobReference } from '#shared/session/content';
import type { Envelope, SessionEvent } from '#shared/session/events';
import { setupWords } from '#shared/session/setupWords';

/** What a terminal shows of an event; nothing for those that say nothing to a reader. */
export function eventLines(event: Envelope): readonly string[] {
  const text = describe(event);
  return text === null ? [] : text.split('\n').map(harmless);
}

function describe(event: SessionEvent): string | null {
  switch (event.type) {
    case 'session.created':
      return `· session in ${event.cwd}`;
    case 'session.titled':
      return `· title: ${event.title}`;
    case 'setup.started':
    case 'setup.ended':
      return `· ${setupWords(event).title}`;
    case 'agent.started': {
      const { identity, wire, protocolVersion } = event;
      const name = identity === null ? 'an agent' : [identity.name, identity.version].join(' ');
      return `· ${name.trim()} speaks ${wire} ${protocolVersion}`;
    }
    case 'agent.attached':
      return `· conversation ${event.agentSessionId} (${event.attachment})`;
    case 'agent.failed':
    case 'agent.exited':
      return [`! ${event.message}`, event.stderrTail?.trim()].filter(Boolean).join('\n');
    case 'authentication.required':
      return [`! ${event.message}`, ...event.methods.map(numbered(({ name }) => name))].join('\n');
    case 'continuity.checked':
      return `· ${event.message}`;
    case 'turn.ended':
      return `· ${event.reason}${event.message === undefined ? '' : `: ${event.message}`}`;
    case 'message.appended':
      return `${speakers[event.role]} ${textOf(event.content)}`;
    case 'tool.updated': {
      const what = [event.title, event.status].filter(Boolean).join(' – ');
      return what === '' ? null : `⚒ ${event.toolCallId}: ${what}`;
    }
    case 'plan.updated':
      return planText(event.body);
    case 'permission.asked':
      return [
        `? ${event.question.title}`,
        ...event.question.options.map(numbered(({ name }) => name)),
      ].join('\n');
    case 'elicitation.asked':
      return elicitationText(event.question);
    case 'permission.answered':
    case 'elicitation.answered':
      return `· answered by ${event.by}`;
    case 'terminal.started':
      return `$ ${[event.command, ...event.args].join(' ')}`;
    case 'terminal.ended':
      return [bodyText(event.tail).trimEnd(), `· exit ${event.exitCode ?? event.signal}`]
        .filter(Boolean)
        .join('\n');
    case 'modes.updated':
      return `· mode ${event.current} of ${event.available.map(({ id }) => id).join(', ')}`;
    case 'mode.changed':
      return `· mode ${event.current}`;
    case 'options.updated':
      return `· ${event.options.map(({ id, value }) => `${id}=${value}`).join(', ')}`;
    case 'commands.updated':
      return `· commands: ${event.commands.map(({ name }) => `/${name}`).join(' ')}`;
    case 'usage.updated':
      return `· context ${event.usage.used} of ${event.usage.size}`;
    case 'notice.posted':
      return `· ${[event.title, event.description].filter(Boolean).join(' ')}`;
    case 'unknown.received':
      return `· unknown: ${event.label}`;
    default:
      return null;
  }
}

export const speakers = { agent: '»', thought: '~', user: '>' } as const;

function numbered<T>(name: (item: T) => string): (item: T, index: number) => string {
  return (item, index) => `  ${index + 1}. ${name(item)}`;
}

function textOf(content: ContentBlock): string {
  return content.type === 'text' ? content.text : `[${content.type}]`;
}

function bodyText(body: Body): string {
  return isBlobReference(body) ? (body.preview ?? '') : body;
}

function planText(body: Extract<SessionEvent, { type: 'plan.updated' }>['body']): string {
  switch (body.type) {
    case 'items':
      return body.items.map(({ status, content }) => `☐ ${content} (${status})`).join('\n');
    case 'markdown':
      return body.text;
    case 'file':
      return `☐ ${body.uri}`;
  }
}

function elicitationText({
  message,
  body,
}: Extract<SessionEvent, { type: 'elicitation.asked' }>['question']): string {
  if (body.type === 'url') return `? ${message}\n  ${body.url}\n  1. Done\n  2. No`;
  const fields = body.fields.map(({ key, title, type }) => `  "${key}": ${title} (${type})`);
  return [`? ${message}`, ...fields, '  Answer with a JSON object, or with an empty line.'].join(
    '\n',
  );
}

/** An agent must not move the cursor of the terminal that it is shown in. */
export function harmless(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '�');
}
