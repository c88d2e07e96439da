import type { UserTerminal } from '#shared/terminal/terminal';
import { fenced } from '#shared/text/markdownText';

/** The text about a failed run for an agent: the end of the output, where the reasons are. */
const QUOTED_CHARACTERS = 12_000;

/** A prompt that quotes what a run printed. */
export function failureText({ command, state }: UserTerminal, output: string): string {
  const end = output.length <= QUOTED_CHARACTERS ? output : `…${output.slice(-QUOTED_CHARACTERS)}`;
  const code = state.type === 'ended' && state.exitCode !== null ? state.exitCode : null;
  const how = code === null ? 'failed' : `failed with exit code ${code}`;
  return `I ran \`${command ?? ''}\` and it ${how}. The end of its output:\n\n${fenced(end)}\n\nPlease find the cause and fix it.`;
}
