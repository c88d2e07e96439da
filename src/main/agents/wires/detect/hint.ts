import type { WireSetting } from '#shared/settings';
import { detectedWires, isDetected } from './signs';
import { type DetectedWire, wireTable } from './wireTable';

/**
 * The wire to try first, based on the agent's command line. Nearly all agents speak ACP, and must
 * not receive anything else first. Only Claude Code and Codex show by their arguments or names that
 * they use another protocol.
 */
export function firstWire(commandLine: readonly string[]): DetectedWire {
  const words = commandLine.join(' ').toLowerCase();
  if (saysAcp(commandLine)) return 'acp';
  const program = (commandLine[0] ?? '').split(/[\\/]/).at(-1) ?? '';
  return (
    detectedWires.find((wire) => isIn(words, wireTable[wire].startedAs?.word)) ??
    detectedWires.find((wire) => wireTable[wire].startedAs?.program.test(program)) ??
    'acp'
  );
}

/** Whether the command line names the protocol: then a silent agent is only slow to start. */
export function saysAcp(commandLine: readonly string[]): boolean {
  return /\bacp\b/i.test(commandLine.join(' '));
}

function isIn(words: string, word: string | undefined): boolean {
  return word !== undefined && words.includes(word);
}

/** The wire of the first process, for a choice in the settings. */
export function firstWireOf(choice: WireSetting, commandLine: readonly string[]): DetectedWire {
  if (choice === 'auto') return firstWire(commandLine);
  return isDetected(choice) ? choice : 'acp';
}
