import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Announcements } from '#main/app/update/announcements';
import { fileInstaller, installCommand } from '#main/app/update/fileInstaller';
import { guardedFetch, type Hop } from '#main/app/update/guardedFetch';
import type { UpdateManifest } from '#main/app/update/manifest';
import { downloadFor } from '#main/app/update/verifiedDownload';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { newKeys, UpdateServer } from '#test/support/updateServer';

const content = Buffer.from('a newer version'.repeat(10_000));
const files = { 'deb-x64': 'airlock_0.2.0.deb' };
const hop: Hop = (url, signal) => fetch(url, { signal, redirect: 'manual' });

let folder: TemporaryFolder;
let server: UpdateServer;

beforeEach(async () => {
  folder = new TemporaryFolder('airlock-updates');
  server = await UpdateServer.start(content);
});
afterEach(async () => {
  await server.close();
  folder.dispose();
});

function announcements(
  version = '0.1.0',
  url = server.url,
  memory = folder.join('updates.json'),
  timeoutMilliseconds = 30_000,
) {
  return new Announcements({
    version,
    url,
    publicKey: server.keys.publicKey,
    memory,
    onProblem: () => undefined,
    fetch: guardedFetch(url, hop),
    timeoutMilliseconds,
  });
}

const check = (version?: string) => announcements(version).check();

const refusal = (message: string) => ({
  ok: false,
  error: expect.objectContaining({ message: expect.stringContaining(message) }),
});

describe('looking for a newer version', () => {
  it('finds it with its notes, and nothing newer once it is installed', async () => {
    server.announce({ version: '0.2.0', files });
    expect(await check()).toMatchObject({ ok: true, value: { notes: '- New in 0.2.0' } });
    expect(await check('0.2.0')).toEqual({ ok: true, value: null });
  });

  it('refuses what is not signed by our key', async () => {
    server.announce({ version: '0.2.0', files, key: newKeys().privateKey });
    expect(await check()).toEqual(refusal('not signed with Airlock’s key'));
  });

  it('refuses what was changed after it was signed', async () => {
    server.announce({ version: '0.2.0', files });
    const { signature } = JSON.parse(server.announced);
    server.announce({ version: '0.3.0', files });
    server.announced = JSON.stringify({ ...JSON.parse(server.announced), signature });
    expect(await check()).toEqual(refusal('not signed with Airlock’s key'));
    server.announced = '{"signed":"e30=","signature":""}';
    expect(await check()).toEqual(refusal('not signed with Airlock’s key'));
  });

  it.each(['x', '', '{}', '[]', '\0'.repeat(5_000)])('refuses garbage: %j', async (text) => {
    server.announced = text;
    expect(await check()).toEqual(refusal('cannot be read'));
  });

  it('reads no more than an announcement needs', async () => {
    server.announced = 'x'.repeat(5_000_000);
    expect(await check()).toEqual(refusal('too long'));
  });

  it('refuses an older version', async () => {
    server.announce({ version: '0.1.9', files });
    expect(await check('0.2.0')).toEqual(refusal('older than this version'));
  });

  it('refuses an old announcement that is played again, after a restart, too', async () => {
    server.announce({ version: '0.2.0', sequence: 4, files });
    const old = server.announced;
    server.announce({ version: '0.3.0', sequence: 5, files });
    await check();
    server.announced = old;
    expect(await check()).toEqual(refusal('older release than it did before'));
  });

  it('does not forget what was announced because its memory is damaged', async () => {
    server.announce({ version: '0.2.0', files });
    for (const text of ['{', '', '{"version":1}', '{"version":2,"sequence":1}']) {
      folder.write('updates.json', text);
      expect(await check()).toEqual(refusal('Move that file away'));
      expect(folder.read('updates.json')).toBe(text);
    }
  });

  it('offers nothing that it cannot remember', async () => {
    server.announce({ version: '0.2.0', files });
    const forgetful = announcements('0.1.0', server.url, folder.join('nowhere/updates.json'));
    expect(await forgetful.check()).toEqual(refusal('cannot save the announced version'));
  });

  it('remembers the version that is not wanted, and no other', async () => {
    server.announce({ version: '0.2.0', files });
    const found = await check();
    if (!found.ok || found.value === null) throw new Error('Nothing was found.');
    const before = announcements();
    await before.check();
    await before.skip(found.value);
    const after = announcements();
    await after.check();
    expect(after.isSkipped(found.value)).toBe(true);
    expect(after.isSkipped({ ...found.value, version: '0.3.0' })).toBe(false);
  });

  it('counts no announcement twice because an older one was not wanted', async () => {
    server.announce({ version: '0.2.0', sequence: 1, files });
    const old = server.announced;
    const looking = announcements();
    const found = await looking.check();
    if (!found.ok || found.value === null) throw new Error('Nothing was found.');
    server.announce({ version: '0.3.0', sequence: 2, files });
    await looking.check();
    await looking.skip(found.value);
    server.announced = old;
    expect(await check()).toEqual(refusal('older release than it did before'));
  });

  it('says that the server cannot be reached, is slow, or fails', async () => {
    const unreachable = announcements('0.1.0', 'http://127.0.0.1:1/updates.json');
    expect(await unreachable.check()).toEqual(refusal('could not check for updates'));
    server.answerAnnouncement = (response) => response.writeHead(503).end();
    expect(await check()).toEqual(refusal('answered 503'));
    // Sends a beginning, and then nothing.
    server.answerAnnouncement = (response) => void response.write('{');
    const impatient = announcements('0.1.0', server.url, folder.join('updates.json'), 200);
    expect(await impatient.check()).toEqual(refusal('took too long'));
  });

  it('follows the server to where it may lead, and to no unencrypted address elsewhere', async () => {
    server.announce({ version: '0.2.0', files });
    const leadTo = (location: string) => {
      server.answerAnnouncement = (response, request) => {
        if (request.url === '/updates.json') response.writeHead(302, { location }).end();
      };
    };
    server.answerFile = (response) => response.end(server.announced);
    leadTo('/elsewhere.json');
    expect(await check()).toMatchObject({ ok: true, value: { version: '0.2.0' } });
    leadTo('http://airlock.invalid/updates.json');
    expect(await check()).toEqual(refusal('not an encrypted address'));
    leadTo('file:///etc/passwd');
    expect(await check()).toEqual(refusal('not an encrypted address'));
    leadTo('/updates.json');
    expect(await check()).toEqual(refusal('redirects too often'));
  });

  it('is not led from an encrypted address to an unencrypted one, not even on this computer', async () => {
    const guarded = guardedFetch('https://airlock.invalid/updates.json', async (url) => {
      if (url.startsWith('https:')) {
        return new Response(null, { status: 302, headers: { location: server.url } });
      }
      throw new Error('asked');
    });
    const signal = new AbortController().signal;
    await expect(guarded('https://airlock.invalid/updates.json', { signal })).rejects.toThrow(
      'not an encrypted address',
    );
  });
});

async function found(): Promise<UpdateManifest> {
  server.announce({ version: '0.2.0', files });
  const checked = await check();
  if (!checked.ok || checked.value === null) throw new Error('Nothing was found.');
  return checked.value;
}

interface Download {
  readonly target?: string;
  readonly signal?: AbortSignal;
  readonly stallMilliseconds?: number;
  onProgress?(received: number): void;
}

async function download({
  target = folder.join('downloads'),
  signal = new AbortController().signal,
  ...options
}: Download = {}) {
  const guarded = guardedFetch(server.url, hop);
  return downloadFor(await found(), 'deb-x64', target, { ...options, signal, fetch: guarded });
}

describe('a download', () => {
  async function downloadFails(message: string, options?: Download): Promise<void> {
    expect(await download(options)).toEqual(refusal(message));
    const target = options?.target ?? folder.join('downloads');
    expect(readdirSync(target)).toEqual([]);
  }

  it('is exactly what was announced, with its progress, and is not made twice', async () => {
    const progress: number[] = [];
    const path = folder.join('downloads/airlock_0.2.0.deb');
    expect(await download({ onProgress: (bytes) => progress.push(bytes) })).toEqual({
      ok: true,
      value: path,
    });
    expect(readFileSync(path)).toEqual(content);
    expect(progress.at(-1)).toBe(content.length);
    const before = server.asked.length;
    await download();
    expect(server.asked.slice(before)).toEqual(['/updates.json']);
    // What was changed on the disk since is not used.
    folder.write('downloads/airlock_0.2.0.deb', Buffer.alloc(content.length).toString());
    await download();
    expect(readFileSync(path)).toEqual(content);
  });

  it('that is cut off leaves nothing', async () => {
    server.answerFile = (response) => {
      response.setHeader('content-length', content.length);
      response.write(content.subarray(0, 1_000), () => response.destroy());
    };
    await downloadFails('The download failed');
  });

  it('that ends too early leaves nothing', async () => {
    server.answerFile = (response) => response.end(content.subarray(0, 1_000));
    await downloadFails('ended at 1000 of');
  });

  it('with other content of the same size leaves nothing', async () => {
    server.answerFile = (response) => response.end(Buffer.alloc(content.length));
    await downloadFails('not the announced file');
  });

  it('that does not end is cut at its size', async () => {
    server.answerFile = (response) => response.end(Buffer.concat([content, content]));
    await downloadFails('larger than announced');
  });

  it('that stops in the middle is given up', async () => {
    server.answerFile = (response) => void response.write(content.subarray(0, 1_000));
    await downloadFails('has sent nothing for a while', { stallMilliseconds: 100 });
  });

  it('that the user cancels leaves nothing', async () => {
    const control = new AbortController();
    server.answerFile = (response) => void response.write(content.subarray(0, 1_000));
    await downloadFails('cancelled', {
      signal: control.signal,
      onProgress: () => control.abort(),
    });
  });

  it('that leads to an unencrypted address elsewhere is refused', async () => {
    server.answerFile = (response) =>
      response.writeHead(302, { location: 'http://airlock.invalid/airlock.deb' }).end();
    await downloadFails('not an encrypted address');
  });

  const whyNoDisk = whyNoSmallDisk();
  it.skipIf(whyNoDisk !== null)(
    `says that the disk is full, and leaves nothing${whyNoDisk ? ` (skipped: ${whyNoDisk})` : ''}`,
    async () => {
      const disk = folder.join('disk');
      folder.folder('disk');
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
      try {
        await downloadFails('the disk is full', { target: disk });
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );

  it('of a package comes with the command that installs it', async () => {
    const installer = fileInstaller({
      kind: 'deb-x64',
      downloads: folder.join('downloads'),
      fetch: guardedFetch(server.url, hop),
      command: (file) => installCommand('deb', file),
    });
    const signal = new AbortController().signal;
    const prepared = await installer.prepare(await found(), {
      signal,
      onProgress: () => undefined,
    });
    const file = folder.join('downloads/airlock_0.2.0.deb');
    expect(prepared).toEqual({
      ok: true,
      value: { type: 'user', file, command: `sudo apt install ${file}` },
    });
    expect(existsSync(file)).toBe(true);
  });
});

function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'only on Linux';
  return process.getuid?.() === 0 ? null : 'only as root';
}
