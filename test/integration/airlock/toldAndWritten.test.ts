import { describe, expect, it, vi } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import { Gate } from '#main/airlock/decide/gate';
import { nextValue } from '#main/base/emitter';
import type { ChangeView } from '#shared/airlock/changeView';
import type { ToolCallId } from '#shared/ids';
import {
  decideAll,
  newTurnId,
  openChange,
  openChanges,
  startSession,
  value,
  verdictOn,
} from '#test/support/airlockHarness';

const BASE = 'one\ntwo\nthree\nfour\nfive\n';
const TEXT = 'ONE\ntwo\nthree\nfour\nFIVE\n';

/** In place, within a turn of an agent. */
async function start() {
  const started = await startSession({ 'a.txt': BASE }, { isolation: 'in-place' });
  const turnId = newTurnId();
  value(await started.session.checkpoint(turnId));
  return { ...started, by: { turnId, toolCallId: 'call-1' as ToolCallId } };
}

async function held<T>(
  session: SessionAirlock,
  ask: () => Promise<T>,
): Promise<{ readonly view: ChangeView; readonly answer: Promise<T> }> {
  const appeared = nextValue(session.changes.onDidChange, () => openChanges(session).length > 0);
  const answer = ask();
  await appeared;
  return { view: openChange(session, 'a.txt'), answer };
}

describe('an agent that asks Airlock to write and writes the file itself at once', () => {
  it('has its text listed as after the fact as soon as it is seen on the disk, and only once', async () => {
    const { repository, session, by } = await start();
    const { answer } = await held(session, () => session.write(repository.join('a.txt'), TEXT, by));
    repository.write('a.txt', TEXT);
    value(await session.scan());
    expect(openChange(session, 'a.txt').change).toMatchObject({
      origin: 'scan',
      afterTheFact: true,
      asked: 'not-awaited',
      ...by,
    });
    // The text is on the disk, as the agent wanted: nothing else may be said.
    expect(await answer).toEqual({ ok: true, value: undefined });
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(BASE);
  });

  it('is reverted by a rejection, even if nobody has looked at the disk since', async () => {
    const { repository, session, by } = await start();
    const { answer } = await held(session, () => session.write(repository.join('a.txt'), TEXT, by));
    repository.write('a.txt', TEXT);
    await decideAll(session, 'reject');
    expect(repository.read('a.txt')).toBe(BASE);
    expect(await answer).toEqual({ ok: true, value: undefined });
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('is reverted in part by a rejection of a part', async () => {
    const { repository, session, by } = await start();
    const { view } = await held(session, () => session.write(repository.join('a.txt'), TEXT, by));
    repository.write('a.txt', TEXT);
    const [result] = await session.changes.decide([verdictOn(view, 'reject', [1])]);
    expect(result).toMatchObject({ ok: true });
    expect(repository.read('a.txt')).toBe('ONE\ntwo\nthree\nfour\nfive\n');
  });

  it('is not called rejected where it wrote something else: that is left to decide', async () => {
    const { repository, session, by } = await start();
    const { view, answer } = await held(session, () =>
      session.write(repository.join('a.txt'), TEXT, by),
    );
    repository.write('a.txt', `${TEXT}six\n`);
    await session.changes.decide([verdictOn(view, 'reject')]);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(openChange(session, 'a.txt').change).toMatchObject({ afterTheFact: true });
  });

  it('leaves a request for permission to the user if it writes before the answer', async () => {
    const { repository, session, by } = await start();
    const { answer } = await held(session, () =>
      session.judgeEdit(repository.join('a.txt'), { before: BASE, after: TEXT }, by),
    );
    repository.write('a.txt', TEXT);
    value(await session.scan());
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(openChange(session, 'a.txt').change).toMatchObject({ origin: 'scan', ...by });
  });
});

describe('an edit that the user has allowed', () => {
  async function allowed() {
    const started = await start();
    const { repository, session, by } = started;
    const { answer } = await held(session, () =>
      session.judgeEdit(repository.join('a.txt'), { before: 'one\n', after: 'ONE\n' }, by),
    );
    await decideAll(session, 'accept');
    expect(await answer).toEqual({ ok: true, value: { type: 'allow' } });
    return { ...started, text: BASE.replace('one', 'ONE') };
  }

  it('is written without another question when the agent has Airlock write it', async () => {
    const { repository, session, by, text } = await allowed();
    expect(await session.write(repository.join('a.txt'), text, by)).toMatchObject({ ok: true });
    expect(repository.read('a.txt')).toBe(text);
    value(await session.scan());
    expect(openChanges(session)).toEqual([]);
  });

  it('is asked about again if the user writes to the file just before it is written', async () => {
    const { repository, session, by, text } = await allowed();
    const mine = `${BASE}mine\n`;
    const { proposeWrite } = Gate.prototype;
    const proposing = vi.spyOn(Gate.prototype, 'proposeWrite').mockImplementationOnce(function (
      this: Gate,
      ...args
    ) {
      return proposeWrite.apply(this, args).finally(() => repository.write('a.txt', mine));
    });
    const { view, answer } = await held(session, () =>
      session.write(repository.join('a.txt'), text, by),
    ).finally(() => proposing.mockRestore());
    expect(repository.read('a.txt')).toBe(mine);
    await session.changes.decide([verdictOn(view, 'reject')]);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(repository.read('a.txt')).toBe(mine);
  });

  it('allows that write once, in that turn, and no other text', async () => {
    const { repository, session, by, text } = await allowed();
    const other = held(session, () => session.write(repository.join('a.txt'), TEXT, by));
    await decideAllOnce(session, await other);
    expect(repository.read('a.txt')).toBe(BASE);
    await session.write(repository.join('a.txt'), text, by);
    repository.write('a.txt', BASE);
    value(await session.scan());
    const again = await held(session, () => session.write(repository.join('a.txt'), text, by));
    expect(again.view.change.origin).toBe('held-write');
  });

  it('is not said to be unasked if another text was written, but to differ', async () => {
    const { repository, session, by, text } = await allowed();
    repository.write('a.txt', `${text}more\n`);
    value(await session.scan(by));
    expect(openChange(session, 'a.txt').change).toMatchObject({ asked: 'differs' });
  });

  it('is named as asked for where the request did not show it', async () => {
    const { repository, session, by } = await start();
    repository.write('a.txt', TEXT);
    value(await session.scan({ ...by, asked: 'not-shown' }));
    expect(openChange(session, 'a.txt').change).toMatchObject({ asked: 'not-shown' });
  });

  it('is understood where an empty text stands for a file that there is not', async () => {
    const { repository, session, by } = await start();
    const appeared = nextValue(session.changes.onDidChange, () => openChanges(session).length > 0);
    const answer = session.judgeEdit(repository.join('new.txt'), { before: '', after: 'x\n' }, by);
    await appeared;
    await decideAll(session, 'accept');
    expect(await answer).toEqual({ ok: true, value: { type: 'allow' } });
  });
});

async function decideAllOnce(session: SessionAirlock, { answer }: { answer: Promise<unknown> }) {
  await decideAll(session, 'reject');
  await answer;
}
