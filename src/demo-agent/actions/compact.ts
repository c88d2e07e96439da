import { randomUUID } from 'node:crypto';
import { throwIfCancelled } from '../cancelled';
import { countWords } from '../session/usage';
import { plural } from '../text/markdown';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';

/** Forgets the turns so far but for a summary, as an agent with a model must when its memory is full. */
export async function compact(turn: Turn): Promise<Outcome> {
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
