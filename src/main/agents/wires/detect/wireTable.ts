import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import { connect as connectAcp } from '../acp/connect';
import { connect as connectAcp20251 } from '../acp-2025.1/connect';
import { connect as connectClaude } from '../claude/connect';
import { connect as connectCrow } from '../crow/connect';
import { connect as connectThreads } from '../threads/connect';
import { PROBE_ID } from './limits';
import type { DetectedWire } from './signs';

export interface WireEntry {
  connect(options: ConnectOptions): Promise<AgentConnection>;
  /** Makes an agent of this wire speak that takes no notice of an ACP greeting. */
  readonly probe?: object;
}

/** Every language that is spoken here. */
export const wireTable: Readonly<Partial<Record<DetectedWire, WireEntry>>> = {
  acp: { connect: connectAcp },
  crow: { connect: connectCrow },
  'acp-2025.1': { connect: connectAcp20251 },
  claude: {
    connect: connectClaude,
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
