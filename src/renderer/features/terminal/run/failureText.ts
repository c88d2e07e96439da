import type { UserTerminal } from '#shared/terminal/terminal';
import { fenced } from '#shared/text/markdownText';

/** How much of the output is quoted, from its end, where the reasons are. */
const QUOTED_CHARACTERS = 12_000;

/** A prompt that quotes the output of a failed run. */
export function failureText({ command, state }: UserTerminal, output: string): string {
  const end = output.length <= QUOTED_CHARACTERS ? output : `…${output.slice(-QUOTED_CHARACTERS)}`;
  const code = state.type === 'ended' && state.exitCode !== null ? state.exitCode : null;
  const how = code === null ? 'failed' : `failed with exit code ${code}`;
  return `I ran \`${command ?? ''}\` and it ${how}. The end of its output:\n\n${fenced(end)}\n\nPlease find the cause and fix it.`;
}
