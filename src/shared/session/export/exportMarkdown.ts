import { ofNewerBuild } from '#shared/errors';
import type { EntryId } from '#shared/ids';
import { worksInCopy } from '#shared/session/isolation';
import {
  fenced,
  fencedPieces,
  inlineCode,
  link,
  oneLine,
  quoted,
  quotedPieces,
} from '#shared/text/markdownText';
import { outputPieces } from '#shared/text/plainOutput';
import { piecesOf, type TextPieces, trimmedPieces, wholeText } from '#shared/text/textPieces';
import type { PlanBody, ToolBlock, ToolContent } from '../content';
import { type BlobReference, type Body, type ContentBlock, isBlobReference } from '../content';
import { type Entry, entryId, type KeptEntry, type MessageEntry, type ToolEntry } from '../entries';
import { blockKind } from '../kinds/blockKinds';
import { toolContentKind } from '../kinds/toolContentKinds';
import { refusalWords } from '../network';
import type { AnsweredBy, AnsweringRules, FormValue } from '../request/requests';
import type { SessionHead, SessionState } from '../state';
import { joined, type Paragraph, type ToolWriter } from './paragraph';
import { diffPieces } from './unifiedDiff';

/** The source of a document. Long texts are requested one at a time, when they are needed. */
export interface ExportSource {
  readonly head: SessionHead;
  /** In transcript order. */
  entries(): AsyncIterable<Entry> | Iterable<Entry>;
  entry(id: EntryId): KeptEntry | undefined;
  /** Null: the text is not available. The function that makes it may be called more than once. */
  textOf(body: BlobReference): Promise<(() => TextPieces) | null>;
}

/** A session as a document to read, share or archive. Pure: times are in UTC. */
export async function* markdownPieces(source: ExportSource): AsyncGenerator<string> {
  const writer = new MarkdownWriter(source);
  yield headerOf(source.head).join('\n\n');
  for await (const entry of source.entries()) {
    for (const paragraph of writer.entry(entry)) {
      yield '\n\n';
      if (typeof paragraph === 'string') yield paragraph;
      else yield* paragraph;
    }
  }
  yield '\n';
}

/** One entry of a session, to be pasted elsewhere: without a heading that names the speaker. */
export function entryMarkdown(source: ExportSource, entry: Entry): Promise<string> {
  return wholeText(joined(new MarkdownWriter(source, false).entry(entry)));
}

/** A source that is in memory except for long bodies. */
export function sourceOf(
  state: SessionState,
  textOf: ExportSource['textOf'] = async () => null,
): ExportSource {
  const { head, order, entries } = state;
  return {
    head,
    entries: () => order.flatMap((id) => entries.get(id) ?? []),
    entry: (id) => entries.get(id),
    textOf,
  };
}

function headerOf(head: SessionHead): string[] {
  const agent = head.details?.identity?.version;
  const where = worksInCopy(head.isolation)
    ? `isolated, in ${inlineCode(head.cwd)}`
    : 'in the folder itself';
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

class MarkdownWriter implements ToolWriter {
  private speaker: string | null = null;

  constructor(
    private readonly source: ExportSource,
    private readonly namesSpeakers = true,
  ) {}

  entry(entry: Entry): Paragraph[] {
    switch (entry.kind) {
      case 'message':
        return this.message(entry);
      case 'tool':
        return [...this.saidBy(this.source.head.agent.name), ...this.tool(entry)];
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
            : `**Answered:** ${oneLine(name)}${byWhom(answer.by)}${ofRules(answer.rules)}`,
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
        return entry.verdict === 'holds' || entry.verdict === 'resumed'
          ? []
          : [`*${oneLine(entry.message)}*`];
      case 'refusal':
        return [`*${oneLine(refusalWords(entry.refusal))}*`];
      case 'unknown':
        return [`*Something unknown: ${oneLine(entry.label)}*`, this.body(entry.raw, 'json')];
      default:
        return ofNewerBuild(entry, []);
    }
  }

  private message(entry: MessageEntry): Paragraph[] {
    const blocks = entry.blocks.map((block) => this.block(block));
    if (entry.role === 'user') return [...this.saidBy('You'), ...blocks];
    const speaker = this.saidBy(this.source.head.agent.name);
    if (entry.role === 'agent') return [...speaker, ...blocks];
    return [...speaker, this.thought(blocks)];
  }

  private async *thought(blocks: readonly Paragraph[]): AsyncGenerator<string> {
    yield '> **Thought**\n>\n';
    yield* quotedPieces(joined(blocks));
  }

  /** A heading, unless the same speaker came last. */
  private saidBy(name: string): string[] {
    if (!this.namesSpeakers || this.speaker === name) return [];
    this.speaker = name;
    return [`## ${oneLine(name)}`];
  }

  private tool(entry: ToolEntry): Paragraph[] {
    const title = oneLine(entry.title) || entry.name || entry.toolCallId;
    return [
      `**Tool:** ${title} (${entry.toolKind}, ${entry.status})`,
      ...(entry.input === null ? [] : ['Input:', this.body(entry.input, 'json')]),
      ...entry.content.map((content) => this.toolContent(content)),
      ...(entry.output === null ? [] : ['Output:', this.printed(entry.output)]),
    ];
  }

  private toolContent(content: ToolContent): Paragraph {
    return toolContentKind(content)?.exported(content, this) ?? otherKind(content);
  }

  async *diff(path: string, before: Body | null, after: Body | null): AsyncGenerator<string> {
    const [old, next] = [await this.side(before), await this.side(after)];
    if (old === undefined || next === undefined) {
      yield `${inlineCode(path)} changed; its text is not included.`;
    } else {
      yield* fencedPieces(() => diffPieces(path, old, next), 'diff');
    }
  }

  /** The whole text, since two texts are compared as a whole. Undefined: it is not available. */
  private async side(body: Body | null): Promise<string | null | undefined> {
    const text = body === null ? null : await this.text(body);
    if (text === null) return body === null ? null : undefined;
    return wholeText(text());
  }

  terminal(id: string): Paragraph {
    const entry = this.source.entry(entryId('terminal', id));
    if (entry?.kind !== 'terminal') return `*Terminal ${inlineCode(id)}*`;
    const command = inlineCode([entry.command, ...entry.args].join(' '));
    if (entry.exit === null) return `Ran ${command}`;
    const { code, signal, tail } = entry.exit;
    const ending = `Ran ${command}, which ended with ${signal ?? code ?? 'no code'}:`;
    return joined([ending, this.printed(tail)]);
  }

  block(block: ContentBlock | ToolBlock): Paragraph {
    return blockKind(block)?.exported(block, this) ?? otherKind(block);
  }

  async *said(body: Body): AsyncGenerator<string> {
    const text = await this.text(body);
    yield* text === null ? this.body(body) : trimmedPieces(text());
  }

  /** Terminal output as plain text: without colours, and with redrawn lines in their last state. */
  private printed(body: Body): TextPieces {
    return this.body(body, '', outputPieces);
  }

  async *body(
    body: Body,
    language = '',
    made: (text: TextPieces) => TextPieces = (text) => text,
  ): AsyncGenerator<string> {
    const text = await this.text(body);
    if (text !== null) {
      yield* fencedPieces(() => made(text()), language);
    } else if (isBlobReference(body)) {
      yield `*(${body.bytes} bytes, not included)*`;
      if (body.preview === undefined) return;
      yield `\n\n${fenced(`${await wholeText(made(piecesOf(body.preview)))}…`)}`;
    }
  }

  /** Null: the text is stored elsewhere and cannot be read. */
  private async text(body: Body): Promise<(() => TextPieces) | null> {
    return isBlobReference(body) ? this.source.textOf(body) : () => piecesOf(body);
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
      return [ofNewerBuild<string>(body, otherKind(body))];
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
    exit: 'the agent ending',
  };
  return `, by ${who[by]}`;
}

function ofRules(rules: AnsweringRules = []): string {
  return rules.length === 0 ? '' : ` (${rules.map(({ name }) => oneLine(name)).join(', ')})`;
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
