import { describe, expect, it, onTestFinished } from 'vitest';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import { ok } from '#shared/errors';
import { REQUEST_CHANNEL_PREFIX, type RequestName, requests } from '#shared/ipc/contract';
import type { SessionCommand } from '#shared/session/commands';
import { SESSION } from '#test/support/sessionEvents';
import { deadlineOf } from './deadlines';
import { guards, type Handlers, type RequestPort, registerRequests, type Sender } from './register';

// Shows I2.

const names = Object.keys(requests) as RequestName[];
const ours: Sender = { sender: { id: 1 }, senderFrame: { url: 'app://airlock/', parent: null } };
const foreign: Sender = { sender: { id: 2 }, senderFrame: { url: 'http://other/', parent: null } };

type Listener = (event: Sender, raw: unknown) => unknown;

/** Registers every request with handlers that only note that they were called. */
function registerAll(
  handle: (name: RequestName) => unknown = () => ok(null),
  deadline?: (name: RequestName) => number | null,
) {
  const listeners = new Map<string, Listener>();
  const called: RequestName[] = [];
  const port: RequestPort = {
    handle: (channel, listener) => listeners.set(channel, listener),
    removeHandler: (channel) => listeners.delete(channel),
  };
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      () => {
        called.push(name);
        return handle(name);
      },
    ]),
  ) as unknown as Handlers;
  const registration = registerRequests({
    port,
    handlers,
    isTrusted: (sender) => sender.senderFrame !== null && sender === ours,
    ...(deadline ? { deadlineOf: deadline } : {}),
  });
  onTestFinished(() => registration.dispose());
  const send = (name: RequestName, sender: Sender, raw: unknown) =>
    listeners.get(REQUEST_CHANNEL_PREFIX + name)?.(sender, raw);
  return { listeners, called, send, registration };
}

describe('the contract', () => {
  it('has a guard and a handler for every request, and no others', () => {
    const { listeners } = registerAll();
    expect(Object.keys(guards).sort()).toEqual([...names].sort());
    expect([...listeners.keys()].sort()).toEqual(
      names.map((name) => REQUEST_CHANNEL_PREFIX + name).sort(),
    );
  });

  it.each(names)('%s refuses a foreign sender before it looks at the input', async (name) => {
    const { called, send } = registerAll();
    for (const sender of [foreign, { ...ours, senderFrame: null }]) {
      expect(await send(name, sender, null)).toMatchObject({
        ok: false,
        error: { code: 'refused' },
      });
    }
    expect(called).toEqual([]);
  });

  it.each(names)('%s refuses input of the wrong shape', async (name) => {
    const { called, send } = registerAll();
    const wrong = [undefined, 0, 'text', true, [], [null], { unknownKey: 1 }];
    for (const raw of wrong) {
      expect(await send(name, ours, raw), JSON.stringify(raw)).toMatchObject({
        ok: false,
        error: { code: 'invalid-input' },
      });
    }
    expect(called).toEqual([]);
  });
});

it('is answered even if its frame can no longer be asked who it is', async () => {
  const bugs: unknown[] = [];
  const handler = setUnexpectedErrorHandler((error) => bugs.push(error));
  onTestFinished(() => handler.dispose());
  const { called, send } = registerAll();
  const gone: Sender = {
    ...ours,
    get senderFrame(): never {
      throw new Error('Render frame was disposed');
    },
  };
  expect(await send('app.info', gone, null)).toMatchObject({ error: { code: 'internal' } });
  expect(called).toEqual([]);
  expect(bugs).toHaveLength(1);
});

describe('an accepted request', () => {
  it('refuses keys that the contract does not name', async () => {
    const { send } = registerAll();
    const input = { changes: [{ path: ['theme'], value: 'dark' }, { path: ['editor'] }] };
    expect(await send('settings.update', ours, input)).toEqual(ok(null));
    expect(await send('settings.update', ours, { ...input, extra: 1 })).toMatchObject({
      ok: false,
      error: { code: 'invalid-input' },
    });
  });

  it('refuses a folder with a zero byte in its name with an explanation, and accepts line breaks', async () => {
    const { send } = registerAll();
    const requestsFor = (folder: string) =>
      [
        ['projects.setup', { folder }],
        ['sessions.remote', { agentId: 'demo', folder, everywhere: false }],
        ['terminals.runnables', { place: { folder } }],
      ] as const;
    for (const [name, input] of requestsFor('/a\0b')) {
      expect(await send(name, ours, input)).toMatchObject({
        ok: false,
        error: { code: 'invalid-input', message: expect.stringContaining('zero byte') },
      });
    }
    for (const [name, input] of requestsFor('/a\nb')) {
      expect(await send(name, ours, input)).toEqual(ok(null));
    }
  });

  it('reports an error of its handler without details', async () => {
    const bugs: unknown[] = [];
    const handler = setUnexpectedErrorHandler((error) => bugs.push(error));
    onTestFinished(() => handler.dispose());
    const { send } = registerAll(() => {
      throw new Error('secret');
    });
    const answer = await send('app.info', ours, null);
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(bugs).toHaveLength(1);
  });

  it('is answered in time even if its handler never ends, with advice on what to do', async () => {
    const { send } = registerAll(
      () => new Promise(() => undefined),
      () => 10,
    );
    expect(await send('sessions.list', ours, null)).toMatchObject({
      ok: false,
      error: { code: 'timeout', message: expect.stringContaining('restart Airlock') },
    });
  });

  it('logs a handler that fails after its deadline', async () => {
    const bugs: unknown[] = [];
    const handler = setUnexpectedErrorHandler((error) => bugs.push(error));
    onTestFinished(() => handler.dispose());
    const late = Promise.withResolvers<never>();
    const { send } = registerAll(
      () => late.promise,
      () => 10,
    );
    await send('sessions.list', ours, null);
    late.reject(new Error('Too late.'));
    await expect.poll(() => bugs).toHaveLength(1);
  });

  it('has a deadline unless it waits for the user, or for what the user can cancel', () => {
    const endless = (command: SessionCommand) =>
      names.filter((name) => deadlineOf(name, { sessionId: SESSION, command } as never) === null);
    const byUser = ['app.pickFolder', 'sessions.export', 'checks.run', 'inspector.export'];
    expect(endless({ type: 'turn.cancel' })).toEqual(byUser);
    expect(endless({ type: 'copy.restore' })).toEqual(byUser);
    expect(endless({ type: 'authentication.start', methodId: 'browser' })).toEqual(
      expect.arrayContaining(['sessions.command', ...byUser]),
    );
  });
});
