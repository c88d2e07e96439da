import { fileURLToPath } from 'node:url';
import { agentNode } from './standInNode';
import type { TemporaryFolder } from './temporaryFolder';

/** How an agent is started, as the agents settings want it. */
export interface AgentProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** One of the programs in test/peers. The folder has its conversations and its journal. */
export function peerAgent(
  folder: TemporaryFolder,
  name: string,
  ...args: readonly string[]
): AgentProgram {
  const file = fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url));
  const journal = ['--journal', folder.join('journal.ndjson')];
  const state = ['--state', folder.join('conversations.json')];
  return { ...agentNode(), args: [file, ...journal, ...state, ...args] };
}
