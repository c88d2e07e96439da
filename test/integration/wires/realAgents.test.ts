import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConnectOptions, PermissionAsk } from '#main/agents/connection';
import { connect as connectAcp } from '#main/agents/wires/acp/connect';
import { connect as connectClaude } from '#main/agents/wires/claude/connect';
import { resumeArguments } from '#main/agents/wires/claude/resumeArguments';
import { connect as connectCodex } from '#main/agents/wires/codex/connect';
import type { AgentSessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { launchFolder, type RealAgent, startRealAgent } from '#test/support/realAgent';
import type { TemporaryFolder } from '#test/support/temporaryFolder';
import { testFolder } from '#test/support/testFolder';

/**
 * The real programs, each with the stand-in for its model's API on loopback. Switched on by
 * AIRLOCK_REAL_AGENTS, the folder of the scripts that start them.
 */
const agents = [
  {
    name: 'claude',
    script: 'claude-code.sh',
    connect: connectClaude,
    sleep: toolStep('Bash', { command: 'sleep 1; echo done' }),
  },
  {
    name: 'codex',
    script: 'codex.sh',
    connect: connectCodex,
    sleep: toolStep('exec_command', { cmd: 'sleep 1; echo done' }),
  },
];

/** A step for the stand-in model: the call of a tool. */
function toolStep(tool: string, input: object): string {
  return `${tool}:${Buffer.from(JSON.stringify(input)).toString('base64url')}`;
}

const say = (text: string): ContentBlock[] => [{ type: 'text', text }];
const file = 'workspace/hello-fake.txt';
const written = 'hello world\nwritten by the fake model\n';
const edited = 'hello edited\nwritten by the fake model\n';

async function open(agent: RealAgent, folder: TemporaryFolder): Promise<AgentSessionId> {
  const place = { cwd: folder.join('workspace'), additionalDirectories: [] };
  const { agentSessionId, events } = await agent.connection.newSession(place);
  agent.client.known.add(agentSessionId);
  agent.client.events.push(...events);
  return agentSessionId;
}

/** Says yes to all that is asked, and keeps what was asked. */
function allowing({ client }: RealAgent): PermissionAsk[] {
  const asked: PermissionAsk[] = [];
  client.onPermission = async (ask) => {
    asked.push(ask);
    const allow = ask.options.find(({ kind }) => kind === 'allow_once');
    return { type: 'selected', optionId: allow?.id ?? '' };
  };
  client.onRead = async (path) => {
    try {
      return { ok: true, value: readFileSync(path, 'utf8') };
    } catch (error) {
      return { ok: false, error: { code: 'not-found', message: String(error) } };
    }
  };
  return asked;
}

function wordsOf(events: readonly SessionEvent[]): string {
  return events
    .map((event) =>
      event.type === 'message.appended' && event.role === 'agent' && event.content.type === 'text'
        ? event.content.text
        : '',
    )
    .join('');
}

function lastStatuses(events: readonly SessionEvent[]): readonly (string | undefined)[] {
  const statuses = new Map<string, string | undefined>();
  for (const event of events) {
    if (event.type === 'tool.updated' && event.status) statuses.set(event.toolCallId, event.status);
  }
  return [...statuses.values()];
}

const unknowns = (events: readonly SessionEvent[]) =>
  events.filter(({ type }) => type === 'unknown.received');

// One line in the report for all that is left out, not one each.
if (launchFolder) describe('the real programs', testPrograms);
else it.skip('the real programs: AIRLOCK_REAL_AGENTS is not set', () => undefined);

function testPrograms(): void {
  describe.each(agents)('$name', ({ script, connect, sleep }) => {
    it('writes and edits a file once it was allowed to', async () => {
      const folder = testFolder();
      const agent = await startRealAgent(folder, { script, connect });
      const session = await open(agent, folder);
      const asked = allowing(agent);
      const result = await agent.connection.prompt(session, say('FAKE:think,write,read,edit,text'));
      expect(result).toMatchObject({
        reason: 'end_turn',
        usage: { outputTokens: expect.anything() },
      });
      expect(folder.read(file)).toBe(edited);
      expect(asked.length).toBeGreaterThanOrEqual(2);
      expect(asked[0]?.tool.content).toEqual([
        { type: 'diff', path: folder.join(file), before: null, after: written },
      ]);
      const { events } = agent.client;
      expect(wordsOf(events)).toContain('Done: the fake model finished');
      expect(new Set(lastStatuses(events))).toEqual(new Set(['completed']));
      expect(unknowns(events)).toEqual([]);
      expect(agent.connection.identity?.name).toMatch(/^claude-code$|^codex$/);
    });

    it('continues when it was rejected', async () => {
      const folder = testFolder();
      const agent = await startRealAgent(folder, { script, connect });
      const session = await open(agent, folder);
      agent.client.onPermission = async ({ options }) => ({
        type: 'selected',
        optionId: options.find(({ kind }) => kind === 'reject_once')?.id ?? '',
      });
      const { reason } = await agent.connection.prompt(session, say('FAKE:write,text'));
      expect(reason).toBe('end_turn');
      expect(() => folder.read(file)).toThrow();
      expect(lastStatuses(agent.client.events)).toEqual(['failed']);
    });

    it('stops on request, with a question open and without', async () => {
      const folder = testFolder();
      const agent = await startRealAgent(folder, { script, connect });
      const session = await open(agent, folder);
      agent.client.onPermission = async () => {
        // As the host does it: the question is called off, then the turn.
        queueMicrotask(() => agent.connection.cancel(session));
        return { type: 'cancelled' };
      };
      expect((await agent.connection.prompt(session, say('FAKE:write,text'))).reason).toBe(
        'cancelled',
      );
      const slow = agent.connection.prompt(session, say('FAKE:slow'));
      await until(agent, () => wordsOf(agent.client.events).includes('slow chunk 2'));
      agent.connection.cancel(session);
      expect((await slow).reason).toBe('cancelled');
      const { reason } = await agent.connection.prompt(session, say('FAKE:text'));
      expect(reason).toBe('end_turn');
      expect(wordsOf(agent.client.events)).toContain('Hello from the fake model.');
    });

    it('accepts a message while it works', async () => {
      const folder = testFolder();
      const agent = await startRealAgent(folder, { script, connect });
      const session = await open(agent, folder);
      // Old versions of Claude Code do not say what becomes of the message.
      if (!agent.connection.powers.steer) return;
      allowing(agent);
      const turn = agent.connection.prompt(session, say(`FAKE:tool:${sleep},text`));
      await until(agent, (event) => event.type === 'tool.updated' && event.kind === 'execute');
      expect(await agent.connection.steer?.(session, say('and this as well'))).toBe(true);
      expect((await turn).reason).toBe('end_turn');
      expect(await agent.connection.steer?.(session, say('too late'))).toBe(false);
    });

    it('runs a command in a terminal that is reported', async () => {
      const folder = testFolder();
      const agent = await startRealAgent(folder, { script, connect });
      const session = await open(agent, folder);
      allowing(agent);
      await agent.connection.prompt(session, say('FAKE:shell:ls,text'));
      const started = agent.client.events.filter(({ type }) => type === 'terminal.started');
      const ended = agent.client.events.filter(({ type }) => type === 'terminal.ended');
      expect(started).toMatchObject([{ owner: 'agent', command: expect.stringContaining('ls') }]);
      expect(ended).toMatchObject([{ exitCode: 0 }]);
    });

    it('supports modes and options', async () => {
      const folder = testFolder();
      const agent = await startRealAgent(folder, { script, connect });
      const session = await open(agent, folder);
      const modes = agent.client.events.findLast((event) => event.type === 'modes.updated');
      const other = modes?.available.find(({ id }) => id !== modes.current && id !== 'custom');
      const changed = await agent.connection.setMode?.(session, other?.id ?? '');
      expect(JSON.stringify(changed)).toContain(`"current":"${other?.id}"`);
      const options = agent.client.events.findLast((event) => event.type === 'options.updated');
      const model = options?.options.find(({ id }) => id === 'model');
      const choices =
        model?.type === 'select' ? model.groups.flatMap((group) => group.choices) : [];
      const value = choices.find((choice) => choice.value !== model?.value)?.value ?? '';
      const events = (await agent.connection.setOption?.(session, 'model', value)) ?? [];
      expect(JSON.stringify(events)).toContain(`"value":"${value}"`);
      await agent.connection.setTitle?.(session, 'A title');
    });
  });

  it('adapters of ACP speak version 2 on request', async () => {
    for (const script of ['claude-agent-acp.sh', 'codex-acp.sh']) {
      if (!existsSync(join(launchFolder ?? '', script))) continue;
      const folder = testFolder();
      const connect = (options: ConnectOptions) => connectAcp({ ...options, draft: true });
      const agent = await startRealAgent(folder, { script, connect });
      expect(agent.connection).toMatchObject({ wire: 'acp-2', protocolVersion: '2' });
      const session = await open(agent, folder);
      allowing(agent);
      const prompt = say('FAKE:think,write,shell:ls,text');
      expect((await agent.connection.prompt(session, prompt)).reason).toBe('end_turn');
      expect(folder.read(file)).toBe(written);
      const { events, problems } = agent.client;
      expect(wordsOf(events)).toContain('Done: the fake model finished');
      expect(new Set(lastStatuses(events))).toEqual(new Set(['completed']));
      expect(unknowns(events)).toEqual([]);
      expect(problems).toEqual([]);
      const slow = agent.connection.prompt(session, say('FAKE:slow'));
      await until(agent, () => wordsOf(agent.client.events).includes('slow chunk 2'));
      agent.connection.cancel(session);
      expect((await slow).reason).toBe('cancelled');
      await agent.close();
    }
  });

  it('claude asks the user, and asks before it leaves its plan', async () => {
    const folder = testFolder();
    const agent = await startRealAgent(folder, {
      script: 'claude-code.sh',
      connect: connectClaude,
    });
    const session = await open(agent, folder);
    agent.client.onElicit = async () => ({ type: 'accepted', values: { 'question-0': 'Beta' } });
    await agent.connection.prompt(session, say('FAKE:ask,text'));
    expect(JSON.stringify(agent.client.events)).toContain('\\"Which one?\\"=\\"Beta\\"');

    await agent.connection.setMode?.(session, 'plan');
    const asked: string[] = [];
    agent.client.onPermission = async ({ title, options }) => {
      asked.push(title);
      return { type: 'selected', optionId: options[0]?.id ?? '' };
    };
    await agent.connection.prompt(session, say('FAKE:exitplan,write'));
    // With the plan all edits were allowed.
    expect(asked).toEqual(['Carry out the plan']);
    expect(folder.read(file)).toBe(written);
    const mode = agent.client.events.findLast(({ type }) => type === 'mode.changed');
    expect(mode).toEqual({ type: 'mode.changed', current: 'acceptEdits' });
  });

  it('codex asks the user when it plans', async () => {
    const folder = testFolder();
    const agent = await startRealAgent(folder, { script: 'codex.sh', connect: connectCodex });
    const session = await open(agent, folder);
    await agent.connection.setOption?.(session, 'collaboration_mode', 'plan');
    const asked: unknown[] = [];
    agent.client.onElicit = async ({ body }) => {
      asked.push(body);
      return { type: 'accepted', values: { pick: 'Alpha' } };
    };
    const { reason } = await agent.connection.prompt(session, say('FAKE:ask,text'));
    expect(reason).toBe('end_turn');
    expect(asked).toMatchObject([{ type: 'form', fields: [{ key: 'pick', type: 'choice' }, {}] }]);
  });

  it('claude resumes a conversation in a new process', async () => {
    const folder = testFolder();
    const options = { script: 'claude-code.sh', connect: connectClaude };
    const first = await startRealAgent(folder, options);
    const opening = await open(first, folder);
    await first.connection.prompt(opening, say('FAKE:text'));
    // Old versions tell the name of the conversation only now.
    const told = first.client.events.find((event) => event.type === 'agent.attached');
    const session = told?.agentSessionId ?? opening;
    await first.close();

    const args = resumeArguments(session) ?? [];
    const second = await startRealAgent(folder, { ...options, args, resumes: session });
    const place = { cwd: folder.join('workspace'), additionalDirectories: [] };
    const opened = await second.connection.resumeSession?.(session, place);
    expect(opened?.agentSessionId).toBe(session);
    second.client.known.add(session);
    expect((await second.connection.prompt(session, say('FAKE:text'))).reason).toBe('end_turn');
    // It would say so if it had begun another one.
    expect(second.client.events.filter(({ type }) => type === 'agent.attached')).toEqual([]);
    await expect(second.connection.newSession(place)).rejects.toMatchObject({
      code: 'unsupported',
    });
  });

  it('claude reports that a conversation does not exist', async () => {
    const folder = testFolder();
    const id = '01234567-0123-4123-8123-012345678901' as AgentSessionId;
    const args = resumeArguments(id) ?? [];
    const options = { script: 'claude-code.sh', connect: connectClaude, args, resumes: id };
    await expect(startRealAgent(folder, options)).rejects.toMatchObject({
      code: 'not-found',
      message: `No conversation found with session ID: ${id}`,
    });
  });

  it('claude without a key asks for a login', async () => {
    const folder = testFolder();
    const options = { script: 'claude-code.sh', connect: connectClaude, env: { CLAUDE_KEY: '' } };
    const agent = await startRealAgent(folder, options);
    const session = await open(agent, folder);
    await expect(agent.connection.prompt(session, say('FAKE:text'))).rejects.toMatchObject({
      code: 'authentication-required',
      message: 'Not logged in · Please run /login',
    });
  });

  it('claude stops at its limit of rounds', async () => {
    const folder = testFolder();
    const args = ['--max-turns', '1'];
    const options = { script: 'claude-code.sh', connect: connectClaude, args };
    const agent = await startRealAgent(folder, options);
    const session = await open(agent, folder);
    allowing(agent);
    const { reason } = await agent.connection.prompt(session, say('FAKE:write,read,text'));
    expect(reason).toBe('max_turn_requests');
  });

  it('codex loads, lists and forks a thread in a new process', async () => {
    const folder = testFolder();
    const options = { script: 'codex.sh', connect: connectCodex };
    const first = await startRealAgent(folder, options);
    const session = await open(first, folder);
    allowing(first);
    await first.connection.prompt(session, say('FAKE:write,text'));
    await first.close();

    const second = await startRealAgent(folder, options);
    const { connection, client } = second;
    const additionalDirectories = [folder.folder('more')];
    const place = { cwd: folder.join('workspace'), additionalDirectories };
    const listed = await connection.listSessions?.(place.cwd);
    expect(listed).toMatchObject([{ agentSessionId: session, title: 'FAKE:write,text' }]);
    client.known.add(session);
    await connection.loadSession?.(session, place);
    expect(client.events.map(({ type }) => type)).toContain('tool.updated');
    expect(wordsOf(client.events)).toContain('Done: the fake model finished');
    const forked = await connection.forkSession?.(session, place);
    expect(forked?.agentSessionId).not.toBe(session);
    allowing(second);
    expect((await connection.prompt(session, say('FAKE:text'))).reason).toBe('end_turn');
    await connection.closeSession?.(session);
    const lost = '01a1e1e7-e0c7-7cc0-9437-662a29d2df6c' as AgentSessionId;
    await expect(connection.resumeSession?.(lost, place)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
}

/** Waits without a clock: each event is looked at as it comes. */
function until({ client }: RealAgent, fits: (event: SessionEvent) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const { onEvents } = client;
    client.onEvents = (events) => {
      onEvents(events);
      if (events.some(fits)) resolve();
    };
  });
}
