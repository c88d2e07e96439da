import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import { connect as connectAcp } from '../acp/connect';
import { connect as connectAcp20251 } from '../acp-2025.1/connect';
import { connect as connectClaude } from '../claude/connect';
import { resumeArguments } from '../claude/resumeArguments';
import { connect as connectCodex } from '../codex/connect';
import { connect as connectCrow } from '../crow/connect';
import { connect as connectThreads } from '../threads/connect';
import { PROBE_ID } from './limits';
import type { DetectedWire } from './signs';

export interface WireEntry {
  connect(options: ConnectOptions): Promise<AgentConnection>;
  /** Makes an agent of this wire speak that takes no notice of an ACP greeting. */
  readonly probe?: object;
  /** What a process is started with to hold this conversation; null for what cannot be one. */
  resumeArguments?(agentSessionId: string): readonly string[] | null;
}

/** Every language that is spoken here. */
export const wireTable: Readonly<Record<DetectedWire, WireEntry>> = {
  acp: { connect: connectAcp },
  crow: { connect: connectCrow },
  'acp-2025.1': { connect: connectAcp20251 },
  codex: { connect: connectCodex },
  claude: {
    connect: connectClaude,
    resumeArguments,
    // Measured: 2.1 passes over a line of JSON-RPC without a word.
    probe: {
      type: 'control_request',
      request_id: 'airlock-probe',
      request: { subtype: 'initialize' },
    },
  },
  threads: {
    connect: connectThreads,
    probe: { id: PROBE_ID, method: 'getThreads', params: null },
  },
};
