import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { put, scanned, summary } from '#test/support/agentFiles';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  openChange,
  prepareSession,
  startSession,
  value,
  verdictOn,
} from '#test/support/airlockHarness';
import { testFolder } from '#test/support/testFolder';

// Shows I18.

const LARGE = 8 * 1024 * 1024;

/** A build tool that cuts a large file short and writes it again, all the time. */
async function rewriter(path: string) {
  const program = `
    const fs = require('node:fs');
    const bytes = Buffer.alloc(${LARGE}, 'x');
    const file = fs.openSync(process.argv[1], 'w');
    console.log('begun');
    for (let round = 0; ; round++) {
      fs.ftruncateSync(file, 0);
      fs.writeSync(file, bytes, 0, bytes.length, 0);
    }`;
  const child = spawn(process.execPath, ['-e', program, path], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(stop);
  await once(child.stdout, 'data');
  return stop;
}

/** A git that dies of SIGBUS over such commands and leaves its lock, for as long as a file says so. */
function mortalGit(commands = ['diff-files', 'update-index']) {
  const folder = testFolder();
  const flag = folder.join('dies');
  const program = folder.write(
    'mortal-git.sh',
    `#!/bin/sh
if [ -e '${flag}' ]; then
  case " $* " in ${commands.map((command) => `*" ${command} "*`).join('|')})
    : > "$GIT_INDEX_FILE.lock"
    kill -BUS $$;;
  esac
fi
exec git "$@"
`,
  );
  chmodSync(program, 0o755);
  return {
    harness: new AirlockHarness(folder, { git: program }),
    die: () => writeFileSync(flag, ''),
    live: () => rmSync(flag, { force: true }),
  };
}

describe('a scan of a tree that is being written', () => {
  it('does not fail on a large file that is truncated all the time', async () => {
    const { session } = await startSession();
    const stop = await rewriter(join(session.cwd, 'bundle.js'));
    put(session, 'a.txt', 'agent\n');
    for (let round = 0; round < 6; round++) {
      put(session, 'a.txt', `agent ${round}\n`);
      const report = value(await session.scan());
      const others = report.notices.filter(({ path }) => path !== 'bundle.js');
      expect(others).toEqual([]);
      expect(summary(session)).toContain('modify a.txt');
    }
    await stop();
    writeFileSync(join(session.cwd, 'bundle.js'), 'x'.repeat(LARGE));
    expect(await scanned(session)).toEqual(['create bundle.js', 'modify a.txt']);
    expect(session.changes.notices).toEqual([]);
    expect(openChange(session, 'bundle.js').change.proposed?.bytes).toBe(LARGE);
  });

  it('sees a large file that changes between two scans, and only then', async () => {
    const { session } = await startSession({ 'large.bin': Buffer.alloc(LARGE, 'a') });
    for (const [letter, isNews] of [
      ['b', true],
      ['c', true],
      ['c', false],
      ['d', true],
    ] as const) {
      put(session, 'large.bin', Buffer.alloc(LARGE, letter));
      expect(value(await session.scan()).isNews).toBe(isNews);
      const { changeId } = openChange(session, 'large.bin').change;
      const bytes = value(await session.changes.bytes(changeId, 'proposed'));
      expect(bytes?.[LARGE - 1]).toBe(letter.charCodeAt(0));
    }
    expect(value(await session.scan()).isNews).toBe(false);
    put(session, 'large.bin', Buffer.alloc(LARGE, 'a'));
    expect(await scanned(session)).toEqual([]);
  });

  it('sees each file where git crashes on some of them', async () => {
    const { harness, die } = mortalGit(['--replace']);
    const repository = await harness.repository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const session = await harness.open(repository.path);
    die();
    put(session, 'a.txt', 'agent\n');
    put(session, 'new.txt', 'agent\n');
    rmSync(join(session.cwd, 'b.txt'));
    expect(await scanned(session)).toEqual(['create new.txt', 'delete b.txt', 'modify a.txt']);
    expect(session.changes.notices).toEqual([]);
  });

  it('names a file that git fails on, and continues with the others', async () => {
    const { harness, die } = mortalGit(['--replace']);
    const repository = await harness.repository();
    const session = await harness.open(repository.path);
    die();
    put(session, 'a\\b.txt', 'agent\n');
    expect(await scanned(session)).toEqual([]);
    expect(session.changes.notices).toEqual([{ path: 'a\\b.txt', reason: 'unreadable' }]);
  });

  it('removes a lock that a git command left', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    const shadow = harness.folder.join('data', sessionId, 'shadow.git');
    put(session, 'a.txt', 'agent\n');
    writeFileSync(join(shadow, 'work.index.lock'), '');
    expect(await scanned(session)).toEqual(['modify a.txt']);
    writeFileSync(join(shadow, 'base.index.lock'), '');
    await decideAll(session, 'accept');
    expect(repository.read('a.txt')).toBe('agent\n');
    expect(existsSync(join(shadow, 'work.index.lock'))).toBe(false);
  });

  it('recreates an index that cannot be read', async () => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    const index = harness.folder.join('data', sessionId, 'shadow.git', 'work.index');
    put(session, 'a.txt', 'agent\n');
    writeFileSync(index, 'no index');
    expect(await scanned(session)).toEqual(['modify a.txt']);
    rmSync(index);
    mkdirSync(index);
    put(session, 'b.txt', 'agent\n');
    expect(await scanned(session)).toEqual(['create b.txt', 'modify a.txt']);
  });

  it.runIf(process.platform !== 'win32')(
    'waits for no pipe in the place of an index when it is opened',
    async () => {
      const harness = new AirlockHarness();
      const repository = await harness.repository();
      const place = { sessionId: newSessionId(), isolation: 'in-place' as const };
      const session = await harness.open(repository.path, place);
      await session.close();
      for (const name of ['work', 'base', 'own']) {
        const index = harness.folder.join('data', place.sessionId, `shadow.git/${name}.index`);
        rmSync(index, { force: true });
        execFileSync('mkfifo', [index]);
      }
      const again = await harness.open(repository.path, place);
      value(await again.checkpoint(newTurnId()));
      put(again, 'a.txt', 'agent\n');
      expect(await scanned(again)).toEqual(['modify a.txt']);
    },
  );

  it('recreates an index that was cut, wherever that was', async () => {
    const harness = new AirlockHarness();
    const names = Array.from({ length: 4 }, (_, index) => `folder/deep/${index}.txt`);
    const repository = await harness.repository(Object.fromEntries(names.map((n) => [n, 'x\n'])));
    const sessionId = newSessionId();
    const session = await harness.open(repository.path, { sessionId });
    const index = harness.folder.join('data', sessionId, 'shadow.git', 'work.index');
    put(session, 'folder/deep/0.txt', 'agent\n');
    expect(await scanned(session)).toEqual(['modify folder/deep/0.txt']);
    const whole = readFileSync(index);
    for (let part = 1; part < 12; part++) {
      writeFileSync(index, whole.subarray(0, Math.floor((whole.length * part) / 12)));
      expect(await scanned(session)).toEqual(['modify folder/deep/0.txt']);
    }
  });
});

describe('a session whose own git folder is damaged', () => {
  const damages: Readonly<Record<string, (shadow: string) => void>> = {
    'without HEAD': (shadow) => rmSync(join(shadow, 'HEAD')),
    'with a HEAD that makes no sense': (shadow) => writeFileSync(join(shadow, 'HEAD'), '\0'),
    'with a folder in the place of HEAD': (shadow) => replaceByFolder(join(shadow, 'HEAD')),
    'without the folder of refs': (shadow) => rmSync(join(shadow, 'refs'), { recursive: true }),
    'with a folder in the place of an index': (shadow) =>
      replaceByFolder(join(shadow, 'base.index')),
  };
  const replaceByFolder = (path: string) => {
    rmSync(path);
    mkdirSync(join(path, 'within'), { recursive: true });
  };

  it.each(Object.keys(damages))('opens %s, and loses nothing', async (damage) => {
    const { harness, repository, sessionId, open } = await prepareSession();
    const session = await open();
    put(session, 'a.txt', 'agent\n');
    value(await session.scan());
    await session.close();
    damages[damage]?.(harness.folder.join('data', sessionId, 'shadow.git'));
    const again = await open();
    expect(await scanned(again)).toEqual(['modify a.txt']);
    await decideAll(again, 'accept');
    expect(repository.read('a.txt')).toBe('agent\n');
  });

  it.each(['folder', 'text', 'empty'])('says what to do about its settings: %s', async (damage) => {
    const { harness, repository, sessionId, open } = await prepareSession();
    await (await open()).close();
    const config = harness.folder.join('data', sessionId, 'shadow.git', 'config');
    if (damage === 'folder') replaceByFolder(config);
    else writeFileSync(config, damage === 'text' ? 'no settings' : '');
    const opened = await harness.tryOpen(repository.path, { sessionId });
    expect(opened).toMatchObject({ ok: false, error: { code: 'refused' } });
    const words = opened.ok ? '' : opened.error.message;
    expect(words).toContain(config);
    expect(words).toContain('Restore it');
  });
});

describe('a review that cannot scan the files', () => {
  it('reports it, accepts nothing, and continues once a scan succeeds', async () => {
    const { harness, die, live } = mortalGit();
    const repository = await harness.repository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    const session = await harness.open(repository.path);
    put(session, 'a.txt', 'agent\n');
    expect(await scanned(session)).toEqual(['modify a.txt']);
    const view = openChange(session, 'a.txt');
    die();
    let told = 0;
    session.changes.onDidChange(() => told++);
    expect(await session.scan()).toMatchObject({ ok: false });
    expect(told).toBe(1);
    expect(session.lookFault).toMatch(/SIGBUS/);
    expect(await session.changes.decide([verdictOn(view, 'accept')])).toMatchObject([
      { ok: false, error: { code: 'unavailable', message: expect.stringContaining('Try again') } },
    ]);
    expect(repository.read('a.txt')).toBe('a\n');
    live();
    const [accepted] = await session.changes.decide([verdictOn(view, 'accept')]);
    expect(accepted).toMatchObject({ ok: true });
    expect(session.lookFault).toBeNull();
    expect(repository.read('a.txt')).toBe('agent\n');
  });

  it('takes no resolution of a conflict', async () => {
    const { harness, die, live } = mortalGit();
    const repository = await harness.repository({ 'a.txt': 'a\n' });
    const session = await harness.open(repository.path);
    put(session, 'a.txt', 'agent\n');
    await scanned(session);
    repository.write('a.txt', 'mine\n');
    await session.changes.decide([verdictOn(openChange(session, 'a.txt'), 'accept')]);
    const { changeId } = openChange(session, 'a.txt').change;
    die();
    expect(await session.scan()).toMatchObject({ ok: false });
    expect(await session.changes.resolve(changeId, 'mine\n', 'both\n')).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: expect.stringContaining('Nothing was accepted') },
    });
    expect(repository.read('a.txt')).toBe('mine\n');
    live();
    value(await session.changes.resolve(changeId, 'mine\n', 'both\n'));
    expect(repository.read('a.txt')).toBe('both\n');
  });

  it('still names, after a decision, what was written around a kill', async () => {
    const { harness, die, live } = mortalGit(['diff-files']);
    const repository = await harness.repository({ 'a.txt': 'a\n' });
    const place = { sessionId: newSessionId(), isolation: 'in-place' } as const;
    const session = await harness.open(repository.path, place);
    value(await session.checkpoint(newTurnId()));
    repository.write('c.txt', 'agent\n');
    value(await session.scan());
    await session.close();
    repository.write('a.txt', 'anybody\n');
    die();
    const again = await harness.open(repository.path, place);
    expect(await again.scan()).toMatchObject({ ok: false });
    const [rejected] = await again.changes.decide([
      verdictOn(openChange(again, 'c.txt'), 'reject'),
    ]);
    expect(rejected).toMatchObject({ ok: true });
    live();
    value(await again.scan());
    expect(again.changes.notices).toEqual([{ path: 'a.txt', reason: 'unclear' }]);
    expect(summary(again)).toEqual([]);
  });
});

describe.each(['isolated', 'in-place'] as const)(
  'a pipe that git would wait for, %s',
  (isolation) => {
    it.each(['.gitignore', 'folder/.gitattributes'])('is named: %s', async (path) => {
      const files = { 'a.txt': 'a\n', 'folder/b.txt': 'b\n' };
      const sessionId = newSessionId();
      const { session, harness } = await startSession(files, { isolation, sessionId });
      execFileSync('mkfifo', [join(session.cwd, path)]);
      put(session, 'a.txt', 'changed\n');
      // Git reads attributes to compare files with the index, and does so where that seems older.
      utimesSync(harness.folder.join('data', sessionId, 'shadow.git', 'work.index'), 1, 1);
      expect(await session.scan()).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining(`${path} is a pipe`) },
      });
      rmSync(join(session.cwd, path));
      expect(await scanned(session)).toEqual(['modify a.txt']);
    });
  },
);

it('a look does not hang on a pipe with which the agent replaced a list of ignored files', async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository({ 'a.txt': 'a\n', 'lists/ignored': '*.log\n' });
  await repository.git('config', 'core.excludesFile', 'lists/ignored');
  const session = await harness.open(repository.path);
  rmSync(join(session.cwd, 'lists/ignored'));
  execFileSync('mkfifo', [join(session.cwd, 'lists/ignored')]);
  put(session, 'a.txt', 'changed\n');
  put(session, 'made.log', 'ignored\n');
  expect(await scanned(session)).toEqual(['modify a.txt']);
  expect(session.changes.notices).toMatchObject([{ path: 'lists/ignored' }]);
});

it('a session opens, or names the pipe that git waits for, in place of git’s own files', async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository();
  const exclude = repository.join('.git/info/exclude');
  rmSync(exclude, { force: true });
  execFileSync('mkfifo', [exclude]);
  const session = await harness.open(repository.path);
  // What a session does in the background would wait for the next pipe, too.
  await session.close();
  execFileSync('mkfifo', [repository.join('.git/objects/info/alternates')]);
  expect((await harness.tryOpen(repository.path)).ok).toBe(false);
});

it.each(['index', 'config', 'HEAD', 'packed-refs', 'shallow', 'info/attributes'])(
  'a pipe in the place of .git/%s keeps nothing waiting',
  async (name) => {
    const harness = new AirlockHarness();
    const repository = await harness.repository();
    const path = repository.join(`.git/${name}`);
    rmSync(path, { force: true });
    execFileSync('mkfifo', [path]);
    const opened = await harness.tryOpen(repository.path);
    if (opened.ok) await opened.value.close();
    else expect(opened.error.message).toMatch(/pipe|not a file|cannot use the repository/);
  },
);
