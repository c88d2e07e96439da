import { setImmediate as settled } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ok } from '#shared/errors';
import { createIdSource } from '#shared/ids';
import type { Judgement } from '#shared/permissions/judge';
import { appliedRule } from '#shared/permissions/rule';
import { entryId } from '#shared/session/entries';
import { sampleEvents } from '#test/support/everyEvent';
import { foldAll } from '#test/support/foldAll';
import { ruleOf } from '#test/support/judging';
import { recorderOn } from '#test/support/recorderOn';
import { created, SESSION, stamp } from '#test/support/sessionEvents';
import { CommandPermissions } from './commandPermissions';
import { Questions } from './questions';

const command = { command: 'make', args: [], cwd: '/work', env: [] };
const ask = {
  toolCallId: null,
  tool: { title: 'Run', kind: 'execute' as const, input: '{"command":"make","cwd":"/work"}' },
  title: 'make',
  options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' as const }],
};

/** In a turn in place. */
function inPlace(
  onDisk: Promise<void>,
  rules?: ConstructorParameters<typeof CommandPermissions>[2],
) {
  const turn = sampleEvents['turn.started'].slice(0, 1);
  const begun = { ...created(), isolation: 'in-place' } as const;
  const state = foldAll(SESSION, stamp([begun, ...turn]));
  const recorder = recorderOn(state, onDisk);
  let last = 0;
  const questions = new Questions(
    recorder,
    createIdSource(() => String(++last)),
    rules,
  );
  const commands = new CommandPermissions(recorder, questions, rules, () => true);
  recorder.onDidAppend((events) => commands.onAppended(events));
  onTestFinished(() => questions.cancelAll('exit'));
  return { state, recorder, questions, commands };
}

/** An agent asks for a command, and the user allows it while the disk takes its time. */
function allowed() {
  const disk = Promise.withResolvers<void>();
  const parts = inPlace(disk.promise);
  const { questions } = parts;
  void questions.permission(ask, new AbortController().signal);
  questions.answer('req_1' as never, 'yes');
  return { ...parts, disk };
}

// I3.
it('runs a command that the user allowed only once the answer is on the disk', async () => {
  const { state, commands, disk } = allowed();
  void commands.mayRun(command);
  await settled();
  expect(state.head.openRequests).toEqual(['permission:req_2']);
  disk.resolve();
  await settled();
  expect(await commands.mayRun(command)).toEqual(ok());
});

it('does not run a command in a later turn if the answer reached the disk too late', async () => {
  const { state, recorder, questions, commands, disk } = allowed();
  const { turn } = state.head;
  if (turn === null) throw new Error('There is no turn.');
  questions.cancelAll('cancel');
  recorder.record({ type: 'turn.ended', turnId: turn.turnId, reason: 'cancelled' });
  disk.resolve();
  await settled();
  void commands.mayRun(command);
  await settled();
  expect(state.head.openRequests).toEqual(['permission:req_2']);
});

it('takes a shell for the line that it is given only where nothing follows the line', async () => {
  const { state, commands, disk } = allowed();
  disk.resolve();
  await settled();
  // What follows are the arguments of the line: of `"$@"`, a whole command.
  const shell = { ...command, command: 'sh' };
  void commands.mayRun({ ...shell, args: ['-c', 'make', 'sh', 'rm'] });
  await settled();
  expect(state.head.openRequests).toEqual(['permission:req_2']);
  expect(await commands.mayRun({ ...shell, args: ['-c', 'make'] })).toEqual(ok());
});

it.each([
  ['isolated', true, false],
  ['isolated', false, true],
  ['sealed', false, false],
  ['in-place', true, true],
] as const)(
  'asks %s, of an agent that runs here: %s, whether a command may run: %s',
  async (isolation, runsHere, isAsked) => {
    const turn = sampleEvents['turn.started'].slice(0, 1);
    const begun = { ...created(), isolation } as const;
    const state = foldAll(SESSION, stamp([begun, ...turn]));
    const recorder = recorderOn(state, Promise.resolve());
    const questions = new Questions(
      recorder,
      createIdSource(() => '1'),
    );
    onTestFinished(() => questions.cancelAll('exit'));
    const commands = new CommandPermissions(recorder, questions, undefined, () => runsHere);
    void commands.mayRun(command);
    await settled();
    expect(state.head.openRequests).toEqual(isAsked ? ['permission:req_1'] : []);
  },
);

it('runs nothing and asks nothing once the session is full', async () => {
  const { state, recorder, commands, disk } = allowed();
  disk.resolve();
  await settled();
  vi.spyOn(recorder, 'isFull', 'get').mockReturnValue(true);
  for (const one of [command, { ...command, command: 'ls' }]) {
    expect(await commands.mayRun(one)).toMatchObject({ ok: false, error: { code: 'refused' } });
  }
  expect(state.head.openRequests).toEqual([]);
});

// I27.
it('runs no command that a rule denies, though it was not to be asked for again', async () => {
  let judgement: Judgement = { effect: 'ask', by: [] };
  const { state, questions, commands } = inPlace(Promise.resolve(), {
    judge: async () => judgement,
  });
  const first = commands.mayRun(command);
  await settled();
  questions.answer('req_1' as never, 'run-always');
  expect(await first).toEqual(ok());
  expect(await commands.mayRun(command)).toEqual(ok());
  judgement = { effect: 'deny', by: [appliedRule(ruleOf('deny make'))] };
  expect(await commands.mayRun(command)).toMatchObject({ error: { code: 'refused' } });
  expect(state.entries.get(entryId('permission', 'req_2'))).toMatchObject({
    answer: { outcome: { optionId: 'leave' }, by: 'policy', rules: [{ name: 'make' }] },
  });
});
