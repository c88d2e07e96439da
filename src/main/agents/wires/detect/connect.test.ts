import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AgentConnection } from '#main/agents/connection';
import type { WireSetting } from '#shared/settings';
import { MemoryChannel } from '#test/support/memoryChannel';
import { RecordingClient } from '#test/support/recordingClient';
import { connectAny, type DetectOptions } from './connect';
import { firstWire } from './hint';
import type { WireMismatch } from './wireMismatch';

type Message = { readonly [key: string]: unknown };
type Agent = (message: Message, say: (answer: object) => void, die: () => void) => void;

const request = (method: string, answer: (message: Message) => object): Agent => {
  return (message, say) => {
    if (message.method === method) say(answer(message));
  };
};

/** Agents that get a greeting in their own protocol, or in another one. */
const agents: Readonly<Record<string, Agent>> = {
  acp: ({ id, method, params }, say) => {
    const isFine = method === 'initialize' && 'protocolVersion' in (params as object);
    if (method === undefined) return;
    say(
      isFine
        ? { jsonrpc: '2.0', id, result: { protocolVersion: 1 } }
        : { jsonrpc: '2.0', id, error: { code: -32602, message: 'Invalid params' } },
    );
  },
  'strict crow': ({ id, params }, say) => {
    const isFine = 'protocol_version' in (params as object) && 'client_info' in (params as object);
    const result = { protocol_version: 1, agent_capabilities: {} };
    const error = { code: -32602, message: 'Invalid params', data: { errors: ['client_info'] } };
    say({ jsonrpc: '2.0', id, ...(isFine ? { result } : { error }) });
  },
  'careless crow': request('initialize', ({ id }) => ({
    jsonrpc: '2.0',
    id,
    result: { protocol_version: 1, agent_info: { name: 'crow' } },
  })),
  'strict 2025.1': ({ id, params }, say) => {
    const isFine = (params as Message | null)?.protocol_version === '2025.1';
    const result = { agent_info: { name: 'a' }, capabilities: {} };
    const error = { code: -32602, message: 'Unsupported protocol version' };
    say({ jsonrpc: '2.0', id, ...(isFine ? { result } : { error }) });
  },
  'careless 2025.1': request('initialize', ({ id }) => ({
    jsonrpc: '2.0',
    id,
    result: { agent_info: { name: 'a' }, capabilities: { streaming: true } },
  })),
  threads: ({ id, method }, say) => {
    if (id === undefined) return;
    if (method === 'getThreads') say({ id, result: { threads: [] } });
    else say({ id, error: { code: -32601, message: `Method not found - '${method}'` } });
  },
  'grumpy threads': ({ id, method }, say) => {
    if (id === undefined) return;
    if (method === 'getThreads') say({ id, result: { threads: [] } });
    else say({ id, error: { code: -32600, message: 'What?' } });
  },
  'quiet threads': request('getThreads', ({ id }) => ({ id, result: { threads: [] } })),
  codex: ({ id, method }, say) => {
    if (id === undefined) return;
    if (method !== 'initialize') {
      say({
        id,
        error: { code: -32600, message: `Invalid request: unknown variant \`${method}\`` },
      });
    } else {
      say({ id, result: { userAgent: 'airlock/0.166.0 (Linux)', codexHome: '/h' } });
    }
  },
  claude: ({ type, request_id }, say) => {
    if (type !== 'control_request') return;
    const response = { subtype: 'success', request_id, response: { commands: [], models: [] } };
    say({ type: 'control_response', response });
  },
  broken: ({ id }, say) => say({ jsonrpc: '2.0', id, error: { code: -32603, message: 'No key' } }),
  'from the future': ({ id }, say) => say({ jsonrpc: '2.0', id, result: { protocolVersion: 9 } }),
  mortal: (_, __, die) => die(),
};

interface Stage {
  readonly options: DetectOptions;
  /** The messages that each process received, in the order of their start. */
  readonly heard: Message[][];
  readonly abort: AbortController;
}

function stage(kind: string | Agent, overrides: Partial<DetectOptions> = {}): Stage {
  const agent = typeof kind === 'string' ? agents[kind] : kind;
  if (!agent) throw new Error(`There is no agent ${kind}.`);
  const heard: Message[][] = [];
  const abort = new AbortController();
  const start = () => {
    const [ours, theirs] = MemoryChannel.pair();
    const messages: Message[] = [];
    heard.push(messages);
    const listening = theirs.onMessage((message) => {
      messages.push(message as Message);
      agent(
        message as Message,
        (answer) => theirs.send(answer),
        () => ours.close('It died.'),
      );
    });
    onTestFinished(() => {
      listening.dispose();
      theirs.dispose();
      ours.dispose();
    });
    return ours;
  };
  const options: DetectOptions = {
    channel: start(),
    client: new RecordingClient(),
    services: { fileSystem: true, terminal: true },
    clientVersion: '0.0.0-test',
    workingDirectory: '/work',
    signal: abort.signal,
    silenceMilliseconds: 2,
    reopen: async () => start(),
    ...overrides,
  };
  return { options, heard, abort };
}

async function connected(choice: WireSetting, options: DetectOptions): Promise<AgentConnection> {
  const connection = await connectAny(choice, options);
  onTestFinished(() => connection.dispose());
  return connection;
}

describe('an agent whose wire is not given', () => {
  test.each([
    ['acp', 'acp', 1],
    ['strict crow', 'crow', 2],
    ['careless crow', 'crow', 2],
    ['strict 2025.1', 'acp-2025.1', 3],
    ['careless 2025.1', 'acp-2025.1', 2],
    ['threads', 'threads', 2],
    ['grumpy threads', 'threads', 3],
    ['quiet threads', 'threads', 2],
    ['codex', 'codex', 2],
    ['claude', 'claude', 2],
  ])('that is %s is found to speak %s after %i starts', async (kind, wire, starts) => {
    const { options, heard } = stage(kind);
    expect((await connected('auto', options)).wire).toBe(wire);
    expect(heard).toHaveLength(starts);
  });

  test('and that speaks ACP receives an ACP greeting and nothing else', async () => {
    const { options, heard } = stage('acp');
    await connected('auto', options);
    expect(heard).toMatchObject([[{ jsonrpc: '2.0', method: 'initialize', id: 0 }]]);
  });

  test('is not started again where that is impossible', async () => {
    const { options, heard } = stage('careless crow');
    const { reopen: _, ...once } = options;
    expect((await connected('auto', once)).wire).toBe('crow');
    expect(heard).toHaveLength(1);
  });

  test('is first tried with the protocol that its command line suggests', async () => {
    const commandLine = ['claude', '-p', '--input-format', 'stream-json'];
    const { options, heard } = stage('claude', { commandLine });
    expect((await connected('auto', options)).wire).toBe('claude');
    expect(heard).toHaveLength(1);
    const misnamed = stage('acp', { commandLine });
    expect((await connected('auto', misnamed.options)).wire).toBe('acp');
  });

  test.each([
    ['broken', 'agent-error', 'No key', 1],
    ['from the future', 'unsupported', /version 9/, 1],
    ['mortal', 'closed', 'It died.', 1],
  ])('and that is %s fails with its own error', async (kind, code, message, starts) => {
    const { options, heard } = stage(kind);
    const failure: unknown = await connectAny('auto', options).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(heard).toHaveLength(starts);
  });

  test.each([
    [['gemini', '--acp'], 1],
    [['opencode', 'acp'], 1],
    [['agent'], 3],
  ])(
    '%j and slow is sent %i messages: no probes if it is said to speak ACP',
    async (commandLine, sent) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const { options, heard, abort } = stage(() => undefined, { commandLine });
      const connecting = connectAny('auto', options);
      await vi.advanceTimersByTimeAsync(1_000);
      abort.abort(new DOMException('late', 'TimeoutError'));
      await expect(connecting).rejects.toMatchObject({ code: 'timeout' });
      expect(heard[0]?.filter(({ method }) => method !== '$/cancel_request')).toHaveLength(sent);
    },
  );

  test('and that never answers is given up at the deadline', async () => {
    const probed = Promise.withResolvers<void>();
    const mute: Agent = ({ method }) => {
      if (method === 'getThreads') probed.resolve();
    };
    const { options, heard, abort } = stage(mute);
    const connecting = connectAny('auto', options);
    await probed.promise;
    abort.abort(new DOMException('late', 'TimeoutError'));
    await expect(connecting).rejects.toMatchObject({ code: 'timeout' });
    expect(heard).toHaveLength(1);
    expect(heard[0]?.slice(0, 3)).toMatchObject([
      { method: 'initialize' },
      { type: 'control_request' },
      { method: 'getThreads' },
    ]);
  });
});

test('a Codex that answers with nothing, and does not know most requests, is one', async () => {
  const { options } = stage(({ id, method }, say) => {
    if (id === undefined) return;
    const error = { code: -32601, message: `Method not found: ${method}` };
    say(method === 'initialize' ? { id, result: {} } : { id, error });
  });
  expect((await connected('auto', options)).wire).toBe('codex');
});

test('an agent that answers everything with nothing speaks no protocol', async () => {
  const { options } = stage(({ id }, say) => say({ jsonrpc: '2.0', id, result: {} }));
  await expect(connectAny('auto', options)).rejects.toMatchObject({
    code: 'protocol',
    message: 'The agent answers, but speaks no protocol that Airlock knows.',
    detail: expect.stringContaining('The agent speaks an unnamed version'),
  });
});

describe('an agent whose wire is given', () => {
  test.each<[string, WireSetting]>([
    ['acp', 'acp'],
    ['strict crow', 'crow'],
    ['strict 2025.1', 'acp-2025.1'],
    ['threads', 'threads'],
    ['claude', 'claude'],
  ])('correctly, that is %s, receives nothing else', async (kind, wire) => {
    const { options, heard } = stage(kind);
    expect((await connected(wire, options)).wire).toBe(wire);
    expect(heard).toHaveLength(1);
    expect(heard[0]).toHaveLength(1);
  });

  const pairs: [string, WireSetting, WireSetting][] = [
    ['acp', 'crow', 'acp'],
    ['acp', 'acp-2025.1', 'acp'],
    ['acp', 'threads', 'acp'],
    ['acp', 'claude', 'acp'],
    ['careless crow', 'acp', 'crow'],
    ['strict crow', 'acp', 'crow'],
    ['careless 2025.1', 'crow', 'acp-2025.1'],
    ['strict 2025.1', 'threads', 'acp-2025.1'],
    ['acp', 'codex', 'acp'],
    ['threads', 'acp', 'threads'],
    ['threads', 'crow', 'threads'],
    ['codex', 'acp', 'codex'],
    ['codex', 'threads', 'codex'],
    ['claude', 'acp', 'claude'],
    ['claude', 'threads', 'claude'],
  ];

  test.each(pairs)('wrongly: %s is not %s but %s', async (kind, given, likely) => {
    // Claude is started without an answer after a while: the agent's refusal must come before that.
    const { options } = stage(kind, given === 'claude' ? { silenceMilliseconds: 10_000 } : {});
    const failure = (await connectAny(given, options).catch(
      (error: unknown) => error,
    )) as WireMismatch;
    expect(failure).toMatchObject({ name: 'WireMismatch', wire: given, likely });
    expect(failure.message).toMatch(/^The agent does not speak .+\. It seems to speak .+\.$/);
    expect(failure.detail).toContain(`"${likely}"`);
  });

  test.each([
    ['broken', 'crow', 'agent-error'],
    ['from the future', 'acp', 'unsupported'],
    ['mortal', 'threads', 'closed'],
  ] as const)('fails with its own error when it is %s', async (kind, given, code) => {
    const { options } = stage(kind);
    await expect(connectAny(given, options)).rejects.toMatchObject({ code });
  });

  test('as version 2 of ACP is used with version 2, or not at all', async () => {
    const draft = stage(
      request('initialize', ({ id }) => ({ jsonrpc: '2.0', id, result: { protocolVersion: 2 } })),
    );
    expect((await connected('acp-2', draft.options)).wire).toBe('acp-2');
    expect(draft.heard).toHaveLength(1);
    const { options } = stage('acp');
    await expect(connectAny('acp-2', options)).rejects.toMatchObject({ likely: 'acp' });
  });
});

test.each<[readonly string[], string]>([
  [[], 'acp'],
  [['opencode', 'acp'], 'acp'],
  [['npx', '@agentclientprotocol/claude-agent-acp'], 'acp'],
  [['claude', '-p', '--output-format', 'stream-json'], 'claude'],
  [['/opt/launch/claude-code.sh'], 'claude'],
  [['C:\\bin\\claude.exe'], 'claude'],
  [['claudette'], 'acp'],
  [['/opt/bin/agent', 'app-server'], 'codex'],
  [['/opt/launch/codex.sh'], 'codex'],
  [['codex-acp'], 'acp'],
])('the command %j is first tried as %s', (commandLine, wire) => {
  expect(firstWire(commandLine)).toBe(wire);
});
