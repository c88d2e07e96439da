import type { ToolKind } from '#shared/session/content';
import { type Wire, type WireFeature, whyNot, wireList } from '#shared/session/wires';
import type { AgentSettings } from '#shared/settings';
import { peerAgent } from '#test/support/peerAgent';
import { scriptedAgent } from '#test/support/scenario';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { acpScenario } from './acpScenario';

/** A wire with an agent that speaks it, and what is particular to it. */
export interface WireCase {
  readonly name: string;
  readonly wire: Wire;
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
  return (folder: TemporaryFolder): AgentSettings => peerAgent(folder, name, ...args);
}

/** The cases of each wire: without one for a new wire this does not compile. */
const cases: Readonly<Record<Wire, readonly Omit<WireCase, 'wire'>[]>> = {
  acp: [
    {
      name: 'acp',
      agent: (folder) => scriptedAgent(folder, acpScenario),
      toolKind: 'read',
      showsEdits: true,
      resumes: true,
    },
  ],
  'acp-2': [
    {
      name: 'acp-2',
      agent: peer('acp-2'),
      toolKind: 'read',
      showsEdits: true,
      resumes: true,
    },
  ],
  'acp-2025.1': [
    {
      name: 'acp-2025.1',
      agent: peer('acp-2025.1'),
      toolKind: 'read',
      showsEdits: true,
      resumes: true,
    },
  ],
  crow: [
    {
      name: 'crow',
      agent: peer('crow'),
      toolKind: 'read',
      showsEdits: true,
      resumes: true,
    },
  ],
  threads: [
    {
      name: 'threads',
      agent: peer('threads'),
      toolKind: 'read',
      showsEdits: false,
      resumes: true,
    },
    {
      name: 'threads, read to the letter',
      agent: peer('threads', '--literal'),
      toolKind: 'read',
      showsEdits: false,
      resumes: false,
    },
  ],
  claude: [
    {
      name: 'claude',
      agent: peer('claude', '--input-format', 'stream-json'),
      toolKind: 'read',
      showsEdits: true,
      resumes: true,
    },
  ],
  codex: [
    {
      name: 'codex',
      agent: peer('codex', 'app-server'),
      toolKind: 'read',
      showsEdits: true,
      resumes: true,
    },
  ],
};

export const wireCases: readonly WireCase[] = wireList.flatMap((wire) =>
  cases[wire].map((one) => ({ ...one, wire })),
);
