import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Announcements } from '#main/app/update/announcements';
import {
  folderInstaller,
  removeApp,
  removeUnfinished,
  tidyBeside,
} from '#main/app/update/folderInstaller';
import { guardedFetch } from '#main/app/update/guardedFetch';
import { Updates } from '#main/app/update/updates';
import { setUnexpectedErrorHandler } from '#main/base/unexpected';
import type { UpdateState } from '#shared/ipc/updates';
import type { UpdateSetting } from '#shared/settings';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { UpdateServer } from '#test/support/updateServer';

const files = { 'tar.gz-x64': 'airlock-0.2.0-linux-x64.tar.gz' };

/** An archive with one empty file, which Electron takes for a folder. */
const archive = (() => {
  const header = '{"files":{"a":{"size":0,"offset":"0"}}} ';
  const numbers = [4, header.length + 8, header.length + 4, header.length];
  const bytes = Buffer.alloc(16);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  return bytes.toString('latin1') + header;
})();

let folder: TemporaryFolder;
let server: UpdateServer;
let updates: Updates;
let setting: UpdateSetting;
/** What was done with the running app. */
let done: string[];

beforeEach(async () => {
  folder = new TemporaryFolder('airlock-folder-update');
  folder.folder('data');
  app('airlock', '0.1.0');
  app('newer/airlock-0.2.0-linux-x64', '0.2.0');
  server = await UpdateServer.start(packed('newer'));
  setting = 'notify';
  done = [];
  updates = newUpdates('0.1.0');
});
afterEach(async () => {
  updates.dispose();
  await server.close();
  folder.dispose();
});

function app(path: string, version: string): void {
  folder.write(`${path}/resources/version`, `Airlock ${version}\n`);
  folder.write(`${path}/airlock`, '#!/bin/sh\n');
  folder.write(`${path}/resources/app.asar`, archive);
  chmodSync(folder.join(`${path}/airlock`), 0o755);
}

function packed(path: string): Buffer {
  const archive = folder.join('archive.tar.gz');
  const names = readdirSync(folder.join(path));
  execFileSync('tar', ['-czf', archive, '-C', folder.join(path), ...names]);
  return readFileSync(archive);
}

function newUpdates(version: string, data = 'data', place = 'airlock'): Updates {
  const fetchHere = guardedFetch(server.url, (url, signal) =>
    fetch(url, { signal, redirect: 'manual' }),
  );
  return new Updates({
    announcements: new Announcements({
      version,
      url: server.url,
      publicKey: server.keys.publicKey,
      memory: folder.join(data, 'updates.json'),
      onProblem: () => undefined,
      fetch: fetchHere,
    }),
    installer: folderInstaller({
      kind: 'tar.gz-x64',
      folder: folder.join(place),
      downloads: folder.join(data, 'updates'),
      fetch: fetchHere,
      relaunch: (program) => done.push(`start ${program}`),
    }),
    setting: () => setting,
    quitWhenIdle: () => done.push('quit when idle'),
    quitNow: () => {
      done.push('quit now');
      updates.quitWaitEnded();
    },
    stay: () => {
      done.push('stay');
      updates.quitWaitEnded();
    },
    showFile: () => undefined,
    tidy: async (wanted) => {
      if (wanted === null) done.push('tidy');
      else await removeUnfinished(folder.join(place));
    },
    now: () => 7,
  });
}

function until(type: UpdateState['type']): Promise<UpdateState> {
  return new Promise((resolve) => {
    if (updates.state.type === type) resolve(updates.state);
    const subscription = updates.onDidChange((state) => {
      if (state.type !== type) return;
      subscription.dispose();
      resolve(state);
    });
  });
}

const version = () => folder.read('airlock/resources/version').trim();

describe('an app in a folder of the user’s', () => {
  it('is updated when the user wants it and no agent is at work, not before', async () => {
    server.announce({ version: '0.2.0', files });
    updates.start();
    expect(await until('offered')).toMatchObject({ isQuiet: false, problem: null });
    // Only looked for: nothing is downloaded unasked.
    expect(server.asked).toEqual(['/updates.json']);
    updates.answer('install');
    await until('waiting');
    expect(done).toEqual(['quit when idle']);
    expect(version()).toBe('Airlock 0.1.0');
    updates.dispose();
    await updates.finish();
    expect(version()).toBe('Airlock 0.2.0');
    expect(folder.read('airlock.previous/resources/version')).toBe('Airlock 0.1.0\n');
    await removeApp(folder.join('airlock.previous'));
    expect(existsSync(folder.join('airlock.previous'))).toBe(false);
    expect(done).toEqual(['quit when idle', `start ${folder.join('airlock/airlock')}`]);
    updates = newUpdates('0.2.0');
    expect(await updates.check()).toMatchObject({ type: 'none', checkedAt: 7, problem: null });
    expect(done.at(-1)).toBe('tidy');
  });

  it('is updated at once if the user does not want to wait', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('waiting');
    updates.answer('now');
    await updates.finish();
    expect(version()).toBe('Airlock 0.2.0');
  });

  it('stays as it is if the user wants to continue with it', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('waiting');
    updates.answer('cancel');
    expect(updates.state).toMatchObject({ type: 'offered', problem: null });
    expect(done).toEqual(['quit when idle', 'stay']);
    await updates.finish();
    expect(version()).toBe('Airlock 0.1.0');
    // Nothing is downloaded twice.
    const before = server.asked.length;
    updates.answer('install');
    await until('waiting');
    expect(server.asked.length).toBe(before);
  });

  it('keeps quiet for now, or always about a version, until the user looks for it', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('later');
    expect(updates.state).toMatchObject({ type: 'offered', isQuiet: true });
    expect(await updates.check()).toMatchObject({ isQuiet: false });
    updates.answer('skip');
    await expect.poll(() => folder.read('data/updates.json')).toContain('"skipped":"0.2.0"');
    updates.dispose();
    updates = newUpdates('0.1.0');
    updates.start();
    expect(await until('offered')).toMatchObject({ isQuiet: true });
    await updates.check();
    server.announce({ version: '0.3.0', sequence: 2, files });
    updates.dispose();
    updates = newUpdates('0.1.0');
    updates.start();
    expect(await until('offered')).toMatchObject({ isQuiet: false, offer: { version: '0.3.0' } });
    // Whoever looks by itself tidies up after that, in folders that the end of the test removes.
    await updates.check();
  });

  it('is not looked after by itself where the settings say so', async () => {
    setting = 'off';
    server.announce({ version: '0.2.0', files });
    updates.start();
    expect(await updates.check()).toMatchObject({ type: 'offered' });
    // The one request is the user's.
    expect(server.asked).toEqual(['/updates.json']);
  });

  it('stays if the download is another version than announced', async () => {
    server.announce({ version: '0.3.0', files });
    await updates.check();
    updates.answer('install');
    await until('downloading');
    expect(await until('offered')).toMatchObject({
      problem: 'The download is Airlock 0.2.0 and not 0.3.0.',
    });
    expect(readdirSync(folder.path).filter((name) => name.startsWith('airlock.'))).toEqual([]);
  });

  it('stays if the download is not an archive', async () => {
    server.content = Buffer.from('not an archive');
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('downloading');
    const { problem } = (await until('offered')) as Extract<UpdateState, { type: 'offered' }>;
    expect(problem).toContain('could not be unpacked');
    expect(version()).toBe('Airlock 0.1.0');
  });

  it('can be told to stop a download', async () => {
    server.answerFile = (response) => void response.write(server.content.subarray(0, 10));
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('downloading');
    updates.answer('cancel');
    expect(await until('offered')).toMatchObject({ problem: null, isQuiet: false });
  });

  const besides = () => readdirSync(folder.path).filter((name) => name.startsWith('airlock.'));

  it('is unpacked again after the program was killed, and nothing of the first attempt is left', async () => {
    const { pid: ended } = spawnSync('true');
    app(`airlock.new-${ended}-abc`, '0.2.0');
    // Another app in the same folder, which is at it as well.
    app('airlock.new-1-def', '0.2.0');
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('waiting');
    expect(besides()).toEqual(['airlock.new-1-def', expect.stringMatching(`new-${process.pid}-`)]);
    await updates.finish();
    expect(version()).toBe('Airlock 0.2.0');
    await tidyBeside(folder.join('airlock'));
    expect(besides()).toEqual(['airlock.new-1-def']);
  });

  it('is rid of what a killed program unpacked as soon as it looks for versions', async () => {
    const { pid: ended } = spawnSync('true');
    app(`airlock.new-${ended}-abc`, '0.2.0');
    server.announce({ version: '0.2.0', files });
    await updates.check();
    expect(besides()).toEqual([]);
  });

  it('is not disturbed by another app that updates the same folder', async () => {
    server.announce({ version: '0.2.0', files });
    folder.folder('other');
    const other = newUpdates('0.1.0', 'other');
    for (const one of [updates, other]) {
      await one.check();
      one.answer('install');
    }
    await until('waiting');
    await expect.poll(() => other.state.type).toBe('waiting');
    await updates.finish();
    await other.finish();
    other.dispose();
    expect(version()).toBe('Airlock 0.2.0');
    expect(done.filter((what) => what.startsWith('start'))).toHaveLength(2);
  });

  it('starts again as it was if the new version cannot take its place', async () => {
    app('airlock.previous', '0.0.9');
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('waiting');
    const fresh = besides().find((name) => name.includes('.new-')) ?? '';
    await removeApp(folder.join(fresh));
    const problems: unknown[] = [];
    using _handler = setUnexpectedErrorHandler((error) => problems.push(error));
    await updates.finish();
    expect(problems).toHaveLength(1);
    expect(version()).toBe('Airlock 0.1.0');
    expect(folder.read('airlock.previous/resources/version')).toBe('Airlock 0.0.9\n');
    expect(done.at(-1)).toBe(`start ${folder.join('airlock/airlock')}`);
  });

  it('leaves nothing of a version that was unpacked and is not wanted after all', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    for (let time = 0; time < 2; time++) {
      updates.answer('install');
      await until('waiting');
      expect(besides()).toHaveLength(1);
      updates.answer('cancel');
      await expect.poll(besides).toEqual([]);
    }
  });

  it('can be kept in the middle of unpacking, and nothing of it is left', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    // Unpacks without an end, and is not done at once when it is told to.
    const slow =
      'trap \'sleep 0.2; touch "$4/late"; exit 1\' TERM; touch "$4/begun"; while :; do sleep 0.05; done';
    folder.write('slow/tar', `#!/bin/sh\n${slow}\n`);
    chmodSync(folder.join('slow/tar'), 0o755);
    vi.stubEnv('PATH', `${folder.join('slow')}:${process.env.PATH}`);
    try {
      updates.answer('install');
      await expect
        .poll(() => besides().some((name) => existsSync(folder.join(name, 'begun'))))
        .toBe(true);
      updates.answer('cancel');
      expect(await until('offered')).toMatchObject({ problem: null });
      expect(besides()).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('keeps waiting: “Later” and “Skip” do not end the wait', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('waiting');
    updates.answer('later');
    updates.answer('skip');
    expect(updates.state.type).toBe('waiting');
    await updates.finish();
    expect(version()).toBe('Airlock 0.2.0');
  });

  it('does not stay any more once the app has begun to end', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('waiting');
    updates.dispose();
    updates.answer('cancel');
    updates.quitWaitEnded();
    await updates.finish();
    expect(version()).toBe('Airlock 0.2.0');
    expect(done).toEqual(['quit when idle', `start ${folder.join('airlock/airlock')}`]);
  });

  it('stays if quitting for it was cancelled', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('waiting');
    updates.answer('now');
    expect(updates.state.type).toBe('waiting');
    // Such as for sessions that could not be saved.
    updates.keepRunning();
    expect(updates.state).toMatchObject({ type: 'offered', problem: null });
    await updates.finish();
    expect(version()).toBe('Airlock 0.1.0');
  });

  it('stays if what is in the way came only after the download', async () => {
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('waiting');
    folder.write('airlock.previous/notes.md', '# Mine\n');
    const problems: unknown[] = [];
    using _handler = setUnexpectedErrorHandler((error) => problems.push(error));
    await updates.finish();
    expect(String(problems)).toContain('airlock.previous is in the way');
    expect(folder.read('airlock.previous/notes.md')).toBe('# Mine\n');
    expect(version()).toBe('Airlock 0.1.0');
    expect(done.at(-1)).toBe(`start ${folder.join('airlock/airlock')}`);
    expect(besides()).toEqual(['airlock.previous']);
  });

  it('keeps the version before it if the user has put files into that', async () => {
    app('airlock.previous', '0.0.9');
    folder.write('airlock.previous/notes.md', '# Mine\n');
    await tidyBeside(folder.join('airlock'));
    expect(folder.read('airlock.previous/notes.md')).toBe('# Mine\n');
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('downloading');
    expect(await until('offered')).toMatchObject({
      problem: expect.stringContaining('airlock.previous is in the way'),
    });
  });

  it('stays if sessions and settings are in its folder, which would go with the old version', async () => {
    updates.dispose();
    folder.folder('airlock/data');
    updates = newUpdates('0.1.0', 'airlock/data');
    server.announce({ version: '0.2.0', files });
    await updates.check();
    updates.answer('install');
    await until('downloading');
    expect(await until('offered')).toMatchObject({
      problem: expect.stringContaining('Move them elsewhere'),
    });
    expect(server.asked).toEqual(['/updates.json']);
  });

  it.each(['airlock.previous/notes.md', 'airlock.previous'])(
    'leaves %s alone, which is none of its own, and says that it is in the way',
    async (mine) => {
      folder.write(mine, '# Mine\n');
      await tidyBeside(folder.join('airlock'));
      server.announce({ version: '0.2.0', files });
      await updates.check();
      updates.answer('install');
      await until('downloading');
      expect(await until('offered')).toMatchObject({
        problem: expect.stringContaining('airlock.previous is in the way'),
      });
      expect(folder.read(mine)).toBe('# Mine\n');
    },
  );

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
    'stays where the disk has no room for another version (as root)',
    async () => {
      folder.write('newer/airlock-0.2.0-linux-x64/large', randomBytes(200_000).toString('hex'));
      server.content = packed('newer');
      server.announce({ version: '0.2.0', files });
      const disk = folder.folder('disk');
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', disk]);
      try {
        app('disk/airlock', '0.1.0');
        updates.dispose();
        updates = newUpdates('0.1.0', 'data', 'disk/airlock');
        await updates.check();
        updates.answer('install');
        await until('downloading');
        const { problem } = (await until('offered')) as Extract<UpdateState, { type: 'offered' }>;
        expect(problem).toMatch(/could not be unpacked: [\s\S]*No space left on device/);
        expect(readdirSync(disk)).toEqual(['airlock']);
      } finally {
        execFileSync('umount', [disk]);
      }
    },
  );

  it('says why looking failed', async () => {
    server.announced = 'x';
    expect(await updates.check()).toMatchObject({
      type: 'none',
      isChecking: false,
      problem: expect.stringContaining('cannot be read'),
    });
  });
});

it('looks for nothing in a build without a place to look', async () => {
  const none = new Updates(null);
  none.start();
  none.answer('install');
  expect(await none.check()).toEqual({ type: 'unavailable' });
  none.dispose();
});
