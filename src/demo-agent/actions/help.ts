import { inlineCode } from '#shared/text/markdownText';
import type { HelpRequest, IncompleteRequest, UnknownRequest } from '../parse/request';
import { suggestCommand } from '../parse/suggest';
import { commandHelp } from '../session/availableCommands';
import { table } from '../text/markdown';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { examples } from './examples';

const modeWords = {
  ask: 'I ask before each change and each command.',
  auto: 'I change files and run commands without asking.',
  plan: 'I only say what I would do.',
};

export async function help(turn: Turn, request: HelpRequest): Promise<Outcome> {
  const rows = commandHelp(turn.powers).map(({ name, hint, description }) => [
    inlineCode(hint === undefined ? `/${name}` : `/${name} ${hint}`),
    description,
  ]);
  const { mode } = turn.settings();
  await turn.speech.say(
    [
      `${request.greeting ? 'Hello! ' : ''}I am the agent that comes with Airlock. I need no network, no key and no model, and so I do exactly what you say and nothing cleverer.`,
      table(['Command', 'What it does'], rows),
      `Plain words work too, one request per line, or several joined by *then*:\n\n${bullets(await examples(turn))}`,
      'Put text in quotes if it has words such as *in* or *then*; `/between slashes/` is a regular expression.',
      `You are in **${mode}** mode: ${modeWords[mode]} ${inlineCode('/mode')} switches.`,
    ].join('\n\n'),
  );
  return done;
}

/** Says what is missing, and how the complete command looks. */
export async function completeRequest(turn: Turn, request: IncompleteRequest): Promise<Outcome> {
  await turn.speech.say(`${request.reason}${usageOf(turn, request.command)}`);
  return notDone('something was missing');
}

export async function unknown(turn: Turn, request: UnknownRequest): Promise<Outcome> {
  const suggestion = suggestCommand(request.text);
  const text = request.text.length > 120 ? `${request.text.slice(0, 120)}…` : request.text;
  const closest =
    suggestion === undefined
      ? ''
      : ` The closest thing I know is ${inlineCode(`/${suggestion}`)}.${usageOf(turn, suggestion)}`;
  await turn.speech.say(
    [
      `I did not understand ${inlineCode(text.replace(/\s+/g, ' '))}. There is no language model in me: I know a few requests and do them to the letter.${closest}`,
      `Things that work in this project:\n\n${bullets(await examples(turn))}`,
      `${inlineCode('/help')} lists everything.`,
    ].join('\n\n'),
  );
  return notDone('not understood');
}

function usageOf(turn: Turn, command: string): string {
  const hint = commandHelp(turn.powers).find((entry) => entry.name === command)?.hint;
  return hint === undefined ? '' : ` It goes like this: ${inlineCode(`/${command} ${hint}`)}.`;
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
