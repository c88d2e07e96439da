import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { locateCommand } from '#main/agents/found/locateCommand';
import { AgentInstaller } from '#main/agents/install/agentInstaller';
import type { Installable } from '#main/agents/install/installable';
import { InstalledAgents } from '#main/agents/install/installedAgents';
import type { AgentId } from '#shared/ids';
import { defaultSettings } from '#shared/settings';
import { MemoryLogger } from '#test/support/memoryLogger';
import { NpmRegistry, tarGz } from '../../support/npmRegistry';
import { scenarioFile } from '../../support/scenario';
import { TemporaryFolder } from '../../support/temporaryFolder';
import { TestEngine, unwrap } from '../../support/testEngine';
import { waitFor } from '../../support/waitFor';

const own = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
const npm = await locateCommand('npm', { cwd: '/', variables: own });
const scripted = pathToFileURL('test/agent/scriptedAgent.mjs').href;

const small: Installable = {
  id: 'small',
  name: 'Small',
  version: '1.0.0',
  args: [],
  env: {},
  from: { type: 'npm', package: '@test/small', bin: null },
};

/** Downloads are given up late, however busy the computer is, unless a test waits for that. */
async function stage(stallMilliseconds = 60_000) {
  const folder = new TemporaryFolder('airlock-install');
  const registry = await NpmRegistry.start();
  const variables = {
    ...own,
    HOME: folder.folder('home'),
    npm_config_registry: registry.address,
    npm_config_cache: folder.folder('npm-cache'),
    npm_config_userconfig: folder.write('npmrc', ''),
    npm_config_fetch_retries: '0',
  };
  const environment = async () => ({ variables, source: 'process' as const, shell: null });
  const installed = await InstalledAgents.open(folder.join('agents'), () => undefined);
  const installer = new AgentInstaller({
    installed,
    npmFolder: folder.join('npm'),
    environment,
    logger: new MemoryLogger(),
    stallMilliseconds,
  });
  onTestFinished(async () => {
    installer.dispose();
    await registry.stop();
    folder.dispose();
  });
  for (const version of ['1.0.0', '1.1.0']) {
    registry.publish({
      name: '@test/small',
      version,
      manifest: {
        bin: { small: 'cli.js' },
        engines: { node: '>=16' },
        dependencies: { helper: '^1.0.0' },
        optionalDependencies: { elsewhere: '1.0.0' },
        scripts: { postinstall: `touch ${folder.join('script-ran')}` },
      },
      files: { 'cli.js': `import(${JSON.stringify(scripted)});\n` },
    });
  }
  registry.publish({ name: 'helper', version: '1.2.0', files: { 'index.js': '' } });
  registry.publish({
    name: 'elsewhere',
    version: '1.0.0',
    manifest: { os: ['aix'] },
    files: { 'index.js': '' },
  });
  return { folder, registry, installed, installer, environment, variables };
}

/** Nothing may be left of what failed. */
function leftIn(folder: TemporaryFolder): readonly string[] {
  const agents = folder.join('agents');
  const staging = folder.join('agents', '.staging');
  return [
    ...readdirSync(agents).filter((name) => !name.startsWith('.')),
    ...(existsSync(staging) ? readdirSync(staging) : []),
  ];
}

describe.skipIf(!npm.ok)('installing an agent', () => {
  it('from a package: pinned, checked, without its scripts; updated, rolled back, removed, restored', async () => {
    const { folder, registry, installed, installer } = await stage();
    const seen: string[] = [];
    installer.onDidChange((id) => seen.push(installer.progress(id)?.phase ?? 'ended'));
    unwrap(await installer.install(small));
    expect(seen[0]).toBe('resolving');
    expect(seen).toContain('downloading');
    expect(seen.at(-1)).toBe('ended');
    expect(installed.active('small')).toMatchObject({
      version: '1.0.0',
      source: 'npm:@test/small@1.0.0',
      integrity: expect.stringMatching(/^sha512-/),
      program: 'node_modules/@test/small/cli.js',
      isScript: true,
      node: null,
    });
    expect(existsSync(folder.join('agents/small/1.0.0/node_modules/helper/index.js'))).toBe(true);
    expect(registry.asked.some((url) => url.includes('elsewhere-1.0.0.tgz'))).toBe(false);
    expect(existsSync(folder.join('script-ran'))).toBe(false);

    unwrap(await installer.install({ ...small, version: '1.1.0' }));
    expect(installed.versions('small').map(({ version }) => version)).toEqual(['1.1.0', '1.0.0']);
    expect(installed.active('small')?.version).toBe('1.1.0');
    unwrap(await installed.use('small', '1.0.0'));

    // The choice outlives the app.
    const again = await InstalledAgents.open(folder.join('agents'), () => undefined);
    expect(again.active('small')?.version).toBe('1.0.0');
    const { token } = unwrap(await again.remove('small', '1.0.0'));
    expect(again.active('small')?.version).toBe('1.1.0');
    unwrap(await again.restore(token));
    expect(again.active('small')?.version).toBe('1.0.0');
    unwrap(await again.remove('small', '1.0.0'));
    unwrap(await again.remove('small', '1.1.0'));
    expect(again.program('small')).toBeNull();
    const empty = await InstalledAgents.open(folder.join('agents'), () => undefined);
    expect(empty.ids()).toEqual([]);
    expect(leftIn(folder)).toEqual([]);
  });

  it('that is removed can still be read by those that run, until the app is started again', async () => {
    const { folder, installed, installer } = await stage();
    unwrap(await installer.install(small));
    const file = folder.join('agents/small/1.0.0/node_modules/helper/index.js');
    unwrap(await installed.remove('small', '1.0.0'));
    expect(installed.ids()).toEqual([]);
    expect(existsSync(file)).toBe(true);
    // Installed once more, in the place of what was removed.
    unwrap(await installer.install(small));
    expect(installed.active('small')?.version).toBe('1.0.0');
    unwrap(await installed.remove('small', '1.0.0'));
    await InstalledAgents.open(folder.join('agents'), () => undefined);
    expect(leftIn(folder)).toEqual([]);
  });

  it('once more keeps what is there if it fails at the very end', async () => {
    const { folder, installed, installer } = await stage();
    unwrap(await installer.install(small));
    folder.write('agents/small/1.0.0/first', '');
    rmSync(folder.join('agents/small/active.json'));
    mkdirSync(folder.join('agents/small/active.json/in-the-way'), { recursive: true });
    expect(await installer.install(small)).toMatchObject({ ok: false, error: { code: 'io' } });
    expect(installed.active('small')?.version).toBe('1.0.0');
    expect(existsSync(folder.join('agents/small/1.0.0/first'))).toBe(true);
  });

  it('is removed where nothing can be written, and else says that nothing was changed', async () => {
    const { folder, installed, installer } = await stage();
    unwrap(await installer.install(small));
    unwrap(await installer.install({ ...small, version: '1.1.0' }));
    const active = folder.join('agents/small/active.json');
    rmSync(active);
    mkdirSync(`${active}/in-the-way`, { recursive: true });
    expect(await installed.use('small', '1.0.0')).toMatchObject({ error: { code: 'io' } });
    expect(installed.active('small')?.version).toBe('1.1.0');
    const { token } = unwrap(await installed.remove('small', '1.1.0'));
    expect(installed.active('small')?.version).toBe('1.0.0');
    expect(await installed.restore(token)).toMatchObject({ error: { code: 'io' } });
    rmSync(active, { recursive: true });
    unwrap(await installed.restore(token));
    expect(installed.active('small')?.version).toBe('1.1.0');
  });

  it.each([
    ['altered', 'refused', /does not match its checksum/],
    ['frozen', 'timeout', /has sent nothing for a while/],
    ['garbage', 'unavailable', /npm could not work out what/],
  ] as const)(
    'leaves nothing behind if a download is %s, and says so',
    async (trouble, code, words) => {
      const stall = trouble === 'frozen' ? 500 : undefined;
      const { folder, registry, installed, installer } = await stage(stall);
      registry.trouble('helper', trouble);
      const result = await installer.install(small);
      expect(result).toMatchObject({ ok: false, error: { code } });
      expect(result.ok ? '' : result.error.message).toMatch(words);
      expect(installed.ids()).toEqual([]);
      expect(leftIn(folder)).toEqual([]);
    },
  );

  it('can be cancelled, and installed after that', async () => {
    const { folder, registry, installer, installed } = await stage();
    registry.trouble('helper', 'frozen');
    const installing = installer.install(small);
    await waitFor(
      installer.onDidChange,
      () => installer.progress('small')?.phase === 'downloading',
      {
        what: 'downloading',
      },
    );
    installer.cancel('small');
    expect(await installing).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(installed.ids()).toEqual([]);
    expect(leftIn(folder)).toEqual([]);
  });

  it('says which version does not exist, and which Node is missing', async () => {
    const { registry, installer } = await stage();
    expect(await installer.install({ ...small, version: '9.9.9' })).toMatchObject({
      error: { code: 'not-found', message: 'The npm registry has no @test/small@9.9.9.' },
    });
    registry.publish({
      name: 'future',
      version: '1.0.0',
      manifest: { bin: 'cli.js', engines: { node: '>=999.1' } },
      files: { 'cli.js': '' },
    });
    const from = { type: 'npm', package: 'future', bin: null } as const;
    const result = await installer.install({ ...small, id: 'future', from });
    expect(result.ok ? '' : result.error.message).toMatch(/needs Node 999\.1\.0 or newer/);
  });

  it('is found in the catalogue, and used in a session', async () => {
    const { folder, environment } = await stage();
    const scenario = scenarioFile('hello');
    const entry = {
      id: 'small',
      name: 'Small',
      version: '1.0.0',
      description: 'A test.',
      distribution: { npx: { package: '@test/small@1.0.0', args: [scenario] } },
    };
    const file = folder.write('registry.json', JSON.stringify({ agents: [entry] }));
    const settings = { ...defaultSettings, agentRegistry: pathToFileURL(file).href };
    const options = { environment, settings: () => settings };
    const test = await TestEngine.start(folder.join('data'), {}, options);
    const { atHand } = test.engine;
    const entryOf = async () =>
      (await atHand.catalogue()).entries.find((one) => one.id === ('small' as AgentId));
    while ((await entryOf()) === undefined) {
      await waitFor(atHand.onDidChangeCatalogue, () => true, { what: 'the registry' });
    }
    expect(await entryOf()).toMatchObject({
      version: '1.0.0',
      command: expect.stringContaining('npm install'),
      installed: [],
    });
    unwrap(await atHand.install('small', null));
    expect(await entryOf()).toMatchObject({ installed: [{ version: '1.0.0', isActive: true }] });
    expect(atHand.list().agents[0]).toMatchObject({ id: 'small', source: 'installed' });
    atHand.refresh();
    while ((await entryOf())?.update !== '1.1.0') {
      await waitFor(atHand.onDidChangeCatalogue, () => true, { what: 'an update' });
    }
    const session = await test.create('small', folder.folder('project'));
    await session.ready();
  });
});

describe('installing an archive', () => {
  const archive = tarGz({ 'bin/agent': '#!/bin/sh\nexit 0\n' });
  const sha256 = createHash('sha256').update(archive).digest('hex');

  async function served(content: Buffer) {
    const server = createServer((_request, response) => response.end(content));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/agent.tar.gz`;
  }

  it('has its program if the checksum is right, and nothing if it is not', async () => {
    const { folder, installer, installed } = await stage();
    const url = await served(archive);
    const from = { type: 'archive', url, sha256, program: './bin/agent' } as const;
    const wrong = { ...small, from: { ...from, sha256: '0'.repeat(64) } };
    expect(await installer.install(wrong)).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('checksum') },
    });
    expect(leftIn(folder)).toEqual([]);
    unwrap(await installer.install({ ...small, from }));
    expect(installed.program('small')).toMatchObject({
      command: folder.join('agents/small/1.0.0/bin/agent'),
      before: [],
    });
  });

  /** A server that answers in its own way. */
  async function answering(listener: RequestListener) {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent.tar.gz`;
  }

  it.each<[string, RequestListener, RegExp]>([
    [
      'is larger than any agent',
      (_, response) => response.writeHead(200, { 'content-length': 3_000_000_000 }).write('x'),
      /too large/,
    ],
    [
      'is cut off',
      (_, response) => {
        response.writeHead(200, { 'content-length': archive.length });
        response.write(archive.subarray(0, 40), () => response.destroy());
      },
      /could not be reached/,
    ],
    [
      'is redirected without end',
      (request, response) => response.writeHead(302, { location: `${request.url}?again` }).end(),
      /could not be reached/,
    ],
    [
      'is redirected to a file of this computer',
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /could not be reached/,
    ],
    ['is not there', (_, response) => response.writeHead(404).end(), /answered with 404/],
  ])('leaves nothing behind if its download %s, and says so', async (_name, listener, words) => {
    const { folder, installer, installed } = await stage();
    const url = await answering(listener);
    const from = { type: 'archive', url, sha256, program: './bin/agent' } as const;
    const result = await installer.install({ ...small, from });
    expect(result.ok ? '' : result.error.message).toMatch(words);
    expect(installed.ids()).toEqual([]);
    expect(leftIn(folder)).toEqual([]);
  });

  it('follows a redirection, because its checksum says what it is', async () => {
    const { installer, installed } = await stage();
    const location = await served(archive);
    const url = await answering((_, response) => response.writeHead(302, { location }).end());
    const from = { type: 'archive', url, sha256, program: './bin/agent' } as const;
    unwrap(await installer.install({ ...small, from }));
    expect(installed.ids()).toEqual(['small']);
  });

  it('has neither its links nor devices nor rights of other users', async () => {
    const { folder, installer } = await stage();
    const odd = tarGz(
      { 'bin/agent': '#!/bin/sh\n', 'to-etc': '', hard: '', tty: '', pipe: '' },
      {
        'bin/agent': { mode: 0o6777 },
        'to-etc': { type: '2', link: '/etc' },
        hard: { type: '1', link: '/etc/passwd' },
        tty: { type: '3' },
        pipe: { type: '6' },
      },
    );
    const url = await served(odd);
    const hash = createHash('sha256').update(odd).digest('hex');
    const from = { type: 'archive', url, sha256: hash, program: 'bin/agent' } as const;
    unwrap(await installer.install({ ...small, from }));
    const place = folder.join('agents/small/1.0.0');
    expect(readdirSync(place).sort()).toEqual(['airlock-install.json', 'bin']);
    expect(statSync(`${place}/bin/agent`).mode & 0o7777).toBe(0o755);
  });

  it.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')(
    'leaves nothing behind on a disk that is full, and says so',
    async ({ skip }) => {
      const { folder, installer, installed } = await stage();
      try {
        const options = ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder.folder('agents')];
        execFileSync('mount', options, { stdio: 'ignore' });
      } catch (error) {
        skip(`cannot mount: ${error}`);
      }
      onTestFinished(() => void execFileSync('umount', ['-l', folder.join('agents')]));
      const content = randomBytes(300 * 1024);
      const url = (await served(content)).replace('.tar.gz', '');
      const hash = createHash('sha256').update(content).digest('hex');
      const from = { type: 'archive', url, sha256: hash, program: 'agent' } as const;
      expect(await installer.install({ ...small, from })).toMatchObject({
        error: { message: 'The disk is full. Nothing was installed.' },
      });
      expect(installed.ids()).toEqual([]);
      expect(leftIn(folder)).toEqual([]);
    },
  );

  it.each(['../../evil', '/tmp/airlock-evil', 'C:/evil', 'a/../../evil'])(
    'is refused if it holds the name %s',
    async (name) => {
      const { folder, installer } = await stage();
      const evil = tarGz({ [name]: 'x' });
      const hash = createHash('sha256').update(evil).digest('hex');
      const from = { type: 'archive', url: await served(evil), sha256: hash, program: 'agent' };
      expect(
        await installer.install({ ...small, from: { ...from, type: 'archive' } }),
      ).toMatchObject({
        error: { message: expect.stringContaining('leads out of its folder') },
      });
      expect(leftIn(folder)).toEqual([]);
      expect(existsSync('/tmp/airlock-evil')).toBe(false);
    },
  );
});
