import { done, type Outcome, type Turn } from '../turn/turn';

/** In plan mode, says what it would do instead of doing it. `intent` is a line of Markdown. */
export async function tellPlanned(
  turn: Turn,
  command: string,
  title: string,
  intent: string,
): Promise<Outcome> {
  const call = await turn.tools.start({
    name: command,
    title: `Work out: ${title}`,
    kind: 'think',
  });
  await call.complete();
  await turn.speech.say(`I would ${intent}.`);
  turn.note(`would ${intent}`);
  return done;
}
