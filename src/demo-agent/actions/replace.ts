import { inlineCode } from '#shared/text/markdownText';
import { createMatcher, PatternProblem } from '../files/matcher';
import { describePattern } from '../parse/describe';
import type { ReplaceRequest } from '../parse/request';
import { plural, table } from '../text/markdown';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { type EditResult, editFile } from './editFile';
import { noFiles, searchWithCall, skippedNote } from './find';
import { filesOf } from './namedFiles';

interface Row {
  readonly name: string;
  readonly places: number;
  readonly result: EditResult;
}

export async function replace(turn: Turn, request: ReplaceRequest): Promise<Outcome> {
  const files = await filesOf(turn, request.globs);
  if (files.length === 0) return noFiles(turn, request.globs);
  const result = await searchWithCall(turn, request, files);
  if (!result) return notDone('the pattern does not work');
  if (result.matches.length === 0) {
    await turn.speech.say(
      `I found no ${describePattern(request.pattern)} in ${plural(result.searched, 'file')}, so there is nothing to replace.`,
    );
    turn.note(`found no ${describePattern(request.pattern)} to replace`);
    return notDone('nothing to replace');
  }
  await turn.plan.divide(
    turn.step,
    result.matches.map((match) => `Change ${match.file.name}`),
  );
  const rows = await changeFiles(
    turn,
    request,
    result.matches.map((match) => match.file),
  );
  await turn.speech.say(`${summarize(request, rows)}${skippedNote(result)}`);
  const changed = rows.filter((row) => isChanged(row.result));
  for (const row of changed) {
    const verb = row.result.kind === 'planned' ? 'would change' : 'changed';
    turn.note(
      `${verb} ${inlineCode(row.name)}: ${describePattern(request.pattern)} → ${inlineCode(request.replacement)}, ${plural(row.places, 'place')}${row.result.kind === 'partly' ? ' (some of them were rejected)' : ''}`,
    );
  }
  const whole = rows.every((row) => row.result.kind === 'written' || row.result.kind === 'planned');
  return whole
    ? done
    : notDone(changed.length === 0 ? 'nothing was changed' : 'not all of it was accepted');
}

async function changeFiles(
  turn: Turn,
  request: ReplaceRequest,
  files: ReadonlyArray<{ readonly absolute: string; readonly name: string }>,
): Promise<Row[]> {
  const matcher = createMatcher(request.pattern);
  const rows: Row[] = [];
  for (const [index, file] of files.entries()) {
    if (index > 0) await turn.plan.startPart(turn.step, index);
    const row = await changeFile(turn, request, file, matcher);
    if (row) rows.push(row);
    const isDone = row?.result.kind === 'written' || row?.result.kind === 'planned';
    if (files.length > 1)
      await turn.plan.finishPart(turn.step, index, isDone ? undefined : wordsFor(row?.result));
  }
  return rows;
}

/** Reads the file again: since the search, the user may have answered many questions. */
async function changeFile(
  turn: Turn,
  request: ReplaceRequest,
  file: { readonly absolute: string; readonly name: string },
  matcher: ReturnType<typeof createMatcher>,
): Promise<Row | undefined> {
  const path = await turn.roots.resolve(file.absolute);
  const read = await turn.files.read(path);
  if ('skipped' in read) return undefined;
  try {
    const { text, count } = matcher.replace(read.text, request.replacement);
    if (count === 0 || text === read.text) return undefined;
    const result = await editFile(turn, {
      command: 'replace',
      title: `Replace ${plural(count, 'place')} in ${file.name}`,
      path,
      before: read.text,
      after: text,
      rawInput: { path, pattern: request.pattern, replacement: request.replacement },
    });
    return { name: file.name, places: count, result };
  } catch (error) {
    if (!(error instanceof PatternProblem)) throw error;
    return { name: file.name, places: 0, result: { kind: 'refused', reason: error.message } };
  }
}

function isChanged(result: EditResult): boolean {
  return result.kind === 'written' || result.kind === 'partly' || result.kind === 'planned';
}

function wordsFor(result: EditResult | undefined): string {
  switch (result?.kind) {
    case undefined:
      return 'nothing to change';
    case 'written':
      return 'changed';
    case 'planned':
      return 'would change';
    case 'rejected':
      return 'rejected';
    case 'changed meanwhile':
      return 'changed by someone else in the meantime, left alone';
    case 'refused':
      return `rejected: ${result.reason}`;
    case 'partly':
      return `partly accepted: ${result.reason}`;
  }
}

function summarize(request: ReplaceRequest, rows: readonly Row[]): string {
  const what = `${describePattern(request.pattern)} with ${request.replacement === '' ? 'nothing' : inlineCode(request.replacement)}`;
  const changed = rows.filter((row) => isChanged(row.result));
  const places = changed.reduce((sum, row) => sum + row.places, 0);
  const planned = rows.some((row) => row.result.kind === 'planned');
  if (changed.length === 0) {
    const reasons = [...new Set(rows.map((row) => wordsFor(row.result)))].join('; ');
    return `I replaced nothing (${reasons === '' ? 'the replacement changes nothing' : reasons}).`;
  }
  const head = `I ${planned ? 'would replace' : 'replaced'} ${what}: ${plural(places, 'place')} in ${plural(changed.length, 'file')}.`;
  if (rows.length === 1 && rows[0]?.result.kind === 'written')
    return `${head} It was ${inlineCode(rows[0].name)}.`;
  const body = rows.map((row) => [inlineCode(row.name), String(row.places), wordsFor(row.result)]);
  return `${head}\n\n${table(['File', 'Places', 'Result'], body)}`;
}
