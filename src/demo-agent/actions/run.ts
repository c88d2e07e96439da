import type { ToolCallContent } from '@agentclientprotocol/sdk/unstable';
import { fenced, inlineCode } from '#shared/text/markdownText';
import { runInClient } from '../commands/clientTerminal';
import type { CommandResult } from '../commands/commandResult';
import { runLocally } from '../commands/localCommand';
import type { RunRequest } from '../parse/request';
import { textContent } from '../turn/toolCalls';
import { done, notDone, type Outcome, type Turn } from '../turn/turn';
import { tellPlanned } from './planned';

const shownLines = 30;
const shownLength = 4_000;
const longestName = 40;

export async function run(turn: Turn, request: RunRequest): Promise<Outcome> {
  const { command } = request;
  const intent = `run ${inlineCode(command)}`;
  if (turn.settings().mode === 'plan') return tellPlanned(turn, 'run', command, intent);
  const call = await turn.tools.start({
    name: 'run',
    title: command,
    kind: 'execute',
    content: [textContent(fenced(command, 'sh'))],
    rawInput: { command, cwd: turn.roots.cwd },
  });
  const short = command.length > longestName ? `${command.slice(0, longestName)}…` : command;
  const subject = { key: `run ${command}`, name: `“${short}”` };
  if ((await turn.permission.ask(call, subject)) === 'rejected') {
    await call.fail({ rawOutput: { reason: 'rejected by the user' } });
    await turn.speech.say(`You rejected it, so ${inlineCode(command)} did not run.`);
    return notDone('rejected');
  }
  const result = turn.powers.terminal
    ? await runInClient(turn, command, call)
    : await runLocally(turn, command, call);
  const kept: ToolCallContent[] = [textContent(fenced(result.output, 'console'))];
  const rawOutput = {
    exitCode: result.exitCode,
    signal: result.signal,
    truncated: result.truncated,
  };
  const succeeded = result.problem === undefined && result.exitCode === 0;
  const patch = { rawOutput, ...(result.shown ? {} : { content: kept }) };
  if (succeeded) await call.complete(patch, kept);
  else await call.fail(patch, kept);
  await turn.speech.say(report(command, result));
  turn.note(`ran ${inlineCode(command)}, which ${endOf(result)}`);
  return succeeded ? done : notDone(`it ${endOf(result)}`);
}

function report(command: string, result: CommandResult): string {
  const head = `${inlineCode(command)} ${endOf(result)}.`;
  const output = result.output.replace(/\s+$/, '');
  if (output === '') return `${head} It printed nothing.`;
  const lines = output.split('\n');
  const tail = lines.slice(-shownLines).join('\n').slice(-shownLength);
  const isWhole = tail.length === output.length && !result.truncated;
  return `${head} ${isWhole ? 'It printed:' : 'The end of what it printed:'}\n\n${fenced(tail, 'console')}`;
}

function endOf(result: CommandResult): string {
  if (result.problem !== undefined) return `could not run: ${result.problem}`;
  if (result.signal) return `was ended by ${result.signal}`;
  return result.exitCode === 0 ? 'succeeded' : `failed with code ${result.exitCode ?? 'unknown'}`;
}
