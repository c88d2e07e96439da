import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Inspector, type InspectorNews } from '#main/host/inspector/inspector';
import { NEWS_FRAMES } from '#main/host/inspector/limits';
import type { EntryId } from '#shared/ids';
import { isAlive } from '#test/support/processes';
import { Stage } from '#test/support/stage';
import { unwrap } from '#test/support/testEngine';
import { waitFor } from '#test/support/waitFor';

const WINDOW = 7;
const everything = { text: '', show: 'all', label: null } as const;

function inspect(stage: Stage) {
  const inspector = new Inspector((id) => stage.engine.engine.host.open(id));
  onTestFinished(() => inspector.dispose());
  const heard: InspectorNews[] = [];
  inspector.onDidHear((news) => heard.push(news));
  return { inspector, heard };
}

describe('the inspector', () => {
  it('shows the process, its output, and every message in both directions', async () => {
    const stage = await Stage.play({
      turns: [[{ garbage: { lines: ['[debug] hm'] } }, { stderr: 'Careful.' }, { echo: true }]],
    });
    const session = await stage.session('Hi');
    await session.turnEnded();
    const { inspector } = inspect(stage);
    const shown = unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(shown.process).toMatchObject({
      folder: stage.project,
      exit: null,
      commandLine: [stage.agent.command, ...stage.agent.args],
      variables: Object.keys(stage.agent.env),
    });
    expect(isAlive(shown.process?.pid ?? 0)).toBe(true);
    const labels = shown.rows.map(({ direction, label }) => `${direction} ${label}`);
    expect(labels).toEqual(
      expect.arrayContaining([
        'out initialize',
        'in initialize · result',
        'out session/prompt',
        'garbage Not a message',
        'in session/update · agent_message_chunk',
        'in session/prompt · result',
      ]),
    );
    expect(shown.total).toBe(shown.rows.length);
    const prompt = shown.rows.find(({ label }) => label === 'session/prompt');
    const { text } = unwrap(await inspector.frame(WINDOW, session.id, prompt?.number ?? 0));
    expect(text).toContain('{\n  "jsonrpc": "2.0"');
    expect(text).toContain('"text": "Hi"');
  });

  it.each([
    [true, { type: expect.stringMatching(/^(namespace|unavailable)$/) }],
    [false, { type: 'declined' }],
  ])('shows how its processes are kept together: namespace %s', async (namespace, expected) => {
    const stage = await Stage.play('echo', { namespace });
    const session = await stage.readySession();
    const { inspector } = inspect(stage);
    const { process } = unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(process?.confinement).toEqual(expect.objectContaining(expected));
  });

  it('sends later messages, only those that match the filter, and only while it is open', async () => {
    const stage = await Stage.play('echo');
    const session = await stage.readySession();
    const { inspector, heard } = inspect(stage);
    unwrap(
      await inspector.open(WINDOW, session.id, {
        text: 'MARMALADE',
        show: 'messages',
        label: null,
      }),
    );
    await session.send('marmalade');
    const { wire, windowId } = await waitFor(
      inspector.onDidHear,
      (news) => news.wire?.rows.some(({ label }) => label.includes('chunk')) ?? false,
    );
    expect(windowId).toBe(WINDOW);
    expect(wire?.rows.every(({ preview }) => preview.includes('marmalade'))).toBe(true);
    await session.turnEnded();
    inspector.close(WINDOW);
    heard.length = 0;
    await session.send('marmalade again');
    await session.turnEnded();
    await session.drained();
    expect(heard).toEqual([]);
  });

  it('shows the newest messages of a flood, in bounded pieces', async () => {
    const stage = await Stage.play({ turns: [[{ flood: { count: 20_000 } }, { say: 'End.' }]] });
    const session = await stage.readySession();
    const { inspector, heard } = inspect(stage);
    unwrap(await inspector.open(WINDOW, session.id, everything));
    await session.send('Flood!');
    await session.turnEnded(30_000);
    await waitFor(inspector.onDidHear, ({ wire }) => (wire?.total ?? 0) > 20_000);
    expect(heard.every(({ wire }) => (wire?.rows.length ?? 0) <= NEWS_FRAMES)).toBe(true);
  });

  it('lists, finds, shows and exports messages that are no longer in memory', async () => {
    const flood = [{ flood: { count: 250 } }];
    const floods = Array.from({ length: 10 }, () => flood);
    const stage = await Stage.play(
      { turns: [[{ say: 'Marmalade first.' }], ...floods] },
      { traceFolder: 'traces' },
    );
    const session = await stage.session('Where is it? sk-ant-REDACTED');
    await session.turnEnded();
    for (const _flood of floods) {
      // A trace takes only so much at a time.
      await stage.engine.engine.trace(session.state.head.agent.id);
      await session.send('More');
      await session.turnEnded();
    }
    await session.drained();
    const { inspector } = inspect(stage);
    const shown = unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(shown.end).toBeGreaterThan(2_000);
    const { rows } = unwrap(await inspector.rows(WINDOW, 0, 20));
    expect(rows[0]).toMatchObject({ number: 1, label: 'initialize', direction: 'out' });
    const prompt = rows.find(({ label }) => label === 'session/prompt');
    const { text } = unwrap(await inspector.frame(WINDOW, session.id, prompt?.number ?? 0));
    expect(text).toContain('Where is it? [redacted]');

    const found = unwrap(
      await inspector.open(WINDOW, session.id, { ...everything, text: 'marmalade FIRST' }),
    );
    expect(found.rows.map(({ label }) => label)).toEqual(['session/update · agent_message_chunk']);

    const [entry] = [...session.state.entries.values()];
    const number = unwrap(await inspector.frameOf(session.id, entry?.id as EntryId));
    expect(number).toEqual({ number: prompt?.number });
    unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(unwrap(await inspector.entryOf(WINDOW, session.id, prompt?.number ?? 0))).toEqual({
      entryId: entry?.id,
    });

    const path = join(stage.project, '..', 'messages.ndjson');
    onTestFinished(() => rm(path, { force: true }));
    unwrap(await inspector.export(session.id, path));
    const exported = await readFile(path, 'utf8');
    expect(exported.split('\n').length).toBe(shown.end + 2);
    expect(exported).not.toContain('0123456789abcdef');
  });

  it('shows what is wrong with a message beside it', async () => {
    const stage = await Stage.play('hostile-wrong-session');
    const session = await stage.session('Hi');
    await session.turnEnded();
    const { inspector } = inspect(stage);
    const shown = unwrap(
      await inspector.open(WINDOW, session.id, { text: '', show: 'faults', label: null }),
    );
    expect(shown.rows.map(({ label }) => label)).toContain('Protocol violation');
  });

  it('has no request in flight once the agent has ended', async () => {
    const stage = await Stage.play({ turns: [[{ stallUntil: 'crash' }, { exit: { code: 7 } }]] });
    const session = await stage.session('Hi');
    await stage.agent.journal.waitForStep('stallUntil');
    const { inspector } = inspect(stage);
    const before = unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(before.open).toMatchObject([{ method: 'session/prompt' }]);
    stage.agent.open('crash');
    await session.until('its end', ({ head }) => head.connection.type === 'exited');
    const after = unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(after.process?.exit).toContain('7');
    expect(after.open).toEqual([]);
  });

  it('shows why an agent did not start', async () => {
    const stage = await Stage.play('hostile-exit-init');
    const session = await stage.session();
    await session.until('it failed', ({ head }) => head.connection.type === 'failed');
    const { inspector } = inspect(stage);
    const shown = unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(shown.process?.exit).toEqual(expect.any(String));
    expect(shown.rows.map(({ label }) => label)).toContain('initialize');
  });

  it('is notified when another process replaces the first', async () => {
    const stage = await Stage.play({
      stateFile: 'agent.state.json',
      turns: [[{ exit: { code: 3 } }], [{ echo: true }]],
    });
    const session = await stage.session('Die');
    const { inspector } = inspect(stage);
    await session.until('it died', ({ head }) => head.connection.type === 'exited');
    const before = unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(before.process?.exit).toContain('3');
    const changed = waitFor(inspector.onDidHear, ({ wire }) => wire === null);
    await session.command({ type: 'agent.restart' });
    await changed;
    await session.ready();
    const after = unwrap(await inspector.open(WINDOW, session.id, everything));
    expect(after.process).toMatchObject({ exit: null });
    expect(after.process?.pid).not.toBe(before.process?.pid);
  });

  it('shows no secret', async () => {
    const stage = await Stage.play('echo');
    const session = await stage.session('My key is sk-ant-REDACTED');
    await session.turnEnded();
    const { inspector } = inspect(stage);
    const shown = unwrap(await inspector.open(WINDOW, session.id, everything));
    const texts = await Promise.all(
      shown.rows.map(
        async ({ number }) => unwrap(await inspector.frame(WINDOW, session.id, number)).text,
      ),
    );
    const all = JSON.stringify([shown, texts]);
    expect(all).not.toContain('0123456789abcdef');
    expect(all).toContain('[redacted]');
  });

  it('shows nothing for a session whose agent was not started', async () => {
    const stage = await Stage.play('echo');
    const session = await stage.session('Hi');
    await session.turnEnded();
    const again = await stage.reopen(session.id);
    const { inspector } = inspect(stage);
    expect(unwrap(await inspector.open(WINDOW, again.id, everything))).toEqual({
      process: null,
      stderrTail: '',
      rows: [],
      first: 0,
      end: 0,
      total: 0,
      open: [],
      labels: [],
    });
    expect(await inspector.frame(WINDOW, again.id, 1)).toMatchObject({ ok: false });
  });
});
