import type { WireChoice } from '#main/agents/agents';
import { type DetectedWire, isDetected } from './signs';

/**
 * What to try first, by the words that the agent was started with. Nearly all agents speak ACP, and
 * one that does must hear nothing else first; only Claude Code and Codex say on their command line
 * that they speak something else, or are known by their names.
 */
export function firstWire(commandLine: readonly string[]): DetectedWire {
  const words = commandLine.join(' ').toLowerCase();
  if (/\bacp\b/.test(words)) return 'acp';
  if (words.includes('stream-json')) return 'claude';
  if (words.includes('app-server')) return 'codex';
  const program = (commandLine[0] ?? '').split(/[\\/]/).at(-1) ?? '';
  if (/^claude(-code)?(\.\w+)?$/i.test(program)) return 'claude';
  return /^codex(\.\w+)?$/i.test(program) ? 'codex' : 'acp';
}

/** What a choice means for the first process. */
export function firstWireOf(choice: WireChoice, commandLine: readonly string[]): DetectedWire {
  if (choice === 'auto') return firstWire(commandLine);
  return isDetected(choice) ? choice : 'acp';
}
