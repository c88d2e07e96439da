import { fenced, inlineCode } from '#shared/text/markdownText';
import type { ReadRequest } from '../parse/request';
import { languageOf, plural } from '../text/markdown';
import { textContent } from '../turn/toolCalls';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { explainMissing } from './namedFiles';

const maxLines = 60;
const linesBefore = 5;

export async function read(turn: Turn, request: ReadRequest): Promise<Outcome> {
  if (request.path === undefined) {
    await turn.speech.say('Which file shall I show? `/read README.md`, for example.');
    return notDone('no file named');
  }
  const path = await turn.roots.resolve(request.path);
  const name = turn.roots.display(path);
  const call = await turn.tools.start({
    name: 'read',
    title: `Read ${name}`,
    kind: 'read',
    locations: [request.line === undefined ? { path } : { path, line: request.line }],
    rawInput: { path },
  });
  await call.begin();
  const result = await turn.files.read(path);
  if ('skipped' in result) {
    await call.fail({ rawOutput: { reason: result.skipped } });
    const isMissing = result.skipped === 'missing';
    await turn.speech.say(
      isMissing
        ? await explainMissing(turn, name)
        : `I cannot show ${inlineCode(name)}: it is ${result.skipped}.`,
    );
    return notDone(result.skipped);
  }
  const lines = result.text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const start = Math.min(
    Math.max(0, (request.line ?? 1) - 1 - linesBefore),
    Math.max(0, lines.length - 1),
  );
  const shown = lines.slice(start, start + maxLines);
  const excerpt = fenced(shown.join('\n'), languageOf(name));
  await call.complete({ content: [textContent(excerpt)], rawOutput: { lines: lines.length } });
  const part =
    shown.length < lines.length
      ? `, lines ${start + 1} to ${start + shown.length} of ${lines.length}`
      : `, ${plural(lines.length, 'line')}`;
  await turn.speech.say(
    lines.length === 0
      ? `${inlineCode(name)} is empty.`
      : `${inlineCode(name)}${part}:\n\n${excerpt}`,
  );
  turn.note(`read ${inlineCode(name)}`);
  return done;
}
