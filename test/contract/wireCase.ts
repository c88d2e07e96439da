import { fileURLToPath } from 'node:url';
import type { Wire } from '#shared/session/agent';
import type { ToolKind } from '#shared/session/content';
import { type WireFeature, whyNot } from '#shared/session/wires';
import type { AgentSettings } from '#shared/settings';
import { scriptedAgent } from '#test/support/scenario';
import { standInNode } from '#test/support/standInNode';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { acpScenario } from './acpScenario';

/** A wire with an agent that speaks it, and what is particular to it. */
export interface WireCase {
  readonly name: string;
  readonly wire: Exclude<Wire, 'acp-2'>;
  /** How the agent is started; conversations outlive it. */
  agent(folder: TemporaryFolder): AgentSettings;
  /** What a look at a file is shown as. */
  readonly toolKind: ToolKind;
  /** Whether an edit is shown as one; every wire gets it to the disk. */
  readonly showsEdits: boolean;
  /** Whether a conversation is taken up in a new process. */
  readonly resumes: boolean;
}

export function lacks({ wire }: WireCase, feature: WireFeature): boolean {
  return whyNot(wire, feature) !== null;
}

function peer(name: string, ...args: readonly string[]) {
  const file = fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url));
  return (folder: TemporaryFolder): AgentSettings => ({
    ...standInNode(),
    args: [
      file,
      '--journal',
      folder.join('journal.ndjson'),
      '--state',
      folder.join('conversations.json'),
      ...args,
    ],
  });
}

export const wireCases: readonly WireCase[] = [
  {
    name: 'acp',
    wire: 'acp',
    agent: (folder) => scriptedAgent(folder, acpScenario),
    toolKind: 'read',
    showsEdits: true,
    resumes: true,
  },
  {
    name: 'acp-2025.1',
    wire: 'acp-2025.1',
    agent: peer('acp-2025.1'),
    toolKind: 'read',
    showsEdits: true,
    resumes: true,
  },
  {
    name: 'crow',
    wire: 'crow',
    agent: peer('crow'),
    toolKind: 'read',
    showsEdits: true,
    resumes: true,
  },
  {
    name: 'threads',
    wire: 'threads',
    agent: peer('threads'),
    toolKind: 'read',
    showsEdits: false,
    resumes: true,
  },
  {
    name: 'threads, read to the letter',
    wire: 'threads',
    agent: peer('threads', '--literal'),
    toolKind: 'read',
    showsEdits: false,
    resumes: false,
  },
  {
    name: 'claude',
    wire: 'claude',
    agent: peer('claude', '--input-format', 'stream-json'),
    toolKind: 'read',
    showsEdits: true,
    resumes: true,
  },
  {
    name: 'codex',
    wire: 'codex',
    agent: peer('codex', 'app-server'),
    toolKind: 'read',
    showsEdits: true,
    resumes: true,
  },
];
