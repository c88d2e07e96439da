import type { CheckState } from '#shared/ipc/checks';
import { counted } from '#shared/text/counted';
import { HIDDEN } from '#shared/text/hiddenSigns';
import { visiblePath } from '#shared/text/visiblePath';

/** A file with accepted changes. */
export interface DeliveredFile {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
}

export interface DraftFacts {
  readonly title: string;
  /** What the user asked for, oldest first. */
  readonly prompts: readonly string[];
  readonly files: readonly DeliveredFile[];
}

/** The length that git and its hosts show as a whole. */
const SUBJECT_CHARACTERS = 72;
const LISTED_FILES = 20;
const LISTED_PROMPTS = 5;
const PROMPT_CHARACTERS = 300;
const COMMAND_CHARACTERS = 120;

/** A draft of a commit message, from the prompts and the accepted changes. The user edits it. */
export function draftMessage({ title, prompts, files }: DraftFacts): string {
  const [first = title] = prompts;
  const subject = cut(firstLine(first) || firstLine(title) || 'Changes', SUBJECT_CHARACTERS);
  const asked = prompts
    .slice(0, LISTED_PROMPTS)
    .map((prompt) => cut(oneLine(prompt), PROMPT_CHARACTERS))
    .filter((prompt) => prompt !== '' && prompt !== subject)
    .map((prompt) => `- ${prompt}`);
  const listed = files
    .slice(0, LISTED_FILES)
    .map(({ path, added, removed }) => `- ${visiblePath(path)} (+${added} −${removed})`);
  const more = files.length - LISTED_FILES;
  const parts = [subject];
  if (asked.length > 0) parts.push(['Asked for:', ...asked].join('\n'));
  if (listed.length > 0) {
    parts.push(
      [...listed, ...(more > 0 ? [`- and ${counted(more, 'more file')}`] : [])].join('\n'),
    );
  }
  return parts.join('\n\n');
}

/** The results of the checks on exactly the delivered changes; nothing if they are unknown. */
export function evidenceText(checks: readonly CheckState[]): string {
  const lines = checks.flatMap(({ name, command, standing }) => {
    if (standing.type !== 'current') return [];
    const { outcome, milliseconds, report } = standing.run;
    if (outcome !== 'passed' && outcome !== 'failed') return [];
    const counts = [
      ...(report?.passed ? [`${report.passed} passed`] : []),
      ...(report && report.failed > 0 ? [`${report.failed} failed`] : []),
    ];
    const seconds = `${(milliseconds / 1_000).toFixed(1)} s`;
    const facts = [...counts, seconds].join(', ');
    return [
      `- ${outcome === 'passed' ? '✅' : '❌'} ${oneLine(name)}: ${code(command)} (${facts})`,
    ];
  });
  return lines.length === 0 ? '' : ['Checks on exactly these changes:', '', ...lines].join('\n');
}

/** The command as a Markdown code span, whatever characters it contains. */
function code(command: string): string {
  const text = cut(oneLine(command), COMMAND_CHARACTERS);
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The text of a pull request: the message without its subject, and the evidence. */
export function requestText(message: string, checks: readonly CheckState[]): string {
  const [, ...rest] = message.split('\n');
  return [rest.join('\n').trim(), evidenceText(checks)].filter((part) => part !== '').join('\n\n');
}

export interface Contributor {
  readonly agent: string;
  readonly model: string | null;
  readonly sessionId: string;
}

/** The message with trailers that say which agent wrote it. Only used if the user asks for them. */
export function withTrailers(message: string, contributors: readonly Contributor[]): string {
  const lines = contributors.flatMap(({ agent, model, sessionId }) => [
    `Assisted-by: ${oneLine(model === null ? agent : `${agent} (${model})`)}`,
    `Airlock-Session: ${oneLine(sessionId)}`,
  ]);
  const fresh = lines.filter((line) => !message.split('\n').includes(line));
  return fresh.length === 0 ? message : `${message.trimEnd()}\n\n${fresh.join('\n')}`;
}

function firstLine(text: string): string {
  return oneLine(text.trim().split('\n')[0] ?? '');
}

/** Removes invisible characters, because nobody could see them before committing. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(HIDDEN, '').trim();
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half of a surrogate pair is not a character.
  const start = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${start.trimEnd()}…`;
}
