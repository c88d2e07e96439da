import { describe, expect, it } from 'vitest';
import type { EngineOptions } from '#main/engine/engineOptions';
import type { ChangeView } from '#shared/airlock/changeView';
import type { ChangeId } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import type { PermissionKind } from '#shared/session/request/requests';
import { type WireFeature, whyNot } from '#shared/session/wires';
import { defaultSettings } from '#shared/settings';
import { GitRepository } from '#test/support/gitRepository';
import { TestEngine, type TestSession, unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';
import { lacks, type WireCase, wireCases } from './wireCase';

/** Waits that end soon, for agents that never answer. */
const patience = { answerMilliseconds: 300, cancelPatienceMilliseconds: 100 };

async function stage(
  wire: WireCase,
  choice: WireCase['wire'] | 'auto' = wire.wire,
  timings: EngineOptions['timings'] = {},
) {
  const folder = testFolder();
  const project = folder.folder('project');
  folder.write('project/notes.txt', 'before\n');
  const agents = { peer: { ...wire.agent(folder), wire: choice } };
  // The draft is spoken with an agent that offers it once the user says so.
  const experimental = { acpVersion2: wire.wire === 'acp-2' };
  const settings = () => ({ ...defaultSettings, agents, experimental });
  const start = () => TestEngine.start(folder.folder('data'), agents, { settings, timings });
  const test = await start();
  const session = await test.create('peer', project);
  await started(session);
  return { folder, project, test, start, session };
}

function started(session: TestSession): Promise<void> {
  const isOver = ({ head }: TestSession['state']) => head.connection.type !== 'starting';
  return session.until('the agent is up, or is not', isOver);
}

/** Chooses the first option of a kind, as a user would by what is written on it. */
async function answer(session: TestSession, ...kinds: readonly PermissionKind[]): Promise<void> {
  const question = await session.question();
  if (question.kind !== 'permission') throw new Error('The question is no permission.');
  const option = question.question.options.find(({ kind }) => kinds.includes(kind));
  if (!option) throw new Error(`No option is of the kind ${kinds.join(' or ')}.`);
  await session.answer(option.id);
}

async function said(session: TestSession, text: string): Promise<void> {
  await session.until(text, () => session.transcript().some((line) => line.includes(text)));
}

/** Rows that say that something the agent sent is lost, and lead to the inspector. */
function lossesOf(session: TestSession) {
  return session
    .entries('unknown')
    .filter(({ raw, label }) => raw === '' && label.endsWith('only in the inspector.'));
}

/** These two write themselves, and ask before they do. */
function asksToEdit({ wire }: WireCase): boolean {
  return wire === 'claude' || wire === 'codex';
}

/** As soon as there are any. */
async function changesOf(test: TestEngine, { id }: TestSession): Promise<readonly ChangeView[]> {
  const { changes } = test;
  for (;;) {
    const news = waitFor(changes.onDidChange, (changed) => changed === id, { what: 'a change' });
    news.catch(() => undefined);
    const snapshot = unwrap(await changes.list(id));
    if (snapshot.changes.length > 0) return snapshot.changes;
    await news;
  }
}

/** What a wire is said to lack, no agent of it has. */
function expectNoMoreThanDeclared(wire: WireCase, { state }: TestSession): void {
  const { details, modes, options } = state.head;
  const has: Partial<Record<WireFeature, boolean>> = {
    modes: (modes?.available.length ?? 0) > 1,
    options: options.length > 0,
    list: details?.powers.list === true,
    steer: details?.powers.steer === true,
    images: details?.powers.prompt.image === true,
    audio: details?.powers.prompt.audio === true,
    resume: details?.powers.resume === true || details?.powers.load === true,
  };
  for (const [feature, isThere] of Object.entries(has)) {
    if (isThere) expect(whyNot(wire.wire, feature as WireFeature), feature).toBeNull();
  }
}

describe.each(wireCases)('$name', (wire) => {
  it.each([wire.wire, 'auto'] as const)('starts with the wire given as %s', async (choice) => {
    const { session } = await stage(wire, choice);
    expect(session.state.head.connection).toEqual({ type: 'ready' });
    expect(session.state.head.details?.wire).toBe(wire.wire);
    expectNoMoreThanDeclared(wire, session);
    await session.send('say');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: One two three.');
  });

  it('streams messages, thoughts and plans', async () => {
    const { session } = await stage(wire);
    await session.send('say');
    await session.turnEnded();
    const thoughts = lacks(wire, 'thoughts') ? [] : ['thought: Hm.'];
    expect(session.transcript()).toEqual(['user: say', ...thoughts, 'agent: One two three.']);
    expect(session.state.head).toMatchObject({ lastTurnEnd: 'end_turn', turnCount: 1 });
    await session.send('say');
    await session.until('two turns', ({ head }) => head.turn === null && head.turnCount === 2);
    expect(session.transcript().filter((line) => line === 'agent: One two three.')).toHaveLength(2);
  });

  it('shows what a tool does', async () => {
    const { session } = await stage(wire);
    await session.send('tool');
    await session.turnEnded();
    const tools = session.entries('tool');
    expect(tools.map(({ toolKind }) => toolKind)).toContain(wire.toolKind);
    for (const tool of tools) {
      expect(tool.status).toBe('completed');
      expect(tool.title).not.toBe('');
    }
  });

  it('writes an edit to the disk', async () => {
    const { session, folder } = await stage(wire);
    await session.send('edit');
    if (asksToEdit(wire)) await answer(session, 'allow_once');
    await session.turnEnded();
    expect(folder.read('project/notes.txt')).toBe('after\n');
    const edits = session.entries('tool').filter(({ toolKind }) => toolKind === 'edit');
    expect(edits.map(({ status }) => status)).toEqual(wire.showsEdits ? ['completed'] : []);
  });

  it('lets an edit into the project once it was accepted', async () => {
    const folder = testFolder();
    const files = { 'notes.txt': 'before\n' };
    const { path } = await GitRepository.createWith(folder.join('project'), files);
    const agents = { peer: { ...wire.agent(folder), wire: wire.wire } };
    const permissions = { ...defaultSettings.permissions, copyEdits: false };
    const settings = () => ({ ...defaultSettings, agents, permissions });
    const engine = { workplaces: undefined, settings };
    const test = await TestEngine.start(folder.join('data'), agents, engine);
    const session = await test.create('peer', path, undefined, 'isolated');
    await started(session);
    await session.send('edit');
    if (asksToEdit(wire)) await answer(session, 'allow_once');
    await session.turnEnded();
    const [view] = await changesOf(test, session);
    expect(view?.change).toMatchObject({ kind: 'modify', path: 'notes.txt' });
    expect(folder.read('project/notes.txt')).toBe('before\n');
    const hunks = (view?.hunks ?? []).map(({ hunk }) => ({
      hunkId: hunk.id,
      verdict: 'accept' as const,
    }));
    const verdict = { changeId: view?.change.changeId as ChangeId, hunks };
    unwrap(await test.changes.decide(session.id, [verdict]));
    expect(folder.read('project/notes.txt')).toBe('after\n');
  });

  if (!lacks(wire, 'permissions')) {
    it.each([
      ['allowed', ['allow_once'], 'Allowed.'],
      ['rejected', ['reject_once', 'reject_always'], 'Rejected.'],
    ] as const)('asks for permission and is %s', async (_, kinds, words) => {
      const { session } = await stage(wire);
      await session.send('ask');
      await answer(session, ...kinds);
      await session.turnEnded();
      expect(session.transcript().at(-1)).toBe(`agent: ${words}`);
      expect(session.last('permission').answer).toMatchObject({ by: 'user' });
      expect(session.state.head.openRequests).toEqual([]);
    });

    it('asks for permission, and the question is cancelled with its turn', async () => {
      const { session } = await stage(wire);
      await session.send('ask');
      await session.question();
      await session.stop();
      await session.turnEnded();
      expect(session.state.head).toMatchObject({ lastTurnEnd: 'cancelled', openRequests: [] });
      expect(session.last('permission').answer).toMatchObject({
        outcome: { type: 'cancelled' },
        by: 'cancel',
      });
    });
  }

  const stopping = async () => {
    const staged = await stage(wire);
    await staged.session.send('stall');
    await said(staged.session, 'Working');
    await staged.session.stop();
    return staged;
  };

  if (!lacks(wire, 'cancel')) {
    it('stops on request, and continues afterwards', async () => {
      const { session } = await stopping();
      await session.turnEnded();
      expect(session.state.head.lastTurnEnd).toBe('cancelled');
      await session.send('say');
      await said(session, 'One two three.');
    });
  } else {
    it('cannot be stopped, says so, and can be ended', async () => {
      const { session, test } = await stopping();
      await session.until('a notice', () => session.entries('notice').length > 0);
      expect(session.state.head.turn).toMatchObject({ cancelling: true });
      const hosted = await test.engine.host.open(session.id);
      if (hosted.ok) await hosted.value.live.forceStop();
      await session.until('the end', ({ head }) => head.connection.type !== 'ready');
      expect(session.state.head.turn).toBeNull();
    });
  }

  it('that answers nothing any more says what it waits for, and can be ended', async () => {
    const { session, test } = await stage(wire, wire.wire, patience);
    await session.send('stall deaf');
    await said(session, 'Working');
    const { modes, options } = session.state.head;
    const [option] = options;
    const waits: SessionCommand[] = [
      ...(modes === null ? [] : [{ type: 'mode.set', modeId: modes.current } as const]),
      ...(option === undefined
        ? []
        : [{ type: 'option.set', optionId: option.id, value: option.value } as const]),
    ];
    for (const command of waits) {
      // What can only be set between turns is refused at once.
      const set = await session.try(command);
      if (!set.ok) expect(['timeout', 'unavailable']).toContain(set.error.code);
    }
    await session.stop();
    await session.until('a notice', () => session.entries('notice').length > 0);
    expect(session.state.head.turn).toMatchObject({ cancelling: true });
    const hosted = unwrap(await test.engine.host.open(session.id));
    await hosted.live.forceStop();
    await session.until('the end', ({ head }) => head.connection.type !== 'ready');
    expect(session.state.head.turn).toBeNull();
  });

  it('that dies during a turn keeps its messages, and starts again', async () => {
    const { session } = await stage(wire);
    await session.send('crash');
    await session.until('the end', ({ head }) => head.connection.type === 'exited');
    expect(session.state.head).toMatchObject({ turn: null, lastTurnEnd: 'interrupted' });
    expect(session.transcript()).toEqual(['user: crash', 'agent: Oh']);
    await session.command({ type: 'agent.restart' });
    const isBack = ({ head }: TestSession['state']) =>
      wire.resumes ? head.connection.type === 'ready' : head.continuity === 'differs';
    await session.until('it is back', isBack);
    if (!wire.resumes) return;
    await session.send('say');
    await said(session, 'One two three.');
  });

  if (wire.resumes) {
    it('resumes a conversation after the program was closed', async () => {
      const { session, test, start } = await stage(wire);
      await session.send('say');
      await session.turnEnded();
      await test.stop();
      const again = await (await start()).open(session.id);
      expect(again.state.head.connection.type).toBe('detached');
      await again.send('tool');
      await again.until('two turns', ({ head }) => head.turn === null && head.turnCount === 2);
      // Nothing is known of what an agent remembers that does not show it.
      const continuity = wire.wire === 'threads' || wire.wire === 'crow' ? 'holds' : 'resumed';
      expect(again.state.head).toMatchObject({ continuity, lastTurnEnd: 'end_turn' });
      const thrice = again.transcript().filter((line) => line === 'agent: One two three.');
      expect(thrice).toHaveLength(1);
    });
  }

  it('serves two sessions of one folder without mixing them up', async () => {
    const { session, test, project } = await stage(wire);
    const other = await test.create('peer', project);
    await started(other);
    expect(other.state.head.agentSessionId).not.toBe(session.state.head.agentSessionId);
    await Promise.all([session.send('say'), other.send('unknown')]);
    await Promise.all([session.turnEnded(), other.turnEnded()]);
    expect(session.transcript().at(-1)).toBe('agent: One two three.');
    expect(session.entries('unknown')).toEqual([]);
    expect(other.transcript().at(-1)).toBe('agent: Still here.');
    expect(other.entries('unknown')).toHaveLength(1);
  });

  // The threads protocol gives no reasons.
  if (wire.wire !== 'threads') {
    it('that stops for a reason that nobody knows says which, and continues', async () => {
      const { session } = await stage(wire);
      await session.send('tired');
      await session.turnEnded();
      const reason = 'The agent stopped for a reason that Airlock does not know: tired\\u{7} of it';
      expect(session.entries('notice')).toContainEqual(
        expect.objectContaining({ severity: 'info', title: reason }),
      );
      expect(session.state.head).toMatchObject({
        lastTurnEnd: 'end_turn',
        connection: { type: 'ready' },
      });
      await session.send('say');
      await said(session, 'One two three.');
    });
  }

  it('survives lines that are not messages', async () => {
    const { session } = await stage(wire);
    await session.send('bad');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: Still here.');
    expect(session.state.head).toMatchObject({
      lastTurnEnd: 'end_turn',
      connection: { type: 'ready' },
    });
    // All of it is in the inspector, to which one row leads.
    expect(lossesOf(session)).toHaveLength(1);
  });

  it('tells each session of its process once that some messages could not be used', async () => {
    const { session, test, project } = await stage(wire);
    const other = await test.create('peer', project);
    await started(other);
    for (const each of [session, other, session, other]) {
      const { turnCount } = each.state.head;
      await each.send('bad');
      await each.until('its end', ({ head }) => head.turn === null && head.turnCount > turnCount);
    }
    expect(lossesOf(session)).toHaveLength(1);
    expect(lossesOf(other)).toHaveLength(1);
  });

  it('keeps unknown messages', async () => {
    const { session } = await stage(wire);
    await session.send('unknown');
    await session.turnEnded();
    expect(session.transcript().at(-1)).toBe('agent: Still here.');
    expect(session.entries('unknown')).toHaveLength(1);
    expect(JSON.stringify(session.last('unknown').raw)).toContain('sun');
  });
});

describe('a wrongly configured wire', () => {
  const wrong: readonly (readonly [string, WireCase['wire']])[] = [
    ['acp', 'crow'],
    ['crow', 'acp'],
    ['threads', 'acp'],
    ['codex', 'acp'],
    ['acp-2025.1', 'threads'],
    ['acp', 'acp-2'],
  ];

  it.each(wrong)('%s as %s: the error names the right one', async (name, given) => {
    const wire = wireCases.find((candidate) => candidate.name === name);
    if (!wire) throw new Error(`There is no wire ${name}.`);
    const { session } = await stage(wire, given);
    expect(session.state.head.connection.type).toBe('failed');
    const { message, detail } = session.last('failure');
    expect(message).toMatch(/^The agent does not speak .+\. It seems to speak .+\.$/);
    expect(detail).toContain(`"${wire.wire}"`);
  });
});
