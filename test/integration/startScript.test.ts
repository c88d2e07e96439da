import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';

const script = fileURLToPath(new URL('../../packaging/linux/airlock', import.meta.url));

describe.skipIf(process.platform !== 'linux')('the command “airlock”', () => {
  let folder: TemporaryFolder;

  beforeEach(() => {
    folder = new TemporaryFolder('airlock start');
    program('app/airlock', 'printf "%s\\n" "$@" > "$OUT"');
    program('app/resources/programs/node', 'printf "%s\\n" "$@"');
    // Whoever runs the tests is an ordinary user, unless a test says otherwise.
    program('tools/id', 'echo 1000');
    folder.write('app/resources/version', 'Airlock 1.2.3\n');
    folder.write('app/resources/package-type', 'deb');
    folder.folder('app/bin');
    copyFileSync(script, folder.join('app/bin/airlock'));
    folder.folder('work/my project');
    folder.folder('work/ünïcode 文件夹');
    folder.write('work/notes.md', '# Notes\n');
  });
  afterEach(() => folder.dispose());

  function program(path: string, body: string): void {
    folder.write(path, `#!/bin/sh\n${body}\n`);
    chmodSync(folder.join(path), 0o755);
  }

  function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { status, stdout, stderr } = spawnSync(folder.join('app/bin/airlock'), args, {
      cwd: folder.join('work'),
      env: {
        PATH: `${folder.join('tools')}:/usr/bin:/bin`,
        OUT: folder.join('given'),
        HOME: folder.path,
        DISPLAY: ':7',
        ...env,
      },
      encoding: 'utf8',
    });
    const raw = existsSync(folder.join('given'))
      ? readFileSync(folder.join('given'), 'utf8')
      : null;
    return { status, stdout, stderr, raw, given: raw?.trimEnd().split('\n') ?? null };
  }

  it('hands on a folder by its whole path, whatever its name', () => {
    for (const name of ['my project', './my project/', 'ünïcode 文件夹']) {
      const plain = name.replace(/^\.\/|\/$/g, '');
      expect(run(['--wait', name])).toMatchObject({
        status: 0,
        stderr: '',
        given: [folder.join('work', plain)],
      });
    }
    folder.folder('elsewhere/my project');
    const other = { CDPATH: folder.join('elsewhere') };
    expect(run(['--wait', 'my project'], other)).toMatchObject({
      given: [folder.join('work/my project')],
    });
  });

  it('takes every word after “--” for a folder, and leaves no line break of a name out', () => {
    folder.folder('work/-n');
    expect(run(['--wait', '--', '-n']).given).toEqual([folder.join('work/-n')]);
    expect(run(['--wait', './-n']).given).toEqual([folder.join('work/-n')]);
    folder.folder('work/two\nlines\n');
    // The end of the name, before the line break that ends the word.
    expect(run(['--wait', '--new-session', 'two\nlines\n']).raw).toBe(
      `--new-session\n${folder.join('work/two\nlines\n')}\n`,
    );
  });

  it('works by a link to it, and where its own folder has a space', () => {
    symlinkSync(folder.join('app/bin/airlock'), folder.join('tools/airlock'));
    const { stdout } = spawnSync(folder.join('tools/airlock'), ['--version'], { encoding: 'utf8' });
    expect(stdout).toBe('Airlock 1.2.3\n');
  });

  it('answers --help and --version wherever they stand, and without a display', () => {
    const blind = { DISPLAY: '' };
    expect(run(['--help'], blind).stdout).toContain('Usage: airlock [FOLDER]');
    expect(run(['my project', '-h'], blind).stdout).toContain('Usage: airlock [FOLDER]');
    expect(run(['--new-session', '--version'], blind).stdout).toBe('Airlock 1.2.3\n');
  });

  it('hands on its options, also with the folder of data as a word of its own', () => {
    const args = ['--new-session', '--user-data-dir', 'my data', '--wait', 'my project'];
    expect(run(args).given).toEqual([
      '--new-session',
      '--user-data-dir=my data',
      folder.join('work/my project'),
    ]);
    expect(run(['--user-data-dir'])).toMatchObject({ status: 2 });
  });

  it('gives Chromium what it does not know, and says so', () => {
    const { stderr, given } = run(['--wait', '--ozone-platform=wayland'], {
      DISPLAY: '',
      WAYLAND_DISPLAY: 'wayland-0',
    });
    expect(stderr).toBe(
      'airlock: --ozone-platform=wayland is not an option of Airlock; Chromium gets it.\n',
    );
    expect(given).toEqual(['--ozone-platform=wayland']);
  });

  it.each([
    [['nowhere'], 'nowhere is not a folder'],
    [['notes.md'], 'notes.md is not a folder'],
    [[''], ' is not a folder'],
    [['my project', 'ünïcode 文件夹'], 'one folder can be given'],
    [['-n'], 'there is no option -n'],
  ])('refuses %j', (args, message) => {
    const { status, stderr, given } = run(['--wait', ...args]);
    expect({ status, given }).toEqual({ status: 2, given: null });
    expect(stderr).toContain(message);
  });

  it('says why it cannot open a window', () => {
    expect(run(['--wait'], { DISPLAY: '' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('there is no display'),
      given: null,
    });
    // Chromium would take /tmp for it, which is everybody's.
    expect(run(['--wait'], { HOME: '' })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('HOME is not set'),
      given: null,
    });
    program('tools/id', 'echo 0');
    expect(run(['--wait'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('as an ordinary user'),
      given: null,
    });
  });

  it('does not wait for the app, but says if it ended at once', () => {
    program(
      'app/airlock',
      'printf "%s\\n" "$@" > "$OUT"; exec sleep 60 & echo $! > "$OUT.pid"; wait',
    );
    expect(run(['my project'])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    process.kill(Number(readFileSync(folder.join('given.pid'), 'utf8')));
    // It handed the folder to the app that runs already.
    program('app/airlock', 'exit 0');
    expect(run([])).toMatchObject({ status: 0, stderr: '' });
    program('app/airlock', 'echo "error while loading shared libraries" >&2; exit 127');
    expect(run([])).toMatchObject({
      status: 1,
      stderr: 'airlock: Airlock ended at once (127). “airlock --wait” shows what it says.\n',
    });
    program('app/airlock', 'kill -TRAP $$');
    expect(run([])).toMatchObject({ status: 1, stderr: expect.stringContaining('(133)') });
  });

  it('names the version before an update if the new one ends at once', () => {
    program('app/airlock', 'exit 1');
    program('app.previous/airlock', 'exit 0');
    program('app.previous/bin/airlock', 'exit 0');
    expect(run([])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `The version before it is still there: ${folder.join('app.previous/bin/airlock')}`,
      ),
    });
  });

  it('names the libraries that an unpacked app lacks', () => {
    folder.write('app/resources/package-type', 'tar.gz');
    // What the loader says of a library that is not there.
    program('tools/env', `echo "ERROR: ld.so: object 'libnss3.so' from LD_PRELOAD cannot" >&2`);
    expect(run(['--wait'])).toMatchObject({
      status: 1,
      stderr: 'airlock: install these libraries first: libnss3.so\n',
      given: null,
    });
  });

  it('talks to an agent without a display', () => {
    expect(run(['agent', '--help'], { DISPLAY: '' }).stdout).toContain('Usage: airlock [FOLDER]');
    const { stdout } = run(['agent', 'opencode', '--help'], { DISPLAY: '' });
    expect(stdout.trimEnd().split('\n')).toEqual([
      folder.join('app/resources/programs/agent-cli.mjs'),
      'opencode',
      '--help',
    ]);
  });
});
