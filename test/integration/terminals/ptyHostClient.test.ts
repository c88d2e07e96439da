import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { descriptorError } from '#main/base/files/outOfDescriptors';
import { RESTARTS } from '#main/terminals/limits';
import type { TerminalId } from '#shared/ids';
import { gone, pidsWithMarker } from '#test/support/processes';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { unwrap } from '#test/support/testEngine';
import { waitFor } from '#test/support/waitFor';
import { buildPtyHost, runningPtyHost } from './runningPtyHost';

const built = new TemporaryFolder();
let hostFile: string;
beforeAll(async () => {
  hostFile = await buildPtyHost(built.join('ptyHost.mjs'));
});
afterAll(() => built.dispose());

function opening(name: string, script: string, marker = '') {
  return {
    id: name as TerminalId,
    audience: 'window' as const,
    file: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', AIRLOCK_TEST_MARKER: marker },
    columns: 80,
    rows: 24,
  };
}

describe.skipIf(process.platform === 'win32')('PtyHostClient', () => {
  it('starts the process when it is first needed', async () => {
    const { client, starter } = runningPtyHost(hostFile);
    expect(starter.children).toHaveLength(0);
    const pid = unwrap(await client.open(opening('a', 'exec sleep 1000')));
    expect(pid).toBeGreaterThan(1);
    expect(starter.children).toHaveLength(1);
  });

  it('reports that there are no file descriptors, and starts once some are free', async () => {
    const { client, starter, logger } = runningPtyHost(hostFile);
    const start = vi.spyOn(starter, 'start').mockImplementation(() => {
      throw descriptorError('fork');
    });
    const tries = RESTARTS + 2;
    for (let index = 0; index < tries; index++) {
      const opened = await client.open(opening('a', 'exec sleep 1000'));
      expect(opened).toMatchObject({
        error: { message: expect.stringContaining('no file descriptors left') },
      });
      expect(client.connectWindow(null)).toBe(false);
    }
    start.mockRestore();
    unwrap(await client.open(opening('a', 'exec sleep 1000')));
    expect(logger.records.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('restarts it after a crash, and has the last output of its terminals', async () => {
    const { client, starter, logger } = runningPtyHost(hostFile);
    let tail = '';
    client.onDidReportTail(({ data, isWhole }) => {
      tail = isWhole ? data : tail + data;
    });
    const reported = waitFor(client.onDidReportTail, ({ data }) => data.includes('precious'));
    unwrap(
      await client.open(opening('a', 'echo precious; exec sleep 1000', `crash-${process.pid}`)),
    );
    await reported;
    const lost = waitFor(client.onDidEnd);
    const restarted = waitFor(client.onDidStart);
    starter.current.kill('SIGKILL');
    expect(await lost).toMatchObject({ id: 'a', isLost: true });
    await restarted;
    expect(tail).toContain('precious');
    expect(logger.records.some(({ level }) => level === 'error')).toBe(true);
    unwrap(await client.open(opening('b', 'exec sleep 1000')));
    expect(starter.children).toHaveLength(2);
    // A terminal that lost its other end hangs up.
    await gone(() => pidsWithMarker('AIRLOCK_TEST_MARKER', `crash-${process.pid}`));
  });

  it('ends a hanging one and starts another', async () => {
    const { client, starter } = runningPtyHost(hostFile, { beatMilliseconds: 200 });
    unwrap(await client.open(opening('a', 'exec sleep 1000')));
    const restarted = waitFor(client.onDidStart);
    starter.current.kill('SIGSTOP');
    await restarted;
    expect(starter.children.length).toBeGreaterThanOrEqual(2);
  });

  it('gives up when that happens too often, and says so', async () => {
    const { client, starter } = runningPtyHost(built.write('broken.mjs', 'process.exit(1);\n'));
    const answer = await client.open(opening('a', 'true'));
    expect(answer).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    while (starter.children.length <= RESTARTS) await once(starter.current, 'exit');
    await once(starter.current, 'exit');
    expect(await client.open(opening('b', 'true'))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('too often') },
    });
    expect(starter.children).toHaveLength(RESTARTS + 1);
  });

  it('ends with everything that runs in it', async () => {
    const marker = `end-${process.pid}`;
    const { client, starter } = runningPtyHost(hostFile);
    for (const name of ['a', 'b', 'c']) {
      unwrap(await client.open(opening(name, 'sleep 1000 & exec sleep 1000', marker)));
    }
    await client.end();
    expect(starter.current.exitCode).toBe(0);
    await gone(() => pidsWithMarker('AIRLOCK_TEST_MARKER', marker));
  });
});
