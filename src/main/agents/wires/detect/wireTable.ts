import type { AgentConnection, ConnectOptions } from '#main/agents/connection';
import type { Wire } from '#shared/session/wires';
import { connect as connectAcp } from '../acp/connect';
import { connect as connectAcp20251 } from '../acp-2025.1/connect';
import { connect as connectClaude } from '../claude/connect';
import { resumeArguments } from '../claude/resumeArguments';
import { connect as connectCodex } from '../codex/connect';
import { connect as connectCrow } from '../crow/connect';
import type { JsonRecord } from '../json';
import { connect as connectThreads } from '../threads/connect';
import { PROBE_ID } from './limits';
import {
  acp20251Sign,
  acpSign,
  claudeSign,
  codexSign,
  crowSign,
  type Sign,
  threadsSign,
} from './wireSigns';

/**
 * Versions 1 and 2 of ACP are not listed separately, because their own negotiation distinguishes
 * them.
 */
export type DetectedWire = Exclude<Wire, 'acp-2'>;

export interface WireEntry {
  connect(options: ConnectOptions): Promise<AgentConnection>;
  /**
   * How well one of an agent's first messages fits this protocol. Each wire answers a first request
   * in its own way: with or without a version, with its own names, or in its own shape.
   */
  signOf(message: JsonRecord): Sign;
  /**
   * How agents of this wire are recognised before they send anything: by an argument or the
   * program.
   */
  readonly startedAs?: { readonly word: string; readonly program: RegExp };
  /** A message that makes an agent of this wire respond if it ignores another wire's greeting. */
  readonly probe?: object;
  /**
   * Whether a program of this wire may send nothing until it is prompted, like a program of another
   * wire.
   */
  readonly mayBeSilent?: true;
  /** Arguments that start a process with this conversation; null if the id cannot be one. */
  resumeArguments?(agentSessionId: string): readonly string[] | null;
  /** Additional arguments of a sealed process, so that it creates no sandbox of its own. */
  sealedArguments?(args: readonly string[]): readonly string[];
}

/** All wires, in the order in which they are tried if several are possible. */
export const wireTable: Readonly<Record<DetectedWire, WireEntry>> = {
  acp: {
    connect: connectAcp,
    signOf: acpSign,
    probe: {
      jsonrpc: '2.0',
      id: PROBE_ID,
      method: 'initialize',
      params: { protocolVersion: 1, clientCapabilities: {} },
    },
  },
  crow: { connect: connectCrow, signOf: crowSign },
  'acp-2025.1': { connect: connectAcp20251, signOf: acp20251Sign },
  claude: {
    connect: connectClaude,
    signOf: claudeSign,
    startedAs: { word: 'stream-json', program: /^claude(-code)?(\.\w+)?$/i },
    resumeArguments,
    mayBeSilent: true,
    // Settings that the user passes must not be overridden.
    sealedArguments: (args) =>
      args.includes('--settings') ? [] : ['--settings', '{"sandbox":{"enabled":false}}'],
    // Measured: 2.1 silently ignores a line of JSON-RPC.
    probe: {
      type: 'control_request',
      request_id: 'airlock-probe',
      request: { subtype: 'initialize' },
    },
  },
  codex: {
    connect: connectCodex,
    signOf: codexSign,
    startedAs: { word: 'app-server', program: /^codex(\.\w+)?$/i },
  },
  threads: {
    connect: connectThreads,
    signOf: threadsSign,
    probe: { id: PROBE_ID, method: 'getThreads', params: null },
  },
};
