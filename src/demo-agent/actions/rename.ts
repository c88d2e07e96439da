import { lstat, mkdir, rename as renameOnDisk } from 'node:fs/promises';
import { dirname } from 'node:path';
import { inlineCode } from '#shared/text/markdownText';
import { messageOf } from '../log';
import type { RenameRequest } from '../parse/request';
import { textContent } from '../turn/toolCalls';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { explainMissing } from './namedFiles';
import { tellPlanned } from './planned';

export async function rename(turn: Turn, request: RenameRequest): Promise<Outcome> {
  if (request.from === undefined) {
    await turn.speech.say('Which file shall I rename? `/rename old.txt new.txt`, for example.');
    return notDone('no file named');
  }
  const from = await turn.roots.resolve(request.from);
  const to = await turn.roots.resolve(request.to);
  const names = { from: turn.roots.display(from), to: turn.roots.display(to) };
  if (!(await isThere(from))) {
    const instead = `If you meant the text, ${inlineCode(`/replace ${request.from} -> ${request.to}`)} does that.`;
    await turn.speech.say(`${await explainMissing(turn, names.from)} ${instead}`);
    return notDone('no such file');
  }
  if (await isThere(to)) {
    await turn.speech.say(
      `${inlineCode(names.to)} is already there, and I do not write over files.`,
    );
    return notDone('the new name is taken');
  }
  const title = `Rename ${names.from} to ${names.to}`;
  const intent = `rename ${inlineCode(names.from)} to ${inlineCode(names.to)}`;
  if (turn.settings().mode === 'plan') return tellPlanned(turn, 'rename', title, intent);

  const call = await turn.tools.start({
    name: 'rename',
    title,
    kind: 'move',
    locations: [{ path: from }, { path: to }],
    content: [textContent(`${names.from} → ${names.to}`)],
    rawInput: { from, to },
  });
  if ((await turn.permission.ask(call, { key: 'rename', name: 'renames' })) === 'rejected') {
    await call.fail({ rawOutput: { reason: 'rejected by the user' } });
    await turn.speech.say(`You rejected it, so ${inlineCode(names.from)} keeps its name.`);
    return notDone('rejected');
  }
  await call.begin();
  try {
    // The protocol has no rename, so this changes the disk even where writes go through the client.
    await mkdir(dirname(to), { recursive: true });
    if (await isThere(to)) throw new Error(`${names.to} is there now`);
    await renameOnDisk(from, to);
  } catch (error) {
    await call.fail({ rawOutput: { reason: messageOf(error) } });
    await turn.speech.say(`I could not rename ${inlineCode(names.from)}: ${messageOf(error)}`);
    return notDone('it did not work');
  }
  await call.complete();
  await turn.speech.say(`I renamed ${inlineCode(names.from)} to ${inlineCode(names.to)}.`);
  turn.note(`renamed ${inlineCode(names.from)} to ${inlineCode(names.to)}`);
  return done;
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
