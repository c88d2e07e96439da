import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { artefact, packagingTool, unpackedApp } from './artefacts';

const folder = new TemporaryFolder('airlock-artefact');
let app = '';

beforeAll(() => {
  execFileSync('chmod', ['a+rx', folder.path]);
  app = unpackedApp(folder.join('unpacked'));
});
afterAll(() => folder.dispose());

describe('the packaged app', () => {
  it('has the fuses of decision 0020', async () => {
    const { getCurrentFuseWire, FuseV1Options } = packagingTool<Fuses>('@electron/fuses');
    const wire = await getCurrentFuseWire(join(app, 'airlock'));
    const states = (names: readonly string[]) =>
      names.map((name) => [name, String.fromCharCode(wire[FuseV1Options[name] ?? ''] ?? 0)]);
    const off = [
      'RunAsNode',
      'EnableNodeOptionsEnvironmentVariable',
      'EnableNodeCliInspectArguments',
      'GrantFileProtocolExtraPrivileges',
    ] as const;
    const on = [
      'EnableCookieEncryption',
      'EnableEmbeddedAsarIntegrityValidation',
      'OnlyLoadAppFromAsar',
    ] as const;
    expect(states(off)).toEqual(off.map((name) => [name, '0']));
    expect(states(on)).toEqual(on.map((name) => [name, '1']));
  });

  it('has an archive whose every file is as its header says', () => {
    const asar = packagingTool<Asar>('@electron/asar');
    const archive = join(app, 'resources/app.asar');
    const { header } = asar.getRawHeader(archive);
    let count = 0;
    for (const { path, entry } of filesIn(header)) {
      if (entry.unpacked) {
        expect(path).toMatch(/^node_modules\/@lydell\/node-pty-/);
        continue;
      }
      const content = asar.extractFile(archive, path);
      expect(entry.integrity?.algorithm, path).toBe('SHA256');
      expect(createHash('sha256').update(content).digest('hex'), path).toBe(entry.integrity?.hash);
      count++;
    }
    expect(count).toBeGreaterThan(20);
  });

  it('contains nothing twice, no source map, and nothing that is not run', () => {
    const names = readdirSync(app, { recursive: true }).map(String);
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
    expect(existsSync(join(app, 'resources/default_app.asar'))).toBe(false);
    const archived = packagingTool<Asar>('@electron/asar').listPackage(
      join(app, 'resources/app.asar'),
    );
    expect(archived.filter((name) => /\.map$|demo-agent|agent-cli/.test(name))).toEqual([]);
    expect(repeatedFiles()).toEqual([]);
    expect(names.filter((name) => /(?:^|\/)node$/.test(name))).toEqual(['resources/programs/node']);
  });

  it('cannot be run as a Node, be given code or be looked into', () => {
    const told = folder.join('told');
    const program = folder.join('code.cjs');
    writeFileSync(program, `require('node:fs').writeFileSync(${JSON.stringify(told)}, 'ran')`);
    execFileSync('chmod', ['a+rwx', folder.path]);
    const asNode = start([program], { ELECTRON_RUN_AS_NODE: '1' });
    const withOptions = start([], { NODE_OPTIONS: `--require ${program}` });
    const inspected = start(['--inspect=0', '--inspect-brk=0'], {});
    expect(existsSync(told)).toBe(false);
    for (const { stderr, error } of [asNode, withOptions, inspected]) {
      expect(error?.message ?? '').not.toContain('ENOENT');
      expect(stderr).not.toContain('Debugger listening');
    }
  });

  it('has a Node of its own that runs the agent', () => {
    const node = join(app, 'resources/programs/node');
    const { node: version } = JSON.parse(
      packagingTool<Asar>('@electron/asar')
        .extractFile(join(app, 'resources/app.asar'), 'build.json')
        .toString(),
    );
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`);
    const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } };
    const { stdout } = spawnSync(node, [join(app, 'resources/programs/demo-agent.mjs')], {
      input: `${JSON.stringify(hello)}\n`,
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ id: 1, result: {} });
  });

  it('is marked as unfit to ship unless its Electron is the official one', () => {
    const isMarked = existsSync(join(app, 'UNFIT-TO-SHIP'));
    for (const ending of ['.tar.gz', '.deb']) {
      expect(artefact(ending).includes('unfit-to-ship')).toBe(isMarked);
    }
  });
});

/**
 * Files with the same content as another. Those of the archive count, too: to the file functions of Electron it is a
 * folder, which has what lies unpacked beside it. Small ones, such as licences, may be there twice.
 */
function repeatedFiles(): readonly string[] {
  const seen = new Map<string, string>();
  const repeated: string[] = [];
  for (const entry of readdirSync(app, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (path.includes('app.asar.unpacked') || !entry.isFile()) continue;
    if (statSync(path).size < 10_000) continue;
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    const other = seen.get(hash);
    if (other !== undefined) repeated.push(`${path} is ${other}`);
    seen.set(hash, path);
  }
  expect(seen.size).toBeGreaterThan(50);
  return repeated;
}

/** As an ordinary user, on no display: whatever it does, it ends before it has a window. */
function start(args: readonly string[], env: Record<string, string>): SpawnSyncReturns<string> {
  const { PATH = '' } = process.env;
  const isRoot = process.getuid?.() === 0;
  return spawnSync(join(app, 'airlock'), [...args, `--user-data-dir=${folder.join('data')}`], {
    env: { PATH, HOME: folder.path, ...env },
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
    encoding: 'utf8',
    timeout: 30_000,
  });
}

interface AsarEntry {
  readonly files?: Readonly<Record<string, AsarEntry>>;
  readonly unpacked?: boolean;
  readonly integrity?: { readonly algorithm: string; readonly hash: string };
}

interface Fuses {
  readonly FuseV1Options: Readonly<Record<string, string>>;
  getCurrentFuseWire(program: string): Promise<Readonly<Record<string, number>>>;
}

interface Asar {
  getRawHeader(archive: string): { readonly header: AsarEntry };
  extractFile(archive: string, path: string): Buffer;
  listPackage(archive: string): string[];
}

function* filesIn(
  folderEntry: AsarEntry,
  base = '',
): Generator<{ path: string; entry: AsarEntry }> {
  for (const [name, entry] of Object.entries(folderEntry.files ?? {})) {
    const path = join(base, name);
    if (entry.files) yield* filesIn(entry, path);
    else yield { path, entry };
  }
}
