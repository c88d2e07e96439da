import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Emitter } from '#main/base/emitter';
import type { FromMain, ToMain } from '#main/ptyHost/hostMessages';
import { BEAT_MILLISECONDS } from '#main/ptyHost/limits';
import { MISSED_BEATS } from '#main/terminals/limits';
import { MemoryLogger } from '#test/support/memoryLogger';
import { type OpenPty, PtyHostClient } from './ptyHostClient';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client of processes that do only what the test says. */
function setUp() {
  const hosts: { message: Emitter<ToMain>; exit: Emitter<string>; posted: FromMain[] }[] = [];
  const start = () => {
    const [message, exit] = [new Emitter<ToMain>(), new Emitter<string>()];
    onTestFinished(() => {
      message.dispose();
      exit.dispose();
    });
    const posted: FromMain[] = [];
    hosts.push({ message, exit, posted });
    return {
      onMessage: message.event,
      onExit: exit.event,
      post: (sent: FromMain) => void posted.push(sent),
      connect: () => undefined,
      kill: () => exit.fire('killed'),
    };
  };
  const client = new PtyHostClient({ starter: { start }, logger: new MemoryLogger() });
  onTestFinished(() => client.dispose());
  return { client, hosts };
}

it('takes a process that says anything from time to time for one that works, however long', async () => {
  const { client, hosts } = setUp();
  client.connectWindow(null);
  const [host] = hosts;
  for (let beat = 0; beat < 5 * MISSED_BEATS; beat++) {
    await vi.advanceTimersByTimeAsync((MISSED_BEATS / 2) * BEAT_MILLISECONDS);
    host?.message.fire({ type: 'beat' });
  }
  expect(hosts).toHaveLength(1);
  await vi.advanceTimersByTimeAsync((MISSED_BEATS + 1) * BEAT_MILLISECONDS);
  expect(hosts).toHaveLength(2);
});

it('answers at once for a terminal that was being opened when the process ended', async () => {
  const { client, hosts } = setUp();
  const opening = client.open({ id: 'tty_1' } as OpenPty);
  hosts[0]?.exit.fire('crashed');
  expect(await opening).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  expect(hosts).toHaveLength(2);
});
