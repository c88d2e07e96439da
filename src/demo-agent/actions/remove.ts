import { lstat, rm } from 'node:fs/promises';
import { inlineCode } from '#shared/text/markdownText';
import { compileGlob, hasWildcard } from '../files/glob';
import { messageOf } from '../log';
import type { DeleteRequest } from '../parse/request';
import { plural } from '../text/markdown';
import { textContent } from '../turn/toolCalls';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { explainMissing } from './namedFiles';
import { tellPlanned } from './planned';

/** The most files that one request may delete. */
const maxDeletions = 50;

export async function remove(turn: Turn, request: DeleteRequest): Promise<Outcome> {
  if (request.paths.length === 0) {
    await turn.speech.say('Which file shall I delete? `/delete old.txt`, for example.');
    return notDone('no file named');
  }
  // All paths are checked before the first file is deleted.
  const targets: string[] = [];
  for (const path of request.paths) {
    const found = await targetsOf(turn, path);
    if (typeof found === 'string') {
      await turn.speech.say(found);
      return notDone('no such file');
    }
    targets.push(...found);
  }
  const unique = [...new Set(targets)];
  if (unique.length > maxDeletions) {
    await turn.speech.say(
      `That is ${plural(unique.length, 'file')}. I delete at most ${maxDeletions} at once, so I left them all alone.`,
    );
    return notDone('too many files');
  }
  await turn.plan.divide(
    turn.step,
    unique.map((path) => `Delete ${turn.roots.display(path)}`),
  );
  const gone: string[] = [];
  const kept: string[] = [];
  for (const [index, path] of unique.entries()) {
    if (index > 0) await turn.plan.startPart(turn.step, index);
    const problem = await removeOne(turn, path);
    (problem === undefined ? gone : kept).push(inlineCode(turn.roots.display(path)));
    if (unique.length > 1) await turn.plan.finishPart(turn.step, index, problem);
  }
  if (turn.settings().mode !== 'plan') await turn.speech.say(summarize(gone, kept));
  return kept.length === 0 ? done : notDone('not all were deleted');
}

/** The files that a path or a glob matches, or a text that says why there are none. */
async function targetsOf(turn: Turn, path: string): Promise<string[] | string> {
  const absolute = await turn.roots.resolve(path);
  const info = await lstat(absolute).catch(() => undefined);
  if (info?.isDirectory()) {
    const inside = `${path.replace(/\/+$/, '')}/**`;
    return `${inlineCode(path)} is a folder, and I delete files only. ${inlineCode(`/delete ${inside}`)} names all that is in it.`;
  }
  if (info) return [absolute];
  if (!hasWildcard(path)) return explainMissing(turn, turn.roots.display(absolute));
  const matches = compileGlob(path);
  const { files } = await turn.listFiles();
  const found: string[] = [];
  for (const file of files) {
    if (matches(file.relative) && (await lstat(file.absolute).catch(() => undefined)))
      found.push(await turn.roots.resolve(file.absolute));
  }
  return found.length > 0 ? found : `No file here matches ${inlineCode(path)}.`;
}

async function removeOne(turn: Turn, path: string): Promise<string | undefined> {
  const name = turn.roots.display(path);
  const title = `Delete ${name}`;
  if (turn.settings().mode === 'plan') {
    await tellPlanned(turn, 'delete', title, `delete ${inlineCode(name)}`);
    return undefined;
  }
  const read = await turn.files.read(path);
  const call = await turn.tools.start({
    name: 'delete',
    title,
    kind: 'delete',
    locations: [{ path }],
    content: [
      'text' in read
        ? { type: 'diff', path, oldText: read.text, newText: '' }
        : textContent(`${name} (${read.skipped})`),
    ],
    rawInput: { path },
  });
  if ((await turn.permission.ask(call, { key: 'delete', name: 'deletions' })) === 'rejected') {
    await call.fail({ rawOutput: { reason: 'rejected by the user' } });
    return 'rejected';
  }
  await call.begin();
  try {
    await rm(path);
  } catch (error) {
    await call.fail({ rawOutput: { reason: messageOf(error) } });
    return messageOf(error);
  }
  await call.complete();
  turn.note(`deleted ${inlineCode(name)}`);
  return undefined;
}

function summarize(gone: readonly string[], kept: readonly string[]): string {
  const parts: string[] = [];
  if (gone.length > 0) parts.push(`I deleted ${gone.join(', ')}.`);
  if (kept.length > 0)
    parts.push(`${kept.join(', ')} ${kept.length === 1 ? 'is' : 'are'} still there.`);
  return parts.join(' ');
}
