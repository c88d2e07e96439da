import { assertNever } from '#shared/errors';
import type { BlobHash } from '#shared/ids';
import { fenced, inlineCode, link, oneLine, quoted, unifiedDiff } from '#shared/text/markdownText';
import { plainOutput } from '#shared/text/plainOutput';
import type { PlanBody, ToolBlock, ToolContent } from './content';
import { type BlobReference, type Body, type ContentBlock, isBlobReference } from './content';
import { type Entry, entryId, type MessageEntry, type ToolEntry } from './entries';
import type { AnsweredBy, FormValue } from './requests';
import type { SessionHead, SessionState } from './state';

/** The texts of bodies that live beside the log, as far as the caller wants them in. */
export type ResolvedBodies = ReadonlyMap<BlobHash, string>;

/** A session as a document to read, share or archive. Pure: times are in UTC. */
export function exportMarkdown(state: SessionState, bodies: ResolvedBodies = new Map()): string {
  const writer = new MarkdownWriter(state, bodies);
  return `${[...headerOf(state.head), ...writer.transcript()].join('\n\n')}\n`;
}

/** One entry of a session, to be pasted elsewhere: without a heading that says who spoke. */
export function entryMarkdown(
  state: SessionState,
  entry: Entry,
  bodies: ResolvedBodies = new Map(),
): string {
  return new MarkdownWriter(state, bodies).alone(entry).join('\n\n');
}

/** Every body that an export of the state would show. */
export function bodiesIn(state: SessionState): readonly BlobReference[] {
  const found: BlobReference[] = [];
  const note = (body: Body | null | undefined) => {
    if (body != null && isBlobReference(body)) found.push(body);
  };
  const noteBlock = (block: ContentBlock | ToolBlock) => {
    if (block.type === 'text') note(block.text);
    if (block.type === 'resource') note(block.text);
    if (block.type === 'unknown') note(block.raw);
  };
  for (const entry of state.entries.values()) {
    if (entry.kind === 'message') entry.blocks.forEach(noteBlock);
    else if (entry.kind === 'terminal') note(entry.exit?.tail);
    else if (entry.kind === 'unknown') note(entry.raw);
    else if (entry.kind === 'tool') {
      note(entry.input);
      note(entry.output);
      for (const content of entry.content) {
        if (content.type === 'content') noteBlock(content.content);
        else if (content.type === 'patch') note(content.patch);
        else if (content.type === 'unknown') note(content.raw);
        else if (content.type === 'diff') {
          note(content.before);
          note(content.after);
        }
      }
    }
  }
  return found;
}

function headerOf(head: SessionHead): string[] {
  const agent = head.details?.identity?.version;
  const where =
    head.isolation === 'isolated' ? `isolated, in ${inlineCode(head.cwd)}` : 'in the folder itself';
  return [
    `# ${oneLine(head.title) || 'Untitled session'}`,
    [
      `- **Agent:** ${oneLine(head.agent.name)}${agent === undefined ? '' : ` ${agent}`}`,
      `- **Folder:** ${inlineCode(head.project)}`,
      `- **Worked:** ${where}`,
      `- **Started:** ${timeOf(head.createdAt)}`,
      `- **Last change:** ${timeOf(head.updatedAt)}`,
      `- **Session:** ${inlineCode(head.id)}`,
    ].join('\n'),
  ];
}

class MarkdownWriter {
  private speaker: string | null = null;
  private namesSpeakers = true;

  constructor(
    private readonly state: SessionState,
    private readonly bodies: ResolvedBodies,
  ) {}

  transcript(): string[] {
    return this.state.order.flatMap((id) => {
      const entry = this.state.entries.get(id);
      return entry === undefined ? [] : this.entry(entry);
    });
  }

  alone(entry: Entry): string[] {
    this.namesSpeakers = false;
    return this.entry(entry);
  }

  private entry(entry: Entry): string[] {
    switch (entry.kind) {
      case 'message':
        return this.message(entry);
      case 'tool':
        return [...this.saidBy(this.state.head.agent.name), ...this.tool(entry)];
      case 'plan':
        return entry.removed ? [] : ['**Plan**', ...planOf(entry.body)];
      case 'permission': {
        const { question, answer } = entry;
        const options = question.options.map((option) => `- ${oneLine(option.name)}`).join('\n');
        const chosen =
          answer?.outcome.type === 'selected' ? answer.outcome.optionId : answer?.outcome.type;
        const name = question.options.find((option) => option.id === chosen)?.name ?? chosen;
        return [
          `**Permission asked:** ${oneLine(question.title)}`,
          ...(question.description ? [question.description] : []),
          ...(options ? [options] : []),
          answer === null || name === undefined
            ? '**Not answered.**'
            : `**Answered:** ${oneLine(name)}${byWhom(answer.by)}`,
        ];
      }
      case 'elicitation': {
        const { question, answer } = entry;
        const values = answer?.outcome.type === 'accepted' ? answer.outcome.values : {};
        const lines = Object.entries(values).map(
          ([key, value]) => `- ${inlineCode(key)}: ${formValue(value)}`,
        );
        return [
          `**Question asked:** ${oneLine(question.message)}`,
          ...(question.body.type === 'url' ? [link(question.body.url, question.body.url)] : []),
          answer === null
            ? '**Not answered.**'
            : `**Answered:** ${answer.outcome.type}${byWhom(answer.by)}`,
          ...(lines.length > 0 ? [lines.join('\n')] : []),
        ];
      }
      case 'terminal':
        return [];
      case 'notice':
        return [
          `*${entry.severity}: ${oneLine(entry.title)}*`,
          ...(entry.description === null ? [] : [quoted(entry.description)]),
        ];
      case 'setting':
        return [`*${oneLine(entry.label)}: ${oneLine(entry.to)} (was ${oneLine(entry.from)})*`];
      case 'compaction':
        return [
          `*The conversation was compacted (${entry.status}).*`,
          ...(entry.summary === '' ? [] : [quoted(entry.summary)]),
        ];
      case 'subagent':
        return [`*Subagent: ${oneLine(entry.title)}${entry.state ? ` (${entry.state})` : ''}*`];
      case 'turn-end':
        if (entry.reason === 'end_turn') return [];
        return [
          `*The turn ended: ${entry.reason}.${entry.message === null ? '' : ` ${oneLine(entry.message)}`}*`,
        ];
      case 'failure':
        return [
          `**The agent failed:** ${oneLine(entry.message)}`,
          ...(entry.detail === null ? [] : [quoted(entry.detail)]),
          ...(entry.stderrTail === '' ? [] : [fenced(entry.stderrTail)]),
        ];
      case 'authentication':
        return [`*Login needed: ${oneLine(entry.message)}${entry.done ? ' (done)' : ''}*`];
      case 'continuity':
        return entry.verdict === 'holds' ? [] : [`*${oneLine(entry.message)}*`];
      case 'unknown':
        return [`*Something unknown: ${oneLine(entry.label)}*`, this.body(entry.raw, 'json')];
      default:
        return assertNever(entry);
    }
  }

  private message(entry: MessageEntry): string[] {
    const blocks = entry.blocks.map((block) => this.block(block));
    if (entry.role === 'user') return [...this.saidBy('You'), ...blocks];
    const speaker = this.saidBy(this.state.head.agent.name);
    if (entry.role === 'agent') return [...speaker, ...blocks];
    return [...speaker, `> **Thought**\n>\n${quoted(blocks.join('\n\n'))}`];
  }

  /** A heading, unless the same one spoke last. */
  private saidBy(name: string): string[] {
    if (!this.namesSpeakers || this.speaker === name) return [];
    this.speaker = name;
    return [`## ${oneLine(name)}`];
  }

  private tool(entry: ToolEntry): string[] {
    const title = oneLine(entry.title) || entry.name || entry.toolCallId;
    return [
      `**Tool:** ${title} (${entry.toolKind}, ${entry.status})`,
      ...(entry.input === null ? [] : ['Input:', this.body(entry.input, 'json')]),
      ...entry.content.map((content) => this.toolContent(content)),
      ...(entry.output === null ? [] : ['Output:', this.printed(entry.output)]),
    ];
  }

  private toolContent(content: ToolContent): string {
    switch (content.type) {
      case 'content':
        return quoted(this.block(content.content));
      case 'diff': {
        const before = content.before === null ? null : this.text(content.before);
        const after = content.after === null ? null : this.text(content.after);
        if (before === undefined || after === undefined) {
          return `${inlineCode(content.path)} changed; its text is not included.`;
        }
        return fenced(unifiedDiff(content.path, before, after), 'diff');
      }
      case 'patch':
        return this.body(content.patch, 'diff');
      case 'terminal':
        return this.terminal(content.terminalId);
      case 'unknown':
        return `*${oneLine(content.label)}*\n\n${this.body(content.raw, 'json')}`;
      default:
        return otherKind(content);
    }
  }

  private terminal(id: string): string {
    const entry = this.state.entries.get(entryId('terminal', id));
    if (entry?.kind !== 'terminal') return `*Terminal ${inlineCode(id)}*`;
    const command = inlineCode([entry.command, ...entry.args].join(' '));
    if (entry.exit === null) return `Ran ${command}`;
    const { code, signal, tail } = entry.exit;
    return `Ran ${command}, which ended with ${signal ?? code ?? 'no code'}:\n\n${this.printed(tail)}`;
  }

  private block(block: ContentBlock | ToolBlock): string {
    switch (block.type) {
      case 'text':
        return this.text(block.text)?.trim() ?? this.body(block.text);
      case 'image':
      case 'audio':
        return `*(${block.type}, ${oneLine(block.mimeType)})*`;
      case 'link':
        return link(block.name, block.uri);
      case 'resource':
        return block.text === undefined
          ? inlineCode(block.uri)
          : `${inlineCode(block.uri)}\n\n${this.body(block.text)}`;
      case 'unknown':
        return `*${oneLine(block.label)}*\n\n${this.body(block.raw, 'json')}`;
      default:
        return otherKind(block);
    }
  }

  /** What a program wrote for a terminal: without colours, and redrawn lines as they were last. */
  private printed(body: Body): string {
    return this.body(body, '', plainOutput);
  }

  private body(body: Body, language = '', made = (text: string) => text): string {
    const text = this.text(body);
    if (text !== undefined) return fenced(made(text), language);
    if (!isBlobReference(body)) return '';
    const start = body.preview === undefined ? '' : `\n\n${fenced(`${made(body.preview)}…`)}`;
    return `*(${body.bytes} bytes, not included)*${start}`;
  }

  /** Undefined: the text lives elsewhere and was not given. */
  private text(body: Body): string | undefined {
    return isBlobReference(body) ? this.bodies.get(body.blob) : body;
  }
}

function planOf(body: PlanBody): string[] {
  switch (body.type) {
    case 'items':
      return [
        body.items
          .map(({ content, status }) => {
            const note = status === 'in_progress' ? ' *(in progress)*' : '';
            return `- [${status === 'completed' ? 'x' : ' '}] ${oneLine(content)}${note}`;
          })
          .join('\n'),
      ];
    case 'markdown':
      return [body.text.trim()];
    case 'file':
      return [link(body.uri, body.uri)];
    default:
      return [otherKind(body)];
  }
}

/** Logs may hold kinds of content that only a newer build knows. */
function otherKind(content: { readonly type: string }): string {
  return `*(${oneLine(content.type)})*`;
}

function byWhom(by: AnsweredBy): string {
  const who: Record<AnsweredBy, string> = {
    user: 'you',
    policy: 'a rule',
    cancel: 'the turn being stopped',
    agent: 'the agent',
    exit: 'the agent going away',
  };
  return `, by ${who[by]}`;
}

function formValue(value: FormValue): string {
  return typeof value === 'object'
    ? value.map(String).map(oneLine).join(', ')
    : oneLine(String(value));
}

function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime())
    ? 'unknown'
    : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
