import { randomUUID } from 'node:crypto';
import { throwIfCancelled } from '../cancelled';
import { PathRefused } from '../files/roots';
import type { Request } from '../parse/request';
import { countWords } from '../session/usage';
import { plural } from '../text/markdown';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { ask } from './ask';
import { create } from './create';
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

/**
 * Replaces the turns so far by a summary, as an agent with a model does when its context is full.
 */
async function compact(turn: Turn): Promise<Outcome> {
  if (!turn.powers.compaction) {
    await turn.speech.say('This client does not follow compaction, so I keep everything.');
    return notDone('not offered here');
  }
  const turns = turn.turns();
  const deeds = turns.flatMap((summary) => summary.deeds);
  const compactionId = randomUUID();
  await turn.wire.send({ sessionUpdate: 'compaction_update', compactionId, status: 'in_progress' });
  try {
    const summary =
      deeds.length === 0 ? 'Nothing was changed so far.' : `So far: ${deeds.join('; ')}.`;
    throwIfCancelled(turn.signal);
    await turn.wire.send({
      sessionUpdate: 'compaction_summary_chunk',
      compactionId,
      content: { type: 'text', text: summary },
    });
    turn.forgetTurns({
      prompt: `${plural(turns.length, 'earlier turn')}, in short`,
      deeds,
      stopReason: 'end_turn',
    });
    turn.usage.used = countWords(summary);
    await turn.wire.send({ sessionUpdate: 'compaction_update', compactionId, status: 'completed' });
  } catch (error) {
    await turn.wire.send({ sessionUpdate: 'compaction_update', compactionId, status: 'cancelled' });
    throw error;
  }
  await turn.speech.say(`I made one of ${plural(turns.length, 'turn')}.`);
  return done;
}

async function explain(turn: Turn): Promise<Outcome> {
  const turns = turn.turns();
  if (turns.length === 0) {
    await turn.speech.say('Nothing yet: this is the first thing you asked of me in this session.');
    return done;
  }
  const parts = turns.map((summary, index) => {
    const deeds = summary.deeds.map((deed) => `- ${deed}`);
    const lines = deeds.length > 0 ? deeds : ['- changed nothing'];
    const end = summary.stopReason === 'cancelled' ? ' *(you stopped me)*' : '';
    return `**${index + 1}.** “${summary.prompt}”${end}\n${lines.join('\n')}`;
  });
  await turn.speech.say(
    `Here is what I did, in ${plural(turns.length, 'turn')}:\n\n${parts.join('\n\n')}`,
  );
  return done;
}
