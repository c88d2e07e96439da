import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ProcessNamespaces } from '#main/base/process/processNamespaces';
import { spawnProgram } from '#main/base/process/spawnProgram';
import { MemoryLogger } from '#test/support/memoryLogger';
import { isAlive, pidsWithMarker } from '#test/support/processes';
import { testFolder } from '#test/support/testFolder';

const namespaces = new ProcessNamespaces(new MemoryLogger());
/** Some containers and hardened systems do not let us; then there is nothing to be shown here. */
const isForbidden = (await namespaces.problem()) !== null;

describe.skipIf(isForbidden)('a process namespace', () => {
  async function openNamespace() {
    const namespace = await namespaces.open();
    if (namespace === null) throw new Error('no namespace');
    onTestFinished(() => namespace.dispose());
    const cwd = testFolder().path;
    const env = { PATH: process.env.PATH };
    const start = (script: string, more: Record<string, string> = {}) => {
      const file = 'sh';
      const all = { ...env, ...more };
      const launch = namespace.enter({ file, args: ['-c', script], env: all, cwd }, 'own');
      return spawnProgram(launch.file, launch.args, { cwd, env: all, detached: true });
    };
    return { namespace, start, cwd };
  }

  it('runs programs in their folder, with their streams and no other descriptor', async () => {
    const { start, cwd } = await openNamespace();
    const child = start('pwd; cat; ls /proc/self/fd | xargs; ls -d /proc/[0-9]* | wc -l; id -u');
    child.stdin.end('typed\n');
    const [folder, typed, descriptors, processes, user] = (await text(child.stdout)).split('\n');
    expect([folder, typed, descriptors]).toEqual([cwd, 'typed', '0 1 2 3']);
    expect(Number(processes)).toBeLessThan(8);
    expect(Number(user)).toBe(process.getuid?.());
  });

  it.each([
    ['exit 0', [0, null]],
    ['exit 137', [137, null]],
    ['kill -SEGV $$', [null, 'SIGSEGV']],
    ['exit 139', [139, null]],
    ['exit 255', [255, null]],
    ['kill -KILL $$', [null, 'SIGKILL']],
    ['kill -HUP $$', [null, 'SIGHUP']],
    ['kill -INT $$', [null, 'SIGINT']],
    ['kill -QUIT $$', [131, null]],
    ['kill -PIPE $$', [null, 'SIGPIPE']],
    ['kill -TERM $$', [null, 'SIGTERM']],
    ['trap "exit 7" TERM; kill -TERM $$', [7, null]],
  ])('reports exactly how a program ended: %s', async (script, expected) => {
    const { start } = await openNamespace();
    expect(await once(start(script), 'exit')).toEqual(expected);
  });

  it.each([
    ['stdout', 'exec 1>&-; echo closed >&2; read -r _; exit 3'],
    ['stderr', 'exec 2>&-; echo closed; read -r _; exit 3'],
  ] as const)(
    'notices that a program has closed its %s and keeps running',
    async (name, script) => {
      const { start } = await openNamespace();
      const child = start(script);
      const isClosed = new Promise((resolve) => child[name].resume().once('end', resolve));
      const other = name === 'stdout' ? child.stderr : child.stdout;
      expect(`${(await once(other, 'data'))[0]}`).toBe('closed\n');
      await isClosed;
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
      child.stdin.end('go\n');
      expect(await once(child, 'exit')).toEqual([3, null]);
    },
  );

  it('reports that it was ended with everything in it', async () => {
    const { namespace, start } = await openNamespace();
    const child = start("trap '' TERM INT HUP; echo up; sleep 1000; sleep 1000");
    await once(child.stdout, 'data');
    namespace.dispose();
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });

  it('gives a program the same environment and signals as outside', async () => {
    const { start, cwd } = await openNamespace();
    const script = 'env | grep -v ^_= | sort; grep SigIgn /proc/self/status';
    const child = start(script, { SHLVL: '3', PWD: cwd, LC_ALL: 'POSIX', 'odd.name': 'x' });
    const outside = spawnProgram('sh', ['-c', script], {
      cwd,
      env: { PATH: process.env.PATH, SHLVL: '3', PWD: cwd, LC_ALL: 'POSIX', 'odd.name': 'x' },
    });
    const [inside, expected] = await Promise.all([text(child.stdout), text(outside.stdout)]);
    expect(inside).toBe(expected);
  });

  it('finds a program, or not, as outside', async () => {
    const { namespace, cwd } = await openNamespace();
    const enter = (file: string) =>
      namespace.enter({ file, args: [], env: { PATH: '/usr/bin' }, cwd }, 'own');
    expect(() => enter('no-such-program')).toThrow('spawn no-such-program ENOENT');
    expect(() => enter(cwd)).toThrow('EACCES');
  });

  it('ends everything that was started in it, whatever it did to escape', async () => {
    const { namespace, start } = await openNamespace();
    const marker = `namespace-${process.pid}`;
    const away = `env -i AIRLOCK_TEST_MARKER=${marker} setsid -f sh -c "trap '' TERM HUP; sleep 1000; sleep 1000" > /dev/null 2>&1`;
    const child = start(`${away}; ${away}; echo done`);
    expect(await text(child.stdout)).toBe('done\n');
    const left = () => pidsWithMarker('AIRLOCK_TEST_MARKER', marker);
    expect(left().length).toBeGreaterThanOrEqual(2);
    namespace.dispose();
    await expect.poll(() => left()).toEqual([]);
  });

  it('leaves no zombies of orphaned processes', async () => {
    const { namespace, start } = await openNamespace();
    const child = start(
      'for i in 1 2 3 4 5; do (sleep 0.01 &) ; done; sleep 0.3; cat /proc/[0-9]*/stat',
    );
    const states = (await text(child.stdout)).match(/\) Z /g) ?? [];
    expect(states).toEqual([]);
    expect(namespace.isAlive).toBe(true);
  });

  it('cannot be ended, nor anything outside, by a program in it', async () => {
    const { namespace, start } = await openNamespace();
    const child = start(`kill -KILL 1 ${process.pid} ${process.ppid}; kill -TERM 1`);
    await once(child, 'exit');
    expect(namespace.isAlive).toBe(true);
    expect(isAlive(process.pid)).toBe(true);
    expect(await once(start('exit 4'), 'exit')).toEqual([4, null]);
  });

  it('supports agents that create namespaces of their own', async () => {
    const { start } = await openNamespace();
    const own = process.getuid?.() === 0 ? '' : '--user --map-current-user';
    const child = start(`unshare ${own} --pid --fork --mount-proc sh -c 'echo $$'`);
    expect(await text(child.stdout)).toBe('1\n');
  });
});
