import { lstat } from 'node:fs/promises';
import { inlineCode } from '#shared/text/markdownText';
import type { CreateRequest } from '../parse/request';
import { plural } from '../text/markdown';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { editFile } from './editFile';

export async function create(turn: Turn, request: CreateRequest): Promise<Outcome> {
  const path = await turn.roots.resolve(request.path);
  const name = turn.roots.display(path);
  if (await exists(turn, path)) {
    await turn.speech.say(
      `${inlineCode(name)} is already there, and I do not write over files. ${inlineCode('/replace')} changes a part of it; ${inlineCode('/delete')} makes room for a new one.`,
    );
    return notDone('it is already there');
  }
  const result = await editFile(turn, {
    command: 'create',
    title: `Create ${name}`,
    path,
    before: undefined,
    after: request.content,
    rawInput: { path, length: request.content.length },
  });
  const lines = plural(
    request.content.split('\n').length - (request.content.endsWith('\n') ? 1 : 0),
    'line',
  );
  switch (result.kind) {
    case 'written':
      await turn.speech.say(
        `I created ${inlineCode(name)}, ${request.content === '' ? 'empty' : lines}.`,
      );
      turn.note(`created ${inlineCode(name)}`);
      return done;
    case 'planned':
      turn.note(`would create ${inlineCode(name)}`);
      return done;
    case 'rejected':
      await turn.speech.say(`You rejected it, so there is no ${inlineCode(name)}.`);
      return notDone('rejected');
    case 'changed meanwhile':
      await turn.speech.say(
        `Someone created ${inlineCode(name)} while I waited, so I left it alone.`,
      );
      return notDone('it is already there');
    case 'partly':
      await turn.speech.say(`Only a part of ${inlineCode(name)} was accepted: ${result.reason}`);
      turn.note(`created ${inlineCode(name)}, of which only a part was accepted`);
      return notDone('partly accepted');
    case 'refused':
      await turn.speech.say(`${inlineCode(name)} was rejected: ${result.reason}`);
      return notDone('refused');
  }
}

async function exists(turn: Turn, path: string): Promise<boolean> {
  const onDisk = await lstat(path).then(
    () => true,
    () => false,
  );
  if (onDisk) return true;
  const held = await turn.files.read(path);
  return !('skipped' in held && held.skipped === 'missing');
}
