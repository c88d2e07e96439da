import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { secretValues } from '#main/base/secrets/secretValues';
import type { Engine } from '#main/engine/engine';
import { CheckTerminals } from '#main/terminals/checkTerminals';
import { UserTerminals } from '#main/terminals/userTerminals';
import type { ChosenHunks } from '#shared/checks/check';
import type { SessionId } from '#shared/ids';
import type { ChecksState } from '#shared/ipc/checks';
import type { Isolation } from '#shared/session/isolation';
import { defaultSettings } from '#shared/settings';
import type { JsonObject, Step } from '#test/agent/step';
import { GitRepository } from '#test/support/gitRepository';
import { scriptedAgent } from '#test/support/scenario';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { TestEngine, type TestSession, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';
import { whyNoSeal } from '../seal/whyNoSeal';
import { buildPtyHost, runningPtyHost } from '../terminals/runningPtyHost';

// Shows I14, by checks that need trust.

const reason = await whyNoSeal();
const built = new TemporaryFolder();
let hostFile: string;
beforeAll(async () => {
  hostFile = await buildPtyHost(built.join('ptyHost.mjs'));
});
afterAll(() => built.dispose());

const write = (path: string, content: string): Step => ({ diskWrite: { path, content } });

interface Wish {
  readonly checks: Readonly<Record<string, unknown>>;
  readonly turn: readonly Step[];
  readonly isolation?: Isolation;
  readonly isTrusted?: boolean;
  /** The project's changes are accepted only when its checks pass. */
  readonly isRequired?: boolean;
  /** What the user does while the turn runs. */
  readonly meanwhile?: (session: TestSession, engine: Engine) => Promise<void>;
}

const requestMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The agent asks for checks by the tool of Airlock's own MCP server. */
const request = (given: JsonObject = {}): Step => ({
  request: {
    method: 'mcp/message',
    params: {
      serverId: '{{ownServer}}',
      requestId: 'r1',
      method: 'tools/call',
      params: { name: 'run_checks', arguments: given, _meta: requestMeta },
    },
  },
});

/** A project with these checks, and an agent that did this in its copy. */
async function checkedProject({
  checks,
  turn,
  isolation = 'isolated',
  isTrusted = true,
  isRequired = false,
  meanwhile,
}: Wish) {
  const folder = testFolder();
  const { path: project } = await GitRepository.createWith(folder.join('project'), {
    'file.txt': '1\n2\n3\n4\n5\n6\n7\n8\n',
    '.airlock.json': JSON.stringify({ checks }),
  });
  const { client, logger } = runningPtyHost(hostFile);
  const user = await UserTerminals.open({
    ptys: client,
    file: folder.join('terminals.json'),
    logger,
    shell: () => '/bin/sh',
    environment: async () => ({ PATH: process.env.PATH ?? '', TERM: 'xterm-256color' }),
  });
  const terminals = new CheckTerminals(user);
  onTestFinished(() => {
    terminals.dispose();
    user.dispose();
  });
  const initialize = { agentCapabilities: { mcpCapabilities: { acp: true } } };
  const agent = scriptedAgent(folder, { initialize, turns: [turn] });
  const test = await TestEngine.start(
    folder.join('data'),
    { agent },
    {
      workplaces: undefined,
      runCheck: (command) => terminals.run(command),
      settings: () => ({
        ...defaultSettings,
        agents: { agent },
        projects: { [project]: { acceptOnlyWhenGreen: isRequired } },
      }),
    },
  );
  const { checks: service, projects } = test.engine;
  const setup = unwrap(await projects.read(project));
  if (setup.type !== 'found') throw new Error(JSON.stringify(setup));
  if (isTrusted) unwrap(await projects.trust(project, setup.hash, true));
  const session = await test.create('agent', project, 'Go', isolation);
  await meanwhile?.(session, test.engine);
  await session.turnEnded();
  const answers = agent.journal
    .of('answered')
    .filter(({ method }) => method === 'mcp/message')
    .map(({ result }) => (result as unknown as { result: ToolAnswer }).result);
  const { id } = session;
  const hunks = async (only?: (path: string) => boolean): Promise<readonly ChosenHunks[]> => {
    unwrap(await test.changes.look(id));
    return unwrap(await test.changes.list(id)).changes.flatMap(({ change, hunks, status }) =>
      status === 'open' && (only?.(change.path) ?? true)
        ? [{ changeId: change.changeId, hunkIds: hunks.map(({ hunk }) => hunk.id) }]
        : [],
    );
  };
  const state = async (chosen?: readonly ChosenHunks[]): Promise<ChecksState> =>
    unwrap(await service.state({ sessionId: id, hunks: chosen ?? (await hunks()) }));
  const accept = async (sessionId: SessionId, chosen: readonly ChosenHunks[]) =>
    unwrap(
      await test.changes.decide(
        sessionId,
        chosen.map(({ changeId, hunkIds }) => ({
          changeId,
          hunks: hunkIds.map((hunkId) => ({ hunkId, verdict: 'accept' as const })),
        })),
      ),
    );
  return {
    test,
    folder,
    project,
    id,
    user,
    service,
    setup,
    hunks,
    state,
    accept,
    session,
    answers,
  };
}

interface ToolAnswer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: true;
}

const words = ({ checks }: ChecksState) =>
  checks.map(({ name, standing }) =>
    standing.type === 'unknown' ? [name] : [name, standing.type, standing.run.outcome],
  );

/** The processes of this computer that run exactly this. */
const processesOf = (...command: readonly string[]) =>
  readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8') === [...command, ''].join('\0');
    } catch {
      // It is no process, or has ended.
      return false;
    }
  });

describe.skipIf(process.platform === 'win32')('checks', () => {
  it('run on exactly the chosen hunks, in a copy of their own', async () => {
    const { project, id, service, hunks, state, accept, user } = await checkedProject({
      checks: { one: 'test -e new.txt', other: 'test ! -e other.txt' },
      turn: [write('new.txt', 'new\n'), write('other.txt', 'other\n')],
    });
    const chosen = await hunks((path) => path === 'new.txt');
    expect(words(await state(chosen))).toEqual([['one'], ['other']]);
    unwrap(await service.run({ sessionId: id, hunks: chosen }, null, null));
    const green = await state(chosen);
    expect(words(green)).toEqual([
      ['one', 'current', 'passed'],
      ['other', 'current', 'passed'],
    ]);
    expect(green).toMatchObject({ isGreen: true, running: null, isRequired: false });
    expect(existsSync(join(project, 'new.txt'))).toBe(false);
    expect(user.list()).toEqual([]);

    // More hunks are another selection, on which nothing is known.
    expect(words(await state())).toEqual([
      ['one', 'stale', 'passed'],
      ['other', 'stale', 'passed'],
    ]);
    expect((await state()).isGreen).toBe(false);

    // Accepted, they are still what was checked; changed afterwards, they are not.
    await accept(id, chosen);
    expect((await state([])).isGreen).toBe(true);
    writeFileSync(join(project, 'new.txt'), 'mine\n');
    expect((await state([])).isGreen).toBe(false);
  });

  it('stay required when their file cannot be read', async () => {
    const { project, id, service, hunks, state } = await checkedProject({
      checks: { one: 'true' },
      turn: [write('new.txt', 'new\n')],
      isRequired: true,
    });
    unwrap(await service.run({ sessionId: id, hunks: await hunks() }, null, null));
    expect(await state()).toMatchObject({ isRequired: true, isGreen: true, fault: null });
    writeFileSync(join(project, '.airlock.json'), '{ "checks": [] }');
    const fault = expect.stringMatching(/^It has an error on line 1, column 13: /);
    expect(await state()).toMatchObject({ isRequired: true, isGreen: false, checks: [], fault });
    const run = await service.run({ sessionId: id, hunks: await hunks() }, null, null);
    const message = expect.stringContaining('cannot be read. It has an error on line 1');
    expect(run).toMatchObject({ ok: false, error: { message } });
  });

  it('tell which tests failed, and leave the terminal open', async () => {
    const { id, service, hunks, state, user, folder } = await checkedProject({
      checks: {
        tap: 'printf "1..2\\nok 1 - a\\nnot ok 2 - b\\n"; exit 1',
        junit: {
          command:
            'echo \'<testsuite><testcase name="c"><failure/></testcase></testsuite>\' > out.xml; exit 3',
          report: 'out.xml',
        },
        escape: { command: 'ln -s /etc/hostname r.xml; false', report: 'r.xml' },
      },
      turn: [write('new.txt', 'new\n')],
    });
    unwrap(await service.run({ sessionId: id, hunks: await hunks() }, null, null));
    const { checks, isGreen } = await state();
    expect(isGreen).toBe(false);
    const reports = checks.map(({ standing }) =>
      standing.type === 'unknown' ? null : standing.run.report,
    );
    expect(reports).toEqual([
      { runner: 'TAP', passed: 1, failed: 1, failures: ['b'] },
      { runner: 'JUnit', passed: 0, failed: 1, failures: ['c'] },
      null,
    ]);
    expect(user.list().map(({ name }) => name)).toEqual(['tap', 'junit', 'escape']);
    unwrap(await service.run({ sessionId: id, hunks: await hunks() }, ['tap'], null));
    expect(user.list().map(({ name }) => name)).toEqual(['junit', 'escape', 'tap']);
    // The copy that they ran in is gone.
    const [left] = user.list();
    if (left === undefined) throw new Error('There are three.');
    const size = { columns: 80, rows: 24 };
    expect(await user.restart(left.id, size)).toMatchObject({ error: { code: 'refused' } });
    await user.end();
    expect(JSON.parse(readFileSync(folder.join('terminals.json'), 'utf8')).terminals).toEqual([]);
  });

  it('have failed if their report says so, though the command ended well', async () => {
    const { id, service, hunks, state } = await checkedProject({
      checks: {
        piped: 'printf "1..2\\nok 1 - a\\nnot ok 2 - b\\n" | cat',
        planned: 'printf "1..1\\nnot ok 1 - later # TODO\\n"',
      },
      turn: [write('new.txt', 'new\n')],
    });
    unwrap(await service.run({ sessionId: id, hunks: await hunks() }, null, null));
    const found = await state();
    expect(words(found)).toEqual([
      ['piped', 'current', 'failed'],
      ['planned', 'current', 'passed'],
    ]);
    expect(found.isGreen).toBe(false);
    expect(found.checks[0]?.standing).toMatchObject({
      run: { message: 'The command ended with exit code 0, but its report has 1 failure.' },
    });
  });

  it('have not passed if their report is too large to be read', async () => {
    const { id, service, hunks, state } = await checkedProject({
      checks: {
        huge: {
          command: 'echo "<testsuites>" > r.xml; head -c 104857600 /dev/zero >> r.xml',
          report: 'r.xml',
        },
        gone: { command: 'cd / && rm -rf "$OLDPWD"', report: 'r.xml' },
      },
      turn: [write('new.txt', 'new\n')],
    });
    unwrap(await service.run({ sessionId: id, hunks: await hunks() }, null, null));
    const found = await state();
    expect(words(found)).toEqual([
      ['huge', 'current', 'failed'],
      ['gone', 'current', 'passed'],
    ]);
    expect(found.isGreen).toBe(false);
    expect(found.checks.map(({ standing }) => standing)).toMatchObject([
      { run: { message: expect.stringContaining('larger than 8 MB') } },
      { run: { message: 'It wrote no report.' } },
    ]);
  });

  it('may print any amount, of which the end is kept', async () => {
    const { id, service, hunks, state } = await checkedProject({
      checks: { loud: 'head -c 60000000 /dev/zero | tr "\\0" x; echo; echo the end' },
      turn: [write('new.txt', 'new\n')],
    });
    unwrap(await service.run({ sessionId: id, hunks: await hunks() }, null, null));
    const [loud] = (await state()).checks;
    if (loud?.standing.type !== 'current') throw new Error('It has run.');
    expect(loud.standing.run.outcome).toBe('passed');
    expect(loud.standing.run.log).toMatch(/the end\s*$/);
    expect(loud.standing.run.log.length).toBeLessThanOrEqual(64 * 1024);
  });

  it('end when they are cancelled, whatever they have started and whatever signals they ignore', async () => {
    const { id, service, hunks, state, project } = await checkedProject({
      checks: {
        stubborn:
          'trap "" HUP INT TERM; (touch "$AIRLOCK_PROJECT/begun"; sleep 986) & while :; do sleep 986; done',
      },
      turn: [write('new.txt', 'new\n')],
    });
    const running = service.run({ sessionId: id, hunks: await hunks() }, null, null);
    await expect.poll(() => existsSync(join(project, 'begun'))).toBe(true);
    service.cancel(id);
    unwrap(await running);
    expect(words(await state())).toEqual([['stubborn', 'current', 'cancelled']]);
    await expect.poll(() => processesOf('sleep', '986'), { timeout: 15_000 }).toEqual([]);
  });

  it('keep no secret that they print, or that a report has in the name of a test', async () => {
    const secret = 'canaryQz7441709183xyz';
    using _known = secretValues.add([secret]);
    const hidden = `&#${secret.charCodeAt(0)};${secret.slice(1)}`;
    const { folder, id, service, hunks } = await checkedProject({
      checks: {
        junit: { command: 'false', report: 'out.xml' },
        prints: 'cat said.txt; false',
      },
      turn: [
        write('said.txt', `It is ${secret}.\n`),
        write(
          'out.xml',
          `<testsuite><testcase name="${secret}"><failure/></testcase><testcase name="${hidden}"><error/></testcase></testsuite>`,
        ),
      ],
    });
    const runs = unwrap(await service.run({ sessionId: id, hunks: await hunks() }, null, null));
    expect(runs).toMatchObject([{ report: { failed: 2 } }, { log: 'It is [redacted].' }]);
    const kept = readFileSync(folder.join('data', 'airlock', id, 'checks.json'), 'utf8');
    expect(kept).toContain('JUnit');
    expect(kept).not.toContain(secret);
  });

  it('are cancelled, and say that they were', async () => {
    const { test, id, service, hunks, state, project } = await checkedProject({
      checks: { long: 'sleep 600', after: 'true' },
      turn: [write('new.txt', 'new\n')],
    });
    const begun = waitFor(service.onDidChange, () => true, { what: 'the check' });
    const chosen = await hunks();
    const running = service.run({ sessionId: id, hunks: chosen }, null, null);
    await begun;
    expect(await service.run({ sessionId: id, hunks: chosen }, null, null)).toMatchObject({
      error: { code: 'conflict' },
    });
    await expect.poll(async () => (await state()).running?.current).toBe('long');
    service.cancel(id);
    unwrap(await running);
    expect(words(await state())).toEqual([
      ['long', 'current', 'cancelled'],
      ['after', 'current', 'cancelled'],
    ]);
    // Nothing is left of the copy that they ran in.
    const trees = unwrap(await test.changes.list(id));
    expect(trees.changes).toHaveLength(1);
    expect(existsSync(join(project, 'new.txt'))).toBe(false);
  });

  it('stop when the user trusts the project no longer, and what they left running ends with them', async () => {
    const { test, id, service, hunks, state, setup, project } = await checkedProject({
      checks: {
        daemon:
          'setsid sh -c "echo $$ > $AIRLOCK_PROJECT/daemon.pid; exec sleep 987" >/dev/null 2>&1 & sleep 0.5',
        flood: 'head -c 600000 /dev/zero | tr "\\0" x; echo the end; exit 1',
        long: 'sleep 600',
        after: 'touch "$AIRLOCK_PROJECT/after"',
      },
      turn: [write('new.txt', 'new\n')],
    });
    if (setup.type !== 'found') throw new Error('The file is there.');
    const running = service.run({ sessionId: id, hunks: await hunks() }, null, null);
    await expect
      .poll(async () => (await state()).running?.current, { timeout: 60_000 })
      .toBe('long');
    unwrap(await test.engine.projects.trust(project, setup.hash, false));
    const runs = unwrap(await running);
    expect(runs.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['daemon', 'passed'],
      ['flood', 'failed'],
      ['long', 'cancelled'],
      ['after', 'cancelled'],
    ]);
    expect(runs[1]?.log).toMatch(/the end\s*$/);
    expect(runs[1]?.log.length).toBeLessThan(100_000);
    expect(existsSync(join(project, 'daemon.pid'))).toBe(true);
    expect(existsSync(join(project, 'after'))).toBe(false);
    await expect.poll(() => processesOf('sleep', '987')).toEqual([]);
  });

  it('are told of when the user trusts the project, or no longer', async () => {
    const { test, id, project, service, setup } = await checkedProject({
      checks: { quick: 'true' },
      turn: [write('new.txt', 'new\n')],
      isTrusted: false,
    });
    const heard: SessionId[] = [];
    const listening = service.onDidChange((news) => heard.push(news));
    onTestFinished(() => listening.dispose());
    for (const isTrusted of [true, false]) {
      unwrap(await test.engine.projects.trust(project, setup.hash, isTrusted));
      expect(heard.splice(0)).toEqual([id]);
    }
  });

  it('need trust, or are given once', async () => {
    const { id, service, hunks, state, setup, project } = await checkedProject({
      checks: { one: 'true' },
      turn: [write('new.txt', 'new\n')],
      isTrusted: false,
    });
    const selection = { sessionId: id, hunks: await hunks() };
    expect(await service.run(selection, null, null)).toMatchObject({ error: { code: 'refused' } });
    if (setup.type !== 'found') throw new Error('The file is there.');
    unwrap(await service.run(selection, null, { type: 'file', hash: setup.hash }));
    expect(words(await state())).toEqual([['one', 'current', 'passed']]);
    writeFileSync(join(project, '.airlock.json'), '{ "checks": { "one": "false" } }');
    const stale = { type: 'file', hash: setup.hash } as const;
    expect(await service.run(selection, null, stale)).toMatchObject({ error: { code: 'refused' } });
    unwrap(await service.run(selection, null, { type: 'command', command: 'exit 2' }));
    expect(words(await state())).toEqual([
      ['one', 'stale', 'passed'],
      ['Command', 'current', 'failed'],
    ]);
  });

  it('are refused where the hunks do not fit the user’s files any more', async () => {
    const { id, service, hunks, project } = await checkedProject({
      checks: { one: 'true' },
      turn: [write('file.txt', '1\ntwo\n3\n4\n5\n6\n7\n8\n')],
    });
    const chosen = await hunks();
    writeFileSync(join(project, 'file.txt'), '1\nzwei\n3\n4\n5\n6\n7\n8\n');
    expect(await service.run({ sessionId: id, hunks: chosen }, null, null)).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining('1 change cannot be applied') },
    });
  });

  it.skipIf(reason !== null)('are sealed like the agent', async () => {
    const { id, service, hunks, state, project } = await checkedProject({
      checks: { write: 'touch made "$AIRLOCK_PROJECT/escaped"', see: 'ls "$AIRLOCK_PROJECT"' },
      turn: [write('new.txt', 'new\n')],
      isolation: 'sealed',
    });
    unwrap(await service.run({ sessionId: id, hunks: await hunks() }, null, null));
    expect(words(await state())).toEqual([
      ['write', 'current', 'failed'],
      ['see', 'current', 'failed'],
    ]);
    expect(existsSync(join(project, 'escaped'))).toBe(false);
    expect(readFileSync(join(project, 'file.txt'), 'utf8')).toContain('1\n');
  });
});

describe.skipIf(process.platform === 'win32')('checks that an agent requests [mcp/message]', () => {
  it('run on all of its changes, and their results are its answer', async () => {
    const { answers, state, project, session } = await checkedProject({
      checks: { new: 'cat new.txt', fails: 'echo "broken here"; exit 3' },
      turn: [write('new.txt', 'written\n'), request(), request({ checks: ['new'] })],
    });
    expect(answers[0]?.content[0]?.text).toMatch(
      /^“new” \(cat new.txt\) passed after .* s\n“fails” .* failed after .* s\n\nOutput of “fails”:\nbroken here$/,
    );
    expect(answers[1]?.content[0]?.text).toMatch(/^“new” \(cat new.txt\) passed after .* s$/);
    // The review shows the same results, and nothing was asked or written.
    expect(words(await state())).toEqual([
      ['new', 'current', 'passed'],
      ['fails', 'current', 'failed'],
    ]);
    expect(existsSync(join(project, 'new.txt'))).toBe(false);
    expect(session.state.head.openRequests).toEqual([]);
  });

  it('never run without trust, and only by the names that the project has', async () => {
    const checks = { touch: 'touch "$AIRLOCK_PROJECT/ran"' };
    const untrusted = await checkedProject({ checks, turn: [request()], isTrusted: false });
    expect(untrusted.answers).toMatchObject([
      { isError: true, content: [{ text: expect.stringContaining('not trusted') }] },
    ]);
    expect(existsSync(join(untrusted.project, 'ran'))).toBe(false);
    const unknown = await checkedProject({ checks, turn: [request({ checks: ['rm -rf'] })] });
    expect(unknown.answers).toMatchObject([
      {
        isError: true,
        content: [{ text: 'There is no check named “rm -rf”. This project has: touch.' }],
      },
    ]);
    expect(existsSync(join(unknown.project, 'ran'))).toBe(false);
  });

  it('follow what the agent wrote to .airlock.json in no way', async () => {
    const own = JSON.stringify({ checks: { one: 'touch "$AIRLOCK_PROJECT/ran"' } });
    const { answers, project } = await checkedProject({
      checks: { one: 'echo trusted; false' },
      turn: [write('.airlock.json', own), request()],
    });
    expect(answers[0]?.content[0]?.text).toContain('trusted');
    expect(existsSync(join(project, 'ran'))).toBe(false);
  });

  it('are the user’s to allow where the agent works in place', async () => {
    const { answers, session } = await checkedProject({
      checks: { one: 'echo it ran; false' },
      turn: [request(), request()],
      isolation: 'in-place',
      meanwhile: async (asked) => {
        expect(await asked.question()).toMatchObject({
          question: { title: 'echo it ran; false', asker: 'app' },
        });
        await asked.answer('leave');
        await asked.question();
        await asked.answer('run');
      },
    });
    expect(answers).toMatchObject([
      { isError: true, content: [{ text: 'The user did not allow this command.' }] },
      { content: [{ text: expect.stringContaining('it ran') }] },
    ]);
    expect(session.last('permission').question.description).toContain('the check “one”');
  });

  it('that are always allowed let no command of the agent’s run in the user’s folder', async () => {
    const { session, project } = await checkedProject({
      checks: { one: 'echo ran > ran.txt' },
      turn: [request(), request(), { terminal: { command: 'echo ran > ran.txt' } }],
      isolation: 'in-place',
      meanwhile: async (asked) => {
        await asked.answer('run-always');
        await asked.until('all answers', ({ entries }) => {
          const questions = [...entries.values()].filter(({ kind }) => kind === 'permission');
          return questions.length === 2;
        });
        await asked.answer('leave');
      },
    });
    expect(session.entries('permission').map(({ question }) => question.description)).toEqual([
      expect.stringContaining('the check “one”'),
      undefined,
    ]);
    expect(existsSync(join(project, 'ran.txt'))).toBe(false);
  });

  it('end with the turn', async () => {
    const { service, id } = await checkedProject({
      checks: { long: 'sleep 600' },
      turn: [request()],
      meanwhile: async (asked, { checks }) => {
        await expect
          .poll(
            async () =>
              unwrap(await checks.state({ sessionId: asked.id, hunks: [] })).running?.current,
          )
          .toBe('long');
        await asked.stop();
      },
    });
    expect(await service.runsOf(id)).toMatchObject([{ name: 'long', outcome: 'cancelled' }]);
  });

  it.skipIf(reason !== null)('are sealed in a sealed session', async () => {
    const { state, project } = await checkedProject({
      checks: { see: 'test -e new.txt', escape: 'touch "$AIRLOCK_PROJECT/escaped"' },
      turn: [write('new.txt', 'new\n'), request()],
      isolation: 'sealed',
    });
    expect(words(await state())).toEqual([
      ['see', 'current', 'passed'],
      ['escape', 'current', 'failed'],
    ]);
    expect(existsSync(join(project, 'escaped'))).toBe(false);
  });
});
