import type { ToolCallLocation } from '@agentclientprotocol/sdk/unstable';
import { inlineCode } from '#shared/text/markdownText';
import { createMatcher, PatternProblem } from '../files/matcher';
import { describePattern, describeRequest, inPlainText } from '../parse/describe';
import type { FindRequest, Pattern } from '../parse/request';
import { plural, table } from '../text/markdown';
import { textContent } from '../turn/toolCalls';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { filesOf } from './namedFiles';
import { type FileMatch, hitsOf, type SearchResult, searchFiles } from './search';

const maxRows = 40;
const maxLocations = 200;

export async function find(turn: Turn, request: FindRequest): Promise<Outcome> {
  const files = await filesOf(turn, request.globs);
  if (files.length === 0) return noFiles(turn, request.globs);
  const result = await searchWithCall(turn, request, files);
  if (!result) return notDone('the pattern does not work');
  const { matches } = result;
  if (matches.length === 0) {
    const where = `${plural(result.searched, 'file')}`;
    await turn.speech.say(
      `I found no ${describePattern(request.pattern)} in ${where}.${await otherCase(turn, request, files)}`,
    );
    turn.note(`found no ${describePattern(request.pattern)}`);
    return done;
  }
  const rows = matches.flatMap((match) =>
    hitsOf(match).map((hit) => [
      inlineCode(`${match.file.name}:${hit.line}`),
      inlineCode(hit.preview),
    ]),
  );
  const shown = rows.slice(0, maxRows);
  const more =
    rows.length > shown.length
      ? `\n\n…and ${plural(rows.length - shown.length, 'more line')}.`
      : '';
  const summary = `**${plural(countOf(matches), 'match', 'matches')}** of ${describePattern(request.pattern)} in ${plural(matches.length, 'file')}`;
  await turn.speech.say(
    `${summary}:\n\n${table(['Where', 'Line'], shown)}${more}${skippedNote(result)}`,
  );
  turn.note(
    `found ${describePattern(request.pattern)}: ${plural(countOf(matches), 'match', 'matches')} in ${plural(matches.length, 'file')}`,
  );
  return done;
}

/** Searches under a tool call of its own, and tells the user if the pattern cannot be used. */
export async function searchWithCall(
  turn: Turn,
  request: {
    readonly kind: 'find' | 'replace';
    readonly pattern: Pattern;
    readonly globs: readonly string[];
  },
  files: Awaited<ReturnType<typeof filesOf>>,
): Promise<SearchResult | undefined> {
  const call = await turn.tools.start({
    name: request.kind,
    title: describeRequest({ ...request, kind: 'find' }, inPlainText),
    kind: 'search',
    rawInput: { pattern: request.pattern, globs: request.globs },
  });
  await call.begin();
  try {
    const result = await searchFiles(turn, files, createMatcher(request.pattern));
    const count = countOf(result.matches);
    const summary = `${plural(count, 'match', 'matches')} in ${plural(result.matches.length, 'file')}, of ${plural(result.searched, 'file')} searched`;
    await call.complete({
      locations: locationsOf(result.matches),
      content: [textContent(summary)],
      rawOutput: {
        matches: count,
        files: result.matches.length,
        searched: result.searched,
        skipped: result.skipped,
      },
    });
    return result;
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    await call.fail({
      content: [textContent(error.message)],
      rawOutput: { reason: error.message },
    });
    await turn.speech.say(`${error.message} To search for the literal text, put it in quotes.`);
    return undefined;
  }
}

export async function noFiles(turn: Turn, globs: readonly string[]): Promise<Outcome> {
  const named = globs.map(inlineCode).join(', ');
  await turn.speech.say(
    globs.length > 0
      ? `No file here matches ${named}. If that was a part of the text, put the text in quotes.`
      : 'There are no files here yet.',
  );
  return notDone('no such files');
}

function countOf(matches: readonly FileMatch[]): number {
  return matches.reduce((sum, match) => sum + match.spans.length, 0);
}

export function skippedNote(result: SearchResult): string {
  return result.skipped === 0
    ? ''
    : `\n\nI left out ${plural(result.skipped, 'file')} that I cannot read as text.`;
}

function locationsOf(matches: readonly FileMatch[]): ToolCallLocation[] {
  return matches
    .flatMap((match) => hitsOf(match).map((hit) => ({ path: match.file.absolute, line: hit.line })))
    .slice(0, maxLocations);
}

/** The search is case-sensitive. If only the case differs, the user is told so. */
async function otherCase(
  turn: Turn,
  request: FindRequest,
  files: Awaited<ReturnType<typeof filesOf>>,
): Promise<string> {
  if (request.pattern.kind !== 'text') return '';
  const source = request.pattern.text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const result = await searchFiles(
    turn,
    files,
    createMatcher({ kind: 'regex', source, flags: 'i' }),
  );
  const count = countOf(result.matches);
  if (count === 0) return '';
  return ` In other capitalisation there ${count === 1 ? 'is' : 'are'} ${plural(count, 'match', 'matches')}: try ${inlineCode(`/find /${source}/i`)}.`;
}
