import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PidLedger } from '#main/agents/process/table/pidLedger';
import { AgentSecrets } from '#main/agents/secrets/agentSecrets';
import { STORED_FILE_BYTES } from '#main/airlock/limits';
import { SettingsStore } from '#main/app/settings/settings';
import { WindowStateFile } from '#main/app/window/windowState';
import { FileProblems } from '#main/base/files/fileProblems';
import { RotatedFile } from '#main/base/files/rotatedFile';
import { StructuredLogger } from '#main/base/log/logger';
import type { SecretBox } from '#main/base/secrets/secretBox';
import { KeptChecks } from '#main/doctor/keptChecks';
import { createEngine } from '#main/engine/engine';
import { CheckRecords } from '#main/host/checks/checkRecords';
import { ProvenanceFile } from '#main/host/provenance/provenanceFile';
import { openAllowedPaths } from '#main/projects/projects';
import { SavedTerminals } from '#main/terminals/savedTerminals';
import type { AgentCheck } from '#shared/agentCheck';
import type { CheckRun } from '#shared/checks/check';
import type { AgentId, BlobHash, SessionId, TurnId } from '#shared/ids';
import type { RuleDraft } from '#shared/permissions/rule';
import type { Isolation } from '#shared/session/isolation';
import { defaultSettings } from '#shared/settings';
import { engineChanges } from '#test/support/engineChanges';
import { GitRepository } from '#test/support/gitRepository';
import {
  isKeptName,
  keptKinds,
  kindOf,
  othersNames,
  othersSources,
} from '#test/support/keptFileTable';
import { MemoryLogger } from '#test/support/memoryLogger';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { takenInTurn, takesAll, turnOfToday } from '../../../scripts/testing/rotation.mjs';

// Shows I19.

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;
const sessionId = 'ses_keptfiles001' as SessionId;
/** One that works in the user's own files. */
const inPlaceId = 'ses_keptfiles002' as SessionId;
const inPlace = `data/airlock/${inPlaceId}`;

interface KeptFile {
  readonly path: string;
  readonly isAppendOnly?: boolean;
  /** It is there only while something is under way, with this text. */
  readonly transient?: () => string;
  /** It says one thing that is found out again. */
  readonly isMark?: true;
}

/** Everything of ours that is damaged here, by its path in the user-data folder. All kinds are in `keptFileTable`. */
const files: readonly KeptFile[] = [
  { path: `data/sessions/${sessionId}/log.ndjson`, isAppendOnly: true },
  { path: `data/sessions/${sessionId}/blobs.pack`, isAppendOnly: true },
  { path: `data/airlock/${sessionId}/airlock.json` },
  { path: `data/airlock/${sessionId}/ledger.ndjson`, isAppendOnly: true },
  { path: `data/airlock/${sessionId}/checks.json` },
  { path: `${inPlace}/guarded.json` },
  { path: `${inPlace}/mounts.json` },
  { path: `${inPlace}/shadow.git/unseen.json` },
  { path: `${inPlace}/shadow.git/left-out.json` },
  { path: `${inPlace}/shadow.git/unpruned`, isMark: true, transient: () => '1' },
  {
    path: `${inPlace}/restoring/${'ab'.repeat(12)}.json`,
    transient: () => {
      const file = { place: 'repository', path: 'hooks/none', reason: 'It is a hook.' };
      return JSON.stringify({ v: 1, file, before: 'b25l', after: 'dHdv' });
    },
  },
  {
    path: `${inPlace}/staged.json`,
    transient: () => JSON.stringify({ v: 1, parent: 'a'.repeat(40), files: [] }),
  },
  {
    path: `${inPlace}/others.ndjson`,
    isAppendOnly: true,
    transient: () => `${JSON.stringify({ v: 1, root: folder.join('mine'), differences: [] })}\n`,
  },
  { path: 'data/composing/ses_keptcomposed', transient: () => '' },
  { path: 'data/provenance/kept.json' },
  { path: 'data/catalogue.json' },
  { path: 'data/search.sqlite' },
  { path: 'data/processes.json' },
  { path: 'data/trusted.json' },
  { path: 'data/allowed-paths.json' },
  { path: 'data/permissions.json' },
  { path: 'data/agent-checks.json' },
  { path: 'data/secrets.json' },
  { path: 'data/terminals.json' },
  { path: 'settings.json' },
  { path: 'window.json' },
  { path: 'logs/airlock.log', isAppendOnly: true },
];

type Damage = (path: string, bytes: Buffer) => void;

const damages: Readonly<Record<string, Damage>> = {
  'zero length': (path) => writeFileSync(path, ''),
  'cut in half': (path, bytes) => writeFileSync(path, bytes.subarray(0, bytes.length >> 1)),
  garbage: (path, bytes) => writeFileSync(path, Buffer.alloc(Math.max(bytes.length, 64), 0xa7)),
  'newer version': (path, bytes) => writeFileSync(path, newer(bytes)),
  'no permission': (path) => chmodSync(path, 0o000),
  'a folder in its place': (path) => {
    rmSync(path);
    mkdirSync(path);
    writeFileSync(join(path, 'inside.txt'), 'somebody put this here');
  },
  'a pipe in its place': (path) => {
    rmSync(path);
    execFileSync('mkfifo', [path]);
  },
};

function newer(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const raised = text.replace(/"(v|version)":\s*\d+/g, '"$1":99');
  return raised === text ? `{"version":99}\n${text}` : raised;
}

const folder = new TemporaryFolder();
const user = folder.join('user');
const template = folder.join('template');

async function startEngine(problems: FileProblems) {
  return createEngine({
    dataFolder: join(user, 'data'),
    clientVersion: '0.0.0-test',
    demoAgent: {
      id: 'demo' as AgentId,
      name: 'Demo',
      command: 'false',
      args: [],
      env: {},
      wire: 'acp',
    },
    searchWorker: 'in-process',
    logger: new MemoryLogger(),
    files: problems,
    settings: () => defaultSettings,
    environment: async () => ({
      variables: process.env as Record<string, string>,
      source: 'process',
      shell: null,
    }),
  });
}

/** Starts all that reads and writes our files, uses it a little, and ends it; gives all that was said. */
async function runProgram(): Promise<string> {
  const problems = new FileProblems(new MemoryLogger());
  const said: string[] = [];
  const logger = new StructuredLogger(new RotatedFile(join(user, 'logs', 'airlock.log')));
  const settings = await SettingsStore.open(join(user, 'settings.json'), logger);
  said.push(...settings.problems.map(({ message }) => message));
  await settings.update([{ path: ['theme'], value: 'dark' }]);
  settings.dispose();
  const window = new WindowStateFile(join(user, 'window.json'), problems.report);
  await window.save(await window.read());
  const terminals = new SavedTerminals(join(user, 'data', 'terminals.json'), problems.report);
  await terminals.write(await terminals.read());
  const allowed = await openAllowedPaths(join(user, 'data', 'allowed-paths.json'), problems.report);
  await allowed.allow('/other', { path: '/srv', real: '/srv', access: 'read' });
  const checks = await KeptChecks.open(join(user, 'data', 'agent-checks.json'), problems.report);
  // What cannot be read now is not written over: it has been reported.
  await checks.add({ ...CHECK, version: '2.0.0' }).catch(() => undefined);
  const records = new CheckRecords(
    join(user, 'data', 'airlock', sessionId, 'checks.json'),
    problems.report,
  );
  await records.add(CHECK_RUN);
  const secrets = await AgentSecrets.open(join(user, 'data', 'secrets.json'), box, problems.report);
  await secrets.set('other' as AgentId, 'OTHER_KEY', 'value').catch(() => undefined);
  secrets.dispose();
  const traced = new ProvenanceFile(join(user, 'data', 'provenance', 'kept.json'), problems.report);
  await traced.load();
  await traced.save();
  const ledgerPath = join(user, 'data', 'processes.json');
  const ledger = new PidLedger(
    ledgerPath,
    { list: async () => [], startTimeOf: async () => null },
    logger,
    problems.report,
  );
  await ledger.sweep();
  await ledger.add({ pid: 2, startTime: null, runId: 'test', command: 'test' });
  await ledger.remove('test');
  const engine = await startEngine(problems);
  try {
    await engine.projects.trust(folder.join('other'), HASH, false);
    await engine.permissions.save([RULE], null);
    const opened = await engine.host.open(sessionId);
    if (!opened.ok) said.push(opened.error.message);
    else said.push(...opened.value.condition.storage.map(({ title }) => title));
    const listed = await engineChanges(engine.host).list(sessionId);
    if (!listed.ok) said.push(listed.error.message);
    const other = await engine.host.open(inPlaceId);
    if (!other.ok) said.push(other.error.message);
    const seen = await engineChanges(engine.host).look(inPlaceId);
    if (!seen.ok) said.push(seen.error.message);
    const listedThere = await engineChanges(engine.host).list(inPlaceId);
    if (!listedThere.ok) said.push(listedThere.error.message);
    else said.push(listedThere.value.guarded.damage ?? '');
    const found = await engine.host.search('needle');
    if (!found.ok) said.push(found.error.message);
    const hash = createHash('sha256').update(LONG).digest('hex') as BlobHash;
    // As a window is answered that asks for it.
    if (opened.ok && (await opened.value.stored.blobs.get(hash)) === null) {
      said.push('This text is lost.');
    }
    said.push(...(await engine.host.unreadable()).map(({ message }) => message));
  } finally {
    await engine.shutDown();
  }
  logger.info('ran');
  await logger.flush();
  said.push(...problems.list().map(({ message }) => message));
  return said.filter((words) => words !== '').join('\n');
}

const LONG = 'needle '.repeat(2_000);
const HASH = 'a'.repeat(64);
const CHECK_RUN: CheckRun = {
  name: 'test',
  command: 'npm test',
  selection: HASH,
  outcome: 'passed',
  message: null,
  at: 1,
  milliseconds: 1,
  report: null,
  log: '',
};
const RULE: RuleDraft = {
  effect: 'deny',
  match: { type: 'host', host: 'example.com' },
  scope: { type: 'always' },
  agent: null,
};

const box: SecretBox = {
  problem: () => null,
  lock: (text) => Buffer.from(text),
  unlock: (bytes) => bytes.toString(),
};

const CHECK: AgentCheck = {
  agentId: 'mine' as AgentId,
  name: 'Mine',
  version: '1.0.0',
  programVersion: null,
  protocol: 'ACP v1 (1)',
  abilities: [],
  at: 1,
  app: '0.1.0',
  system: 'linux x64',
  withPrompts: false,
  findings: [
    { step: 'start', verdict: 'ok', message: 'It starts.', advice: null, milliseconds: 1 },
  ],
  stderrTail: '',
};

beforeAll(async () => {
  const repository = await GitRepository.createWith(folder.join('project'), { 'a.txt': 'one\n' });
  mkdirSync(folder.join('other'));
  writeFileSync(join(folder.path, 'other', '.airlock.json'), '{}');
  for (const name of ['data', 'logs']) mkdirSync(join(user, name), { recursive: true });
  const engine = await startEngine(new FileProblems(new MemoryLogger()));
  await engine.shutDown();
  await makeSession(repository.path);
  const mine = await GitRepository.createWith(folder.join('mine'), { 'a.txt': 'one\n' });
  await makeInPlaceSession(mine.path);
  const mounts = JSON.stringify({ v: 1, points: [] });
  writeFileSync(join(user, inPlace, 'mounts.json'), mounts);
  writeFileSync(join(user, 'settings.json'), '{ "theme": "light" }\n');
  const place = { position: { x: 1, y: 2 }, width: 1000, height: 700, maximized: false };
  writeFileSync(join(user, 'window.json'), JSON.stringify(place));
  const trusted = { v: 1, folders: [{ folder: '/mine', hash: HASH }] };
  writeFileSync(join(user, 'data', 'trusted.json'), JSON.stringify(trusted));
  const owners = [{ owner: '/mine', paths: [{ path: '/opt', real: '/opt', access: 'read' }] }];
  const allowed = JSON.stringify({ v: 1, owners });
  writeFileSync(join(user, 'data', 'allowed-paths.json'), allowed);
  const rules = [{ id: 'rul_1', ...RULE }];
  writeFileSync(join(user, 'data', 'permissions.json'), JSON.stringify({ v: 1, rules }));
  const checks = JSON.stringify({ v: 1, checks: [CHECK] });
  writeFileSync(join(user, 'data', 'agent-checks.json'), checks);
  const locked = { agent: 'mine', name: 'MINE_KEY', locked: 'aHVzaA==' };
  const secrets = JSON.stringify({ v: 1, secrets: [locked] });
  writeFileSync(join(user, 'data', 'secrets.json'), secrets);
  const terminals = { version: 1, terminals: [] };
  writeFileSync(join(user, 'data', 'terminals.json'), JSON.stringify(terminals));
  const runs = JSON.stringify({ v: 1, runs: [CHECK_RUN] });
  writeFileSync(join(user, 'data', 'airlock', sessionId, 'checks.json'), runs);
  const lines = { v: 1, origins: [], files: [], composed: [], sessions: [] };
  mkdirSync(join(user, 'data', 'provenance'));
  writeFileSync(join(user, 'data', 'provenance', 'kept.json'), JSON.stringify(lines));
  const processes = { version: 1, processes: [] };
  writeFileSync(join(user, 'data', 'processes.json'), JSON.stringify(processes));
  expect(await runProgram()).toBe('');
  for (const { path, transient } of files) {
    if (transient === undefined) continue;
    mkdirSync(dirname(join(user, path)), { recursive: true });
    writeFileSync(join(user, path), transient());
  }
  cpSync(user, template, { recursive: true, preserveTimestamps: true });
  if (!isRoot) return;
  // Root may read anything: what follows is done as somebody who may not.
  giveAway(folder.path);
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
});

afterAll(() => {
  if (isRoot) {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
  folder.dispose();
});

describe('the table of kept files', () => {
  it('has every file that a run of the program leaves', () => {
    const names = readdirSync(template, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(template, join(entry.parentPath, entry.name)));
    expect(names.length).toBeGreaterThan(files.length);
    expect(names.filter((name) => kindOf(name) === undefined)).toEqual([]);
  });

  it('has every name of a file in the source of the main process', () => {
    const sources = globSync('src/main/**/*.ts').filter(
      (name) => !name.endsWith('.test.ts') && !othersSources.some((other) => name.endsWith(other)),
    );
    const named = /['`]([\w.-]+\.(?:json|ndjson|sqlite|pack|log|index))['`]/g;
    const names = sources.flatMap((source) =>
      [...withoutComments(readFileSync(source, 'utf8')).matchAll(named)].map(
        ([, name]) => name ?? '',
      ),
    );
    expect(names).toContain('unseen.json');
    const isKnown = (name: string) => othersNames.has(name) || isKeptName(name);
    expect([...new Set(names)].filter((name) => !isKnown(name))).toEqual([]);
  });

  it('names a test that damages each kind, or says why none need to', () => {
    for (const { path, damagedBy } of keptKinds) {
      const isHere = files.some((file) => path.test(file.path));
      if (damagedBy === 'keptFiles') expect([path.source, isHere]).toEqual([path.source, true]);
      else if ('test' in damagedBy) {
        expect([damagedBy.test, existsSync(damagedBy.test)]).toEqual([damagedBy.test, true]);
      }
    }
  });
});

/** One run does so many of the damages to each file, and to no two files in a row the same ones. */
const SHARE = 1 / 6;
const turn = turnOfToday();
const damaged = files.map((file, index) => ({
  ...file,
  turn,
  kinds: takenInTurn(Object.keys(damages), takesAll() ? 1 : SHARE, turn + index),
}));

describe.each(damaged)('$path, turn $turn', ({ path, kinds, isAppendOnly, isMark }) => {
  it.each(kinds)('%s', async (kind) => {
    rmSync(user, { recursive: true, force: true });
    cpSync(template, user, { recursive: true, preserveTimestamps: true });
    const target = join(user, path);
    const whole = readFileSync(target);
    damages[kind]?.(target, whole);
    const before = contentOf(target, kind);
    const said = await runProgram();
    const isKept = keptBytes(target).some((bytes) =>
      bytes.subarray(0, before.length).equals(before),
    );
    const isNothing = isMark || before.length === 0;
    const isLost = !isKept && !isNothing && !(isAppendOnly && isSplit(target, before));
    expect(isLost, 'something is lost').toBe(false);
    for (const other of files.filter((file) => file.path !== path && !file.transient)) {
      expect(existsSync(join(user, other.path)), `${other.path} is there`).toBe(true);
    }
    expect(existsSync(join(user, 'data', 'worktrees', sessionId, 'a.txt'))).toBe(true);
    expect(readFileSync(join(user, 'data', 'worktrees', sessionId, 'a.txt'), 'utf8')).toBe(
      'agent\n',
    );
    if (!isQuiet(path, kind)) expect(said).not.toBe('');
  });
});

/** An empty settings file is a good one, a log of ours is only ever added to, and a torn end is no loss. */
function isQuiet(path: string, kind: string): boolean {
  if (path === 'logs/airlock.log') return true;
  if (path === 'settings.json') return kind === 'zero length' || kind === 'newer version';
  if (path === 'window.json') return kind === 'newer version';
  // Its length is asked for again, and nothing is tidied away until then.
  if (path.endsWith('/unpruned')) return true;
  // How it begins: its name says all, or nothing was written to it yet.
  if (/composing|others\.ndjson/.test(path) && kind === 'zero length') return true;
  if (path.includes('/composing/')) return kind === 'cut in half' || kind === 'no permission';
  // Filled again from the logs; an empty file is how a new one begins.
  if (path === 'data/search.sqlite' && kind === 'zero length') return true;
  return kind === 'cut in half' && /log\.ndjson|ledger\.ndjson|search\.sqlite/.test(path);
}

function contentOf(target: string, kind: string): Buffer {
  if (kind === 'a folder in its place') return readFileSync(join(target, 'inside.txt'));
  if (kind === 'a pipe in its place') return Buffer.alloc(0);
  if (kind !== 'no permission') return readFileSync(target);
  chmodSync(target, 0o600);
  const bytes = readFileSync(target);
  chmodSync(target, 0o000);
  return bytes;
}

/** The file, and what was put beside it under its name. */
function keptBytes(target: string): readonly Buffer[] {
  const names = readdirSync(dirname(target)).filter((name) => name.startsWith(basename(target)));
  return names.flatMap((name) => {
    const path = join(dirname(target), name);
    if (lstatSync(path).isFIFO()) return [Buffer.alloc(0)];
    if (lstatSync(path).isDirectory()) return [readFileSync(join(path, 'inside.txt'))];
    chmodSync(path, 0o600);
    return [readFileSync(path)];
  });
}

/** Whether the end was cut off and kept beside it. */
function isSplit(target: string, before: Buffer): boolean {
  const torn = readdirSync(dirname(target)).filter((name) => name.includes('.torn'));
  const file = existsSync(target) ? readFileSync(target) : Buffer.alloc(0);
  return torn.some((name) => {
    const bytes = readFileSync(join(dirname(target), name));
    for (let length = 0; length <= before.length; length++) {
      const head = before.subarray(0, length);
      const tail = before.subarray(length);
      if (bytes.includes(tail) && file.subarray(0, length).equals(head)) return true;
    }
    return false;
  });
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function giveAway(path: string): void {
  lchownSync(path, NOBODY, NOBODY);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAway(join(path, name));
  chownSync(path, NOBODY, NOBODY);
}

function makeSession(project: string): Promise<void> {
  return makeSessionIn(project, sessionId, 'isolated', (cwd) => {
    writeFileSync(join(cwd, 'a.txt'), 'agent\n');
  });
}

/** In one turn of which a file is too large to be read. */
function makeInPlaceSession(project: string): Promise<void> {
  return makeSessionIn(project, inPlaceId, 'in-place', (cwd) => {
    writeFileSync(join(cwd, 'a.txt'), 'agent\n');
    writeFileSync(join(cwd, 'large.bin'), '');
    truncateSync(join(cwd, 'large.bin'), STORED_FILE_BYTES + 1);
  });
}

async function makeSessionIn(
  project: string,
  id: SessionId,
  isolation: Isolation,
  work: (cwd: string) => void,
): Promise<void> {
  const turnId = 'trn_keptfiles001' as TurnId;
  const { SessionStore } = await import('#main/host/store/sessionStore');
  const { Airlock } = await import('#main/airlock/airlock');
  const { createIdSource } = await import('#shared/ids');
  const { apply } = await import('#shared/session/fold');
  const { created, said, stamp } = await import('#test/support/sessionEvents');
  const data = join(user, 'data');
  const airlock = new Airlock({
    data: join(data, 'airlock'),
    worktrees: join(data, 'worktrees'),
    ids: createIdSource(() => 'keptfiles'),
    logger: new MemoryLogger(),
  });
  const opened = await airlock.openSession({ sessionId: id, project, isolation });
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.checkpoint(turnId);
  work(opened.value.cwd);
  await opened.value.endTurn(turnId);
  await opened.value.close();
  const store = await SessionStore.open(data);
  const session = await store.create(id);
  if (!session.ok) throw new Error(session.error.message);
  const cwd = isolation === 'in-place' ? project : join(data, 'worktrees', id);
  const made = { ...created(), project, cwd, isolation };
  const output = { type: 'tool.updated', toolCallId: 'one', title: 'Read', output: LONG } as never;
  const events = [made, said('needle'), session.value.externalise(output)];
  const envelopes = stamp(events, 1);
  session.value.append(envelopes);
  for (const envelope of envelopes) apply(session.value.state, envelope);
  await store.dispose();
}
