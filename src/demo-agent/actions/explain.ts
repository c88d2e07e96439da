import { plural } from '../text/markdown';
import { done, type Outcome, type Turn } from '../turn/turn';

export async function explain(turn: Turn): Promise<Outcome> {
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
