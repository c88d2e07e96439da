import { PathRefused } from '../files/roots';
import type { Request } from '../parse/request';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { ask } from './ask';
import { compact } from './compact';
import { create } from './create';
import { explain } from './explain';
import { find } from './find';
import { completeRequest, help, unknown } from './help';
import { read } from './read';
import { remove } from './remove';
import { rename } from './rename';
import { replace } from './replace';
import { run } from './run';

export async function perform(turn: Turn, request: Request): Promise<Outcome> {
  try {
    return await dispatch(turn, request);
  } catch (error) {
    if (!(error instanceof PathRefused)) throw error;
    await turn.tools.failOpen(error.message);
    await turn.speech.say(error.message);
    return notDone('not allowed');
  }
}

function dispatch(turn: Turn, request: Request): Promise<Outcome> {
  switch (request.kind) {
    case 'find':
      return find(turn, request);
    case 'replace':
      return replace(turn, request);
    case 'read':
      return read(turn, request);
    case 'rename':
      return rename(turn, request);
    case 'create':
      return create(turn, request);
    case 'delete':
      return remove(turn, request);
    case 'run':
      return run(turn, request);
    case 'explain':
      return explain(turn);
    case 'help':
      return help(turn, request);
    case 'ask':
      return ask(turn, request);
    case 'compact':
      return compact(turn);
    case 'mode':
      return switchMode(turn, request.mode);
    case 'incomplete':
      return completeRequest(turn, request);
    case 'unknown':
      return unknown(turn, request);
  }
}

async function switchMode(
  turn: Turn,
  mode: Extract<Request, { kind: 'mode' }>['mode'],
): Promise<Outcome> {
  await turn.setMode(mode);
  await turn.speech.say(`You are in **${mode}** mode now.`);
  return done;
}
