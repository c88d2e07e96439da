import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { sharedBundle } from '#test/support/bundle';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { UpdateServer } from '#test/support/updateServer';

/** Chromium hands a body over once it has this much of it, or all. */
const BEGINNING = Buffer.alloc(4_096, 'x');

let folder: TemporaryFolder;
let server: UpdateServer;
/** Requests that the app has let go of before they were answered to the end. */
let left: string[];

beforeEach(async () => {
  folder = new TemporaryFolder('airlock-electron-hop');
  server = await UpdateServer.start(BEGINNING);
  left = [];
  server.answerFile = (response, request) => {
    const path = request.url ?? '';
    response.on('close', () => {
      if (!response.writableEnded) left.push(path);
    });
    if (path === '/whole') response.end(server.content);
    if (path === '/elsewhere') response.writeHead(302, { location: '/whole' }).end();
    if (path === '/cut') {
      response.setHeader('content-length', 10_000);
      response.write(BEGINNING, () => response.destroy());
    }
    if (path === '/dripping' || path === '/unread') response.write(BEGINNING);
  };
});
afterEach(async () => {
  await server.close();
  folder.dispose();
});

it('ends a request in time, however the server behaves, and follows nothing by itself', async () => {
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const script = await sharedBundle('test/support/electronHopChild.ts');
  const switches = ['--no-sandbox', '--disable-gpu', `--user-data-dir=${folder.join('data')}`];
  if (process.platform === 'linux') switches.push('--ozone-platform=headless');
  const child = spawn(process.execPath, [...switches, script, server.address], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill());
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  const [, outcomes = 'null'] = /^outcomes (.*)$/m.exec(said) ?? [];
  expect(JSON.parse(outcomes)).toEqual({
    whole: '200 with 4096',
    elsewhere: `302 to ${server.address}whole`,
    cut: expect.stringContaining('failed'),
    silent: 'failed: TimeoutError',
    dripping: expect.stringContaining('failed'),
    unread: 'left',
  });
  await expect.poll(() => left.sort()).toEqual(['/cut', '/dripping', '/silent', '/unread']);
});
