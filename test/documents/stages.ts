import { setImmediate } from 'node:timers/promises';
import type { AgentConnection, ListedSession, OpenedSession } from '#main/agents/connection';
import { connect as connectCrow } from '#main/agents/wires/crow/connect';
import { connect as connectThreads } from '#main/agents/wires/threads/connect';
import { ok } from '#shared/errors';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { Wire } from '#shared/session/wires';
import { claudeHarness, openClaude, openServedClaude } from '#test/support/claudeHarness';
import { openChosenCodex, openCodex, openServedCodex } from '#test/support/codexHarness';
import { harness as dialectHarness } from '#test/support/dialectHarness';
import type { RecordingClient } from '#test/support/recordingClient';
import { RpcError } from '#test/support/rpcPeer';
import { rpcHarness } from '#test/support/wireHarness';
import type { DocumentRow } from './documentRow';

/** A session whose agent is at work on a prompt. */
export interface DocumentStage {
  readonly peer: {
    readonly received: readonly unknown[];
    send(...messages: readonly object[]): void;
  };
  readonly client: RecordingClient;
  readonly connection: AgentConnection;
  readonly session: OpenedSession;
  readonly turn: Promise<unknown>;
  readonly listed: readonly ListedSession[];
}

type Opened = Omit<DocumentStage, 'turn' | 'listed'>;

const place = { cwd: '/work', additionalDirectories: [] };
const old = 'old' as AgentSessionId;

const text: ContentBlock = { type: 'text', text: 'Hello' };
const everyBlock: readonly ContentBlock[] = [
  text,
  { type: 'image', mimeType: 'image/png', data: 'AAAA' },
  { type: 'resource', uri: 'file:///path/to/file', mimeType: 'text/plain', text: 'file contents' },
  { type: 'link', uri: 'file:///path/to/file', name: 'file', mimeType: 'text/plain' },
];

async function acp2025(): Promise<Opened> {
  const test = dialectHarness();
  test.peer.answer('authenticate', { status: 'ok' });
  const connection = await test.connect();
  await connection.authenticate?.('token', { apiKey: 'secret' });
  test.client.onRead = async () => ok('fn main() {}');
  return { ...test, connection, session: await test.open(connection) };
}

async function crow(): Promise<Opened> {
  const test = rpcHarness(connectCrow);
  const answer = {
    protocol_version: 1,
    agent_capabilities: {
      prompt_capabilities: { text: true, image: true, resource: true },
      mcp_capabilities: { http: true, sse: true },
      load_session: true,
    },
    agent_info: { name: 'crow-acp-server', title: 'Crow ACP Server', version: '0.1.0' },
  };
  test.peer
    .answer('initialize', answer)
    .answer('session/new', { sessionId: 'uuid' })
    .answer('session/load', {});
  const connection = await test.connect();
  return { ...test, connection, session: await test.open(connection) };
}

/** `turned`: the agent leaves the threads to us, as the page has it by the letter. */
async function threads(turned: boolean): Promise<Opened> {
  const test = rpcHarness((options, ids) => connectThreads(options, ids), { versioned: false });
  const listed = [{ id: 'old', title: 'My Conversation', modifiedAt: '2024-07-30T12:00:00Z' }];
  const entries = [
    { type: 'message', role: 'user', chunks: [{ type: 'text', chunk: 'Hello, world!' }] },
    { type: 'readFile', path: '/work/file.txt', content: 'File content goes here.' },
  ];
  const unknown = () => {
    throw new RpcError({ code: -32601, message: "Method not found - 'getThreads'" });
  };
  test.peer
    .answer('getThreads', turned ? unknown : { threads: listed })
    .answer('createThread', { threadId: 'thread-1' })
    .answer('openThread', () => null)
    .answer('getThreadEntries', { entries })
    .answer('streamMessageChunk', () => null);
  test.client.onRead = async () => ok('one\ntwo\n');
  test.client.onReadFile = async () => ok(Buffer.from('one\ntwo\n'));
  test.client.onPathStatus = async () => ok('folder');
  test.client.onFindFiles = async () => ok(['/work/a.ts']);
  const connection = await test.connect();
  return { ...test, connection, session: await test.open(connection) };
}

async function literalClaude(): Promise<Opened> {
  const test = claudeHarness();
  test.peer.answer('initialize', null);
  const connection = await test.connect({ silenceMilliseconds: 2 });
  return { ...test, connection, session: await test.open(connection) };
}

/** Wires with a document of their own; the versions of ACP are in docs/acp-coverage.md. */
type DocumentedWire = Exclude<Wire, 'acp' | 'acp-2'>;

/** The first of each wire is the usual one. */
const byWire: Readonly<Record<DocumentedWire, Readonly<Record<string, () => Promise<Opened>>>>> = {
  'acp-2025.1': { usual: acp2025 },
  crow: { usual: crow },
  threads: { keeper: () => threads(false), turned: () => threads(true) },
  claude: { usual: openClaude, literal: literalClaude, served: openServedClaude },
  codex: { usual: openCodex, chosen: openChosenCodex, served: openServedCodex },
};

export const stages: Readonly<Record<string, Readonly<Record<string, () => Promise<Opened>>>>> =
  byWire;

/** Plays a row up to the point where what came of it can be looked at. */
export async function play(wire: string, row: DocumentRow): Promise<DocumentStage> {
  const known = stages[wire] ?? {};
  const open = known[row.on ?? Object.keys(known)[0] ?? ''];
  if (open === undefined) throw new Error(`There is no stage ${row.on} for ${wire}.`);
  const stage = await open();
  const { connection, session, client, peer } = stage;
  const { agentSessionId } = session;
  if (row.does === 'load') {
    client.known.add(old);
    await (connection.loadSession ?? connection.resumeSession)?.(old, place);
  }
  const listed = row.does === 'list' ? await connection.listSessions?.(null) : [];
  const content = connection.powers.prompt.image ? everyBlock : [text];
  const turn = connection.prompt(agentSessionId, content);
  turn.catch(() => undefined);
  await setImmediate();
  if (row.does === 'cancel') connection.cancel(agentSessionId);
  peer.send(...(row.receives ?? []));
  // Requests of the agent are answered in later turns of the event loop.
  for (let waited = 0; waited < 8; waited++) await setImmediate();
  return { ...stage, turn, listed: listed ?? [] };
}
