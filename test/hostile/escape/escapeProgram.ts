import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { createEngine } from '#main/engine/engine';
import type { AgentId } from '#shared/ids';
import type { SessionHead } from '#shared/session/state';
import { defaultSettings } from '#shared/settings';
import { MemoryLogger } from '#test/support/memoryLogger';
import { attempts, type EscapeWorld } from './attempts.mjs';

/** What one run is told, as JSON. */
export interface EscapeOrder {
  /** An empty folder of the user's that this runs as. */
  readonly folder: string;
  readonly isSealed: boolean;
  /** Whether the agent is one whose folders are known. */
  readonly isKnown: boolean;
  /** Whether it may reach listed hosts alone. */
  readonly hasListedHosts: boolean;
  /** Whether the commands of the session make the attempts as well. */
  readonly alsoCommands: boolean;
  readonly node: string;
  /** Folders that the agent's own programs lie in. */
  readonly programs: readonly string[];
  readonly agentProgram: string;
  readonly attemptsProgram: string;
}

export interface EscapeReport {
  readonly user: number;
  /** Names of the attempts that were made, and of those that succeeded. */
  readonly made: readonly string[];
  readonly succeeded: readonly string[];
  /** What is outside of the copy and is not as it was, by its path. */
  readonly changed: readonly string[];
  /** What the session lists as refused: the path below the folder, and why it stays closed if it does. */
  readonly refused: readonly (readonly [path: string, closed: string | null])[];
  /** Hosts and ports that it lists as refused. */
  readonly refusedHosts: readonly string[];
  readonly end: string | null;
  readonly log: string;
  readonly isSignalledAlive: boolean;
}

const order = JSON.parse(process.argv[2] ?? '') as EscapeOrder;
const W = order.folder;
const own = join(W, 'own');
const home = join(W, 'home');
const project = join(W, 'project');
const temporary = join(W, 'temporary');
const lasting = `/var/tmp/airlock-escape-${process.pid}`;
const shared = `/dev/shm/airlock-escape-${process.pid}`;
const bus = join(W, 'run', 'bus');

function put(path: string, text = 'as it was\n'): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function makeProject(): void {
  for (let number = 1; number <= 25; number++) put(join(project, `${number}.txt`));
  put(join(project, '.gitignore'), '.env\nmodules\n');
  put(join(project, '.env'), 'secret\n');
  put(join(project, 'modules', 'index.js'), '1;\n');
  put(join(project, '.airlock.json'), JSON.stringify({ carry: [{ path: 'modules', as: 'link' }] }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd: project,
      stdio: 'pipe',
      env: { PATH: process.env.PATH, HOME: home },
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  git('branch', 'keep');
  git('tag', 'v1');
  put(join(project, '1.txt'), 'stashed\n');
  git('stash');
  put(join(project, '.git', 'info', 'exclude'), '# none\n');
  git('commit', '--quiet', '--allow-empty', '-m', 'two');
}

function makeHome(): void {
  for (const path of ['.ssh/id_ed25519', '.aws/credentials', '.npmrc', '.codex/auth.json']) {
    put(join(home, path), 'secret\n');
  }
  put(join(home, '.bash_history'), 'secret\n');
  put(join(home, '.bashrc'));
  put(join(home, '.gitconfig'), '[user]\nname = A\n');
  put(join(home, '.local/bin/tool'));
  put(join(home, '.claude/settings.json'), '{}\n');
  put(join(home, '.claude/hooks/one.sh'));
  put(join(home, '.claude/plugins/one.json'), '{}\n');
  put(join(home, '.claude/projects/one.jsonl'), '{}\n');
  put(join(home, '.claude.json'), '{}\n');
}

async function listen(path: string): Promise<Server> {
  mkdirSync(dirname(path), { recursive: true });
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return server;
}

/** What nothing inside may reach where its hosts are limited, and one listener that it may. */
async function makeNetwork() {
  const abstract = `airlock-escape-${process.pid}`;
  const web = createWebServer((_, answer) => answer.end('secret\n'));
  const onName = createWebServer((_, answer) => answer.end('secret\n'));
  const listed = createWebServer(({ url }, answer) => {
    if (url === '/elsewhere') answer.writeHead(302, { Location: `http://127.0.0.1:${port}/` });
    answer.end('listed\n');
  });
  const datagrams = createSocket('udp4', (_, from) =>
    datagrams.send('secret', from.port, from.address),
  );
  await new Promise<void>((resolve) => web.listen(0, '0.0.0.0', resolve));
  const { port } = web.address() as AddressInfo;
  await new Promise<void>((resolve) => listed.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => onName.listen(`\0${abstract}`, resolve));
  await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  const world = {
    port,
    datagrams: datagrams.address().port,
    listed: (listed.address() as AddressInfo).port,
    abstract,
    address: own?.address ?? '127.0.0.3',
  };
  return { world, servers: [web, listed, onName, datagrams] };
}

const started: ChildProcess[] = [];
let segment = '';

function makeSegment(): string {
  segment = /\d+/.exec(execFileSync('ipcmk', ['-M', '64'], { encoding: 'utf8' }))?.[0] ?? '';
  return segment;
}

function bystander(): number {
  const child = spawn('sleep', ['600'], {
    cwd: project,
    env: { TOKEN: 'secret' },
    stdio: 'ignore',
  });
  started.push(child);
  return child.pid ?? 0;
}

/** The path of a terminal that another program of the user's has. */
async function terminalOfOthers(): Promise<string> {
  const child = spawn('script', ['-qfc', 'tty; exec sleep 600', '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  started.push(child);
  const path = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(`${chunk}`.trim()));
  });
  return path;
}

/** Every file with its mode, time and content; a folder by its names. */
function stateOf(path: string): string {
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) return `folder ${readdirSync(path).join(' ')}`;
    if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
    if (!stats.isFile()) return 'other';
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${stats.mode.toString(8)} ${stats.mtimeMs} ${hash}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

function* statesBelow(folder: string): Generator<[string, string]> {
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name);
    yield [path, stateOf(path)];
    if (lstatSync(path).isDirectory()) yield* statesBelow(path);
  }
}

/** All that is the user's; of Airlock's own files those that belong to another session. */
function outsideNow(): ReadonlyMap<string, string> {
  const folders = [home, project, temporary, join(W, 'outside'), join(own, 'data/worktrees/other')];
  const files = [join(own, 'settings.json'), lasting, shared];
  return new Map([
    ...folders.flatMap((folder) => [...statesBelow(folder)]),
    ...files.map((path): [string, string] => [path, stateOf(path)]),
  ]);
}

async function main(): Promise<EscapeReport> {
  mkdirSync(home, { recursive: true });
  makeProject();
  makeHome();
  put(join(W, 'outside', 'file.txt'));
  put(join(temporary, 'secret'), 'secret\n');
  put(join(own, 'settings.json'), '{ "secret": 1 }\n');
  put(lasting, 'secret\n');
  put(shared, 'secret\n');
  const sockets = [bus, join(temporary, 'socket'), join(home, '.config/service.sock')];
  const network = await makeNetwork();
  const servers = [...(await Promise.all(sockets.map(listen))), ...network.servers];
  const signalled = bystander();
  const world: EscapeWorld = {
    ...{ home, project, modules: join(project, 'modules'), own, temporary, lasting, shared, bus },
    ...network.world,
    outside: join(W, 'outside'),
    terminal: await terminalOfOthers(),
    segment: makeSegment(),
    pid: bystander(),
    signalled,
  };
  const logger = new MemoryLogger();
  const isNetworkTried = order.hasListedHosts || !order.isSealed;
  const which = order.isSealed && process.getuid?.() === 0 ? 'root' : 'user';
  const call = `ELECTRON_RUN_AS_NODE=1 "${order.node}" "${order.attemptsProgram}" '${JSON.stringify(world)}' ${which} ${isNetworkTried ? 'only-listed-hosts' : 'all-hosts'}`;
  const agentFolder = join(W, 'agent');
  const journal = join(agentFolder, 'journal.ndjson');
  const command = {
    terminal: { command: '/bin/sh', args: ['-c', call], actions: ['wait', 'output'] },
  };
  const steps = [{ shell: call }, ...(order.alsoCommands ? [command, { shell: 'echo' }] : [])];
  const scenario = put(join(agentFolder, 'scenario.json'), JSON.stringify({ turns: [steps] }));
  const program = put(
    join(agentFolder, order.isKnown ? 'claude' : 'agent'),
    `#!/bin/sh\nexec "${order.node}" "${order.agentProgram}" "${scenario}" --journal "${journal}" --gates "${agentFolder}"\n`,
  );
  chmodSync(program, 0o755);
  const switches = Object.entries(process.env).filter(([name]) => name.startsWith('AIRLOCK_'));
  const variables = {
    ...Object.fromEntries(switches),
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: home,
    XDG_RUNTIME_DIR: dirname(bus),
    SSH_AUTH_SOCK: bus,
    GITHUB_TOKEN: 'secret-of-a-code-host',
    AWS_SECRET_ACCESS_KEY: 'secret-of-a-cloud',
  };
  const agent = {
    command: program,
    args: [],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    wire: 'acp',
    namespace: false,
    seal: {
      read: order.programs,
      write: [agentFolder],
      // The name is listed with the usual ports alone.
      ...(order.hasListedHosts && { hosts: ['localhost', `127.0.0.1:${network.world.listed}`] }),
    },
  } as const;
  const engine = await createEngine({
    dataFolder: join(own, 'data'),
    ownFolder: own,
    clientVersion: '0.0.0-test',
    demoAgent: { ...agent, id: 'demo' as AgentId, name: 'Demo' },
    searchWorker: 'in-process',
    logger,
    settings: () => ({ ...defaultSettings, agents: { agent } }),
    environment: async () => ({ variables, source: 'process', shell: null }),
  });
  put(join(own, 'data/worktrees/other/file.txt'));
  mkdirSync(join(own, 'data/sessions/other'), { recursive: true });
  const found = await engine.projects.read(project);
  if (found.ok && found.value.type === 'found') {
    await engine.projects.trust(project, found.value.hash, true);
  }
  const created = await engine.host.create({
    agentId: 'agent' as AgentId,
    project,
    isolation: order.isSealed ? 'sealed' : 'isolated',
  });
  if (!created.ok) throw new Error(`${created.error.message} ${created.error.detail ?? ''}`);
  const session = created.value;
  const until = (isSo: (head: SessionHead) => boolean) =>
    new Promise<SessionHead>((resolve) => {
      const look = async () => {
        const opened = await engine.host.open(session);
        if (opened.ok && isSo(opened.value.live.state.head)) resolve(opened.value.live.state.head);
      };
      engine.host.onDidAppend(() => void look());
      void look();
    });
  const { connection } = await until((head) => ['ready', 'failed'].includes(head.connection.type));
  if (connection.type !== 'ready') throw new Error(JSON.stringify(connection));
  const before = outsideNow();
  const targetsBefore = targetStates(world);
  await engine.host.dispatch(session, {
    type: 'prompt.send',
    content: [{ type: 'text', text: 'Escape.' }],
  });
  const { lastTurnEnd: end } = await until(({ lastTurnEnd }) => lastTurnEnd !== null);
  const opened = await engine.host.open(session);
  const listed = opened.ok ? (await opened.value.seal.listRefusals()).refusals : [];
  const refusedHosts = opened.ok ? opened.value.live.state.head.network.refused : [];
  const after = outsideNow();
  const targetsAfter = targetStates(world);
  const isSignalledAlive = started.every(({ pid, signalCode }) => pid !== signalled || !signalCode);
  await engine.shutDown();
  for (const server of servers) server.close();
  for (const child of started) child.kill('SIGKILL');
  const lines = readFileSync(journal, 'utf8').split('\n');
  const seen = lines.flatMap((line) => {
    const text = /\{\\*"tried\\*":\d+,\\*"succeeded\\*":\[[^\]]*\]\}/.exec(line)?.[0];
    return text ? [JSON.parse(text.replaceAll('\\', '')) as { succeeded: string[] }] : [];
  });
  const isMade = ({ root, network }: (typeof attempts)[number]) =>
    (!root || which === 'root') && (!network || isNetworkTried);
  const isChanged = ({ name, target }: (typeof attempts)[number]) => {
    if (target === undefined) return false;
    return targetsBefore.get(name) !== targetsAfter.get(name);
  };
  const claimed = new Set(seen.flatMap(({ succeeded }) => succeeded));
  const made = attempts.filter(isMade);
  return {
    user: process.getuid?.() ?? -1,
    made: seen.length === (order.alsoCommands ? 2 : 1) ? made.map(({ name }) => name) : [],
    succeeded: made
      .filter((attempt) => isChanged(attempt) || claimed.has(attempt.name))
      .map(({ name }) => name),
    changed: [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    ),
    refused: listed.map(({ path, closed }) => [path.replace(`${W}/`, ''), closed] as const),
    refusedHosts: refusedHosts.map(({ host, port }) => `${host}:${port}`),
    end,
    log: logger.records
      .slice(-5)
      .map((line) => JSON.stringify(line))
      .join('\n')
      .slice(0, 2_000),
    isSignalledAlive,
  };
}

function targetStates(world: EscapeWorld): ReadonlyMap<string, string> {
  return new Map(attempts.map(({ name, target }) => [name, target ? stateOf(target(world)) : '']));
}

/** What is outside the test's own folder goes, however this ends. */
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
  for (const path of [lasting, shared]) rmSync(path, { force: true });
  // Without a seal the agent has removed it.
  if (segment !== '') spawnSync('ipcrm', ['-m', segment]);
});

process.stdout.write(`\nREPORT ${JSON.stringify(await main())}\n`);
process.exit(0);
