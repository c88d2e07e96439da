import type { UserTerminal } from '#shared/terminal/terminal';

/** The text about a failed run for an agent: the end of the output, where the reasons are. */
const QUOTED_CHARACTERS = 12_000;

/** A prompt that quotes what a run printed. */
export function failureText({ command, state }: UserTerminal, output: string): string {
  const end = output.length <= QUOTED_CHARACTERS ? output : `…${output.slice(-QUOTED_CHARACTERS)}`;
  const code = state.type === 'ended' && state.exitCode !== null ? state.exitCode : null;
  const how = code === null ? 'failed' : `failed with exit code ${code}`;
  // Longer than any run of ticks inside, so that the output cannot end the block.
  const longest = Math.max(2, ...[...end.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `I ran \`${command ?? ''}\` and it ${how}. The end of its output:\n\n${fence}\n${end}\n${fence}\n\nPlease find the cause and fix it.`;
}
