import { isCommitted, type LineSource } from '#shared/airlock/provenance/origin';
import type { FileProvenance } from '#shared/ipc/provenance';
import type { OriginMark } from '#window/features/review/monaco/diffSurface';
import { dayAndTime } from '#window/ui/text/clock';
import { visibleLine } from '#window/ui/text/visibleText';

/** The lines that an agent brought in; Monaco reads the words as Markdown. */
export function originMarks({ origins, runs }: FileProvenance): readonly OriginMark[] {
  let start = 0;
  return runs.flatMap(({ count, origin }) => {
    const found = origin === null ? undefined : origins[origin];
    const mark = found && { start, count, words: escaped(originWords(found)) };
    start += count;
    return mark ? [mark] : [];
  });
}

export function originWords(source: LineSource): string {
  const { agent, model, at } = source;
  const who = model === null ? agent.name : `${agent.name}, ${model}`;
  const parts = [`${who}, ${dayAndTime(at)}`];
  if (isCommitted(source)) {
    parts.push(`Commit: ${source.commit.slice(0, COMMIT_CHARACTERS)} ${source.subject}`);
  } else {
    const { title, prompt, tool } = source;
    parts.push(`Session: ${title}`);
    if (prompt !== null) parts.push(`Prompt: ${prompt.slice(0, PROMPT_CHARACTERS)}`);
    if (tool !== null) parts.push(`Tool call: ${tool}`);
  }
  return parts.map((part) => visibleLine(part)).join('\n\n');
}

const PROMPT_CHARACTERS = 160;
const COMMIT_CHARACTERS = 10;

/** Escapes text of agents and users, which is not Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~$]/g, '\\$&');
}
