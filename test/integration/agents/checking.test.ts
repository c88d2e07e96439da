import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CheckTimings } from '#main/doctor/limits';
import type { AgentCheck, CheckStep } from '#shared/agentCheck';
import type { AgentId } from '#shared/ids';
import type { Scenario } from '../../agent/scenario';
import type { Step } from '../../agent/step';
import {
  engineWith,
  FILE,
  long,
  REFUSED,
  refused,
  runCheck,
  settingsOf,
  verdicts,
  wordsOf,
  work,
} from '../../support/checkedAgent';
import { scriptedAgent } from '../../support/scenario';
import { agentNode } from '../../support/standInNode';
import type { TemporaryFolder } from '../../support/temporaryFolder';
import type { TestEngine } from '../../support/testEngine';
import { testFolder } from '../../support/testFolder';
import { waitFor } from '../../support/waitFor';
import { whyNoSeal } from '../seal/whyNoSeal';

const noSeal = await whyNoSeal();

const writes = (path: string): Step => ({ diskWrite: { path, content: 'checked\n' } });

const asks = (path: string, more: Partial<Extract<Step, { ask: unknown }>['ask']> = {}): Step => ({
  ask: {
    toolCall: { toolCallId: path, title: `Write ${path}`, kind: 'edit' },
    onAllowed: [writes(path)],
    onRejected: [{ say: 'Then I leave it.' }],
    ...more,
  },
});

const command: Step = {
  terminal: { command: '/bin/sh', args: ['-c', 'echo checked > airlock-check-command.txt'] },
};

const obeys = refused(asks(REFUSED));
const works = work(asks(FILE), command);
const stops = long({ say: 'one' }, { stall: true });

/** An agent that does all of it well. */
const polite: Scenario = {
  initialize: { agentInfo: { name: 'polite', title: 'Polite', version: '1.0.0' } },
  turns: [obeys, works, stops],
  stateFile: 'state.json',
};

/** The same, without what would be tried in more processes. */
const small: Scenario = { ...polite, load: false, resume: false, list: false };

interface Fault {
  readonly name: string;
  readonly scenario: Scenario;
  readonly withPrompts?: boolean;
  readonly timings?: Partial<CheckTimings>;
  readonly finds: Partial<Record<CheckStep, string>>;
  readonly says: readonly [CheckStep, string];
}

interface Checked {
  readonly check: AgentCheck;
  readonly test: TestEngine;
  readonly folder: TemporaryFolder;
}

async function checked(
  scenario: Scenario,
  { withPrompts = true, timings = {} }: Partial<Pick<Fault, 'withPrompts' | 'timings'>> = {},
): Promise<Checked> {
  const folder = testFolder();
  const agent = settingsOf(scriptedAgent(folder, scenario));
  const test = await engineWith(folder, agent, timings);
  return { check: await runCheck(test, withPrompts), test, folder };
}

describe('a check', () => {
  it('of a good agent finds no problem, and leaves nothing behind', async () => {
    const { check, folder } = await checked(polite);
    expect(verdicts(check)).toEqual({
      start: 'ok',
      output: 'ok',
      session: 'ok',
      login: 'ok',
      list: 'ok',
      end: 'ok',
      sealed: 'skipped',
      permission: 'ok',
      write: 'ok',
      command: 'ok',
      cancel: 'ok',
      resume: 'ok',
      load: 'ok',
      sealedWork: 'skipped',
    });
    expect(check).toMatchObject({ version: '1.0.0', protocol: 'ACP v1 (1)', withPrompts: true });
    expect(wordsOf(check, 'command')).toContain('terminal of Airlock’s');
    expect(wordsOf(check, 'sealed')).toContain('sudo apt install bubblewrap');
    expect(readdirSync(folder.join('data/checks/work'))).toEqual([]);
  });

  it('without prompts sends none', async () => {
    const folder = testFolder();
    const scripted = scriptedAgent(folder, polite);
    const test = await engineWith(folder, settingsOf(scripted));
    const check = await runCheck(test, false);
    expect(verdicts(check)).toEqual({
      start: 'ok',
      output: 'ok',
      session: 'ok',
      login: 'ok',
      list: 'ok',
      end: 'ok',
      sealed: 'skipped',
    });
    const asked = scripted.journal
      .entries()
      .flatMap((entry) => (entry.type === 'received' ? [entry.message.method] : []));
    expect(asked).not.toContain('session/prompt');
  });

  it.skipIf(noSeal !== null)('tries an agent sealed, too', async () => {
    const [folder, own] = [testFolder(), testFolder()];
    const agent = settingsOf(scriptedAgent(own, { ...small, turns: [obeys, works, stops] }));
    const seal = { write: [own.path] };
    const test = await engineWith(folder, { ...agent, seal }, {}, { probeSeal: undefined });
    const check = await runCheck(test, true);
    expect(verdicts(check)).toMatchObject({ sealed: 'ok', sealedWork: 'ok' });
  });

  it('can be cancelled, and ends the agent', async () => {
    const folder = testFolder();
    const scripted = scriptedAgent(folder, { newSession: [{ mute: true }] });
    const test = await engineWith(folder, settingsOf(scripted));
    const { agentChecks: checks } = test.engine;
    const id = 'mine' as AgentId;
    expect(checks.start(id, false)).toMatchObject({ ok: true });
    expect(checks.start(id, false)).toMatchObject({ ok: false, error: { code: 'conflict' } });
    await scripted.journal.waitFor('received', ({ message }) => message.method === 'session/new');
    expect(checks.state(id).running).toMatchObject({ step: 'session' });
    const over = waitFor(checks.onDidChange, () => checks.state(id).running === null, {
      what: 'the end of the check',
    });
    checks.cancel(id);
    await over;
    expect(checks.state(id)).toMatchObject({ last: null, failure: null });
    expect(readdirSync(folder.join('data/checks/work'))).toEqual([]);
  });

  it('is kept for each version, and says what an update has changed', async () => {
    const folder = testFolder();
    const first = await engineWith(folder, settingsOf(scriptedAgent(folder, small, 'first')));
    await runCheck(first, false);
    await first.stop();
    const worse: Scenario = {
      ...small,
      initialize: { agentInfo: { name: 'polite', version: '2.0.0' } },
      newSession: [{ error: { code: -32603, message: 'It is broken: sk-0123456789abcdef' } }],
    };
    const second = await engineWith(folder, settingsOf(scriptedAgent(folder, worse, 'second')));
    await runCheck(second, false);
    const { last, before } = second.engine.agentChecks.state('mine' as AgentId);
    expect([before?.version, last?.version]).toEqual(['1.0.0', '2.0.0']);
    const report = second.engine.agentChecks.report('mine' as AgentId);
    expect(report).toMatchObject({ ok: true, value: expect.stringContaining('It is broken') });
    expect(JSON.stringify([report, last])).not.toContain('sk-0123456789abcdef');
  });
});

/** What is said of agents with one fault each; all other steps are as good as those of the good one. */
const faulty: readonly Fault[] = [
  {
    name: 'prints a banner',
    scenario: { ...small, start: [{ garbage: { lines: ['Welcome!', 'Version 1'] } }] },
    withPrompts: false,
    finds: { output: 'note', session: 'ok' },
    says: ['output', 'It prints 2 lines that are not messages'],
  },
  {
    name: 'never opens a session',
    scenario: { ...small, newSession: [{ mute: true }] },
    timings: { openMilliseconds: 1_000 },
    finds: { start: 'ok', session: 'problem', permission: 'skipped', end: 'ok' },
    says: ['session', 'did not answer in time'],
  },
  {
    name: 'needs a login for a session',
    scenario: {
      ...small,
      requiresLogin: true,
      initialize: { authMethods: [{ id: 'one', name: 'Log in with One' }] },
    },
    finds: { session: 'skipped', login: 'problem', permission: 'skipped' },
    says: ['login', 'log in there (Log in with One)'],
  },
  {
    name: 'needs a login for a prompt',
    scenario: { ...small, turns: [[{ error: { code: -32000, message: 'Log in first.' } }]] },
    finds: { session: 'ok', login: 'problem', permission: 'skipped', cancel: 'skipped' },
    says: ['login', 'before it answers a prompt'],
  },
  {
    name: 'writes although it was refused',
    scenario: {
      ...small,
      turns: [refused(asks(REFUSED, { onRejected: [writes(REFUSED)] })), works, stops],
    },
    finds: { permission: 'problem', write: 'ok' },
    says: ['permission', 'although that was refused'],
  },
  {
    name: 'never asks',
    scenario: { ...small, turns: [refused(writes(REFUSED)), works, stops] },
    finds: { permission: 'note' },
    says: ['permission', 'without asking'],
  },
  {
    name: 'does nothing',
    scenario: { ...small, turns: [refused({ say: 'No.' }), work({ say: 'No.' }), stops] },
    finds: { permission: 'note', write: 'note', command: 'note', cancel: 'ok' },
    says: ['write', 'The file is not there'],
  },
  {
    name: 'writes through Airlock',
    scenario: {
      ...small,
      turns: [
        refused({ write: { path: REFUSED, content: 'x', onError: [{ say: 'No?' }] } }),
        work({ write: { path: FILE, content: 'checked' } }, command),
        stops,
      ],
    },
    finds: { permission: 'ok', write: 'ok' },
    says: ['write', 'through Airlock'],
  },
  {
    name: 'asks for something else',
    scenario: {
      ...small,
      turns: [obeys, work(asks('other.txt'), { say: 'Hm.' }), stops],
    },
    finds: { write: 'note' },
    says: ['write', 'something that the check does not allow'],
  },
  {
    name: 'does not stop',
    scenario: {
      ...small,
      turns: [obeys, works, long({ onCancel: 'ignore' }, { say: 'one' }, { stall: true })],
    },
    timings: { cancelMilliseconds: 300 },
    finds: { cancel: 'problem', end: 'ok' },
    says: ['cancel', 'did not stop when told to'],
  },
  {
    name: 'stops for another reason',
    scenario: {
      ...small,
      turns: [
        obeys,
        works,
        long({ onCancel: [{ end: { stopReason: 'end_turn' } }] }, { say: 'one' }, { stall: true }),
      ],
    },
    finds: { cancel: 'note' },
    says: ['cancel', 'does not say that it was stopped'],
  },
  {
    name: 'ends in the middle',
    scenario: { ...small, turns: [refused({ say: 'Oh' }, { exit: { code: 3 } }), works, stops] },
    finds: { permission: 'problem', write: 'skipped' },
    says: ['permission', 'ended during this step'],
  },
  {
    name: 'will not end',
    scenario: { ...small, start: [{ stubborn: true }] },
    withPrompts: false,
    finds: { end: 'problem' },
    says: ['end', 'had to be killed'],
  },
  {
    name: 'leaves a process behind',
    scenario: { ...small, newSession: [{ spawnChild: { detached: true } }] },
    withPrompts: false,
    finds: { end: 'note' },
    says: ['end', 'left 1 process running'],
  },
  {
    name: 'cannot load what it says it can',
    scenario: {
      ...polite,
      resume: false,
      list: false,
      load: [{ error: { code: -32603, message: 'Invalid session.' } }],
    },
    finds: { load: 'problem', resume: 'skipped' },
    says: ['load', 'Invalid session.'],
  },
  {
    name: 'loads without a word',
    scenario: { ...polite, resume: false, list: false, load: [{ result: {} }] },
    finds: { load: 'note' },
    says: ['load', 'repeated nothing'],
  },
  {
    name: 'forgets its sessions',
    scenario: { ...small, list: [{ result: { sessions: [] } }] },
    finds: { list: 'note' },
    says: ['list', 'not the one that it just had'],
  },
];

/** As Claude Code does on a busy computer: it says something else before it answers a request. */
const NAMES_LATE = `
import { createInterface } from 'node:readline';
const session_id = '11111111-1111-4111-8111-111111111111';
const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
send({ type: 'system', subtype: 'hook_response', hook_name: 'Start', exit_code: 0 });
createInterface({ input: process.stdin }).on('line', (line) => {
  if (JSON.parse(line).type !== 'user') return;
  send({ type: 'system', subtype: 'init', session_id, tools: [], model: 'big' });
  send({ type: 'result', subtype: 'success', result: 'No.', duration_ms: 3, session_id });
});
`;

describe('what is kept of a check', () => {
  it('has no secret of an agent that introduces itself with it', async () => {
    const folder = testFolder();
    const secret = 'canaryQz7441709183xyz';
    const scenario: Scenario = {
      ...small,
      initialize: {
        agentInfo: { name: `n ${secret}`, title: `t ${secret}`, version: `1 ${secret}` },
      },
    };
    const { env, ...agent } = settingsOf(scriptedAgent(folder, scenario));
    const test = await engineWith(folder, { ...agent, env: { ...env, API_TOKEN: secret } });
    await runCheck(test, false);
    const report = test.engine.agentChecks.report('mine' as AgentId);
    const kept = readFileSync(folder.join('data/agent-checks.json'), 'utf8');
    expect(kept).toContain('1 ');
    expect(`${JSON.stringify(report)}${kept}`).not.toContain(secret);
  });
});

describe('a check of an agent that', () => {
  it.each(faulty)('$name says so', async ({ scenario, finds, says, ...how }) => {
    const { check } = await checked(scenario, how);
    expect(verdicts(check)).toMatchObject(finds);
    expect(wordsOf(check, says[0])).toContain(says[1]);
  });

  it('names its conversation only when the first turn begins is resumed by that name', async () => {
    const folder = testFolder();
    const { command: node, env } = agentNode();
    const program = folder.write('agent.mjs', NAMES_LATE);
    const test = await engineWith(folder, { command: node, args: [program], env, wire: 'claude' });
    const check = await runCheck(test, true);
    expect(verdicts(check)).toMatchObject({ session: 'ok', resume: 'ok' });
  });

  it('does not exist says what to do', async () => {
    const folder = testFolder();
    const test = await engineWith(folder, { command: 'no-such-agent' });
    const check = await runCheck(test, false);
    expect(verdicts(check)).toMatchObject({ start: 'problem', session: 'skipped', end: 'skipped' });
    expect(wordsOf(check, 'start')).toContain('command not found: no-such-agent');
    expect(wordsOf(check, 'start')).toContain('Install it');
  });

  it('ends at once is quoted in the report', async () => {
    const folder = testFolder();
    const program = folder.write(
      'agent',
      '#!/bin/sh\necho "no config: API_KEY=hunter22" >&2; exit 2\n',
    );
    chmodSync(program, 0o755);
    const test = await engineWith(folder, { command: program, wire: 'acp' });
    const check = await runCheck(test, false);
    expect(verdicts(check)).toMatchObject({ start: 'problem' });
    const report = test.engine.agentChecks.report('mine' as AgentId);
    expect(report).toMatchObject({ ok: true, value: expect.stringContaining('no config') });
    expect(JSON.stringify(report)).not.toContain('hunter22');
    expect(existsSync(folder.join('data/agent-checks.json'))).toBe(true);
  });
});
