import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PidLedger } from '#main/agents/process/table/pidLedger';
import { AgentSecrets } from '#main/agents/secrets/agentSecrets';
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
import type { AgentId, BlobHash, SessionId } from '#shared/ids';
import type { RuleDraft } from '#shared/permissions/rule';
import { defaultSettings } from '#shared/settings';
import { engineChanges } from '#test/support/engineChanges';
import { GitRepository } from '#test/support/gitRepository';
import { MemoryLogger } from '#test/support/memoryLogger';
import { TemporaryFolder } from '#test/support/temporaryFolder';

// Shows I19.

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;
const sessionId = 'ses_keptfiles001' as SessionId;

/** Everything that we keep, by its path in the user-data folder. */
const files: readonly { readonly path: string; readonly isAppendOnly?: boolean }[] = [
  { path: `data/sessions/${sessionId}/log.ndjson`, isAppendOnly: true },
  { path: `data/sessions/${sessionId}/blobs.pack`, isAppendOnly: true },
  { path: `data/airlock/${sessionId}/airlock.json` },
  { path: `data/airlock/${sessionId}/ledger.ndjson`, isAppendOnly: true },
  { path: `data/airlock/${sessionId}/checks.json` },
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

describe.each(files)('$path', ({ path, isAppendOnly = false }) => {
  it.each(Object.keys(damages))('%s', async (kind) => {
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
    expect(isKept || (isAppendOnly && isSplit(target, before)), 'nothing is lost').toBe(true);
    for (const other of files.filter((file) => file.path !== path)) {
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
  const file = readFileSync(target);
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

function giveAway(path: string): void {
  lchownSync(path, NOBODY, NOBODY);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveAway(join(path, name));
  chownSync(path, NOBODY, NOBODY);
}

async function makeSession(project: string): Promise<void> {
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
  const opened = await airlock.openSession({ sessionId, project, isolation: 'isolated' });
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.checkpoint('trn_keptfiles001' as never);
  writeFileSync(join(opened.value.cwd, 'a.txt'), 'agent\n');
  await opened.value.scan();
  await opened.value.close();
  const store = await SessionStore.open(data);
  const session = await store.create(sessionId);
  if (!session.ok) throw new Error(session.error.message);
  const made = { ...created(), project, cwd: join(data, 'worktrees', sessionId) };
  const output = { type: 'tool.updated', toolCallId: 'one', title: 'Read', output: LONG } as never;
  const events = [made, said('needle'), session.value.externalise(output)];
  const envelopes = stamp(events, 1);
  session.value.append(envelopes);
  for (const envelope of envelopes) apply(session.value.state, envelope);
  await store.dispose();
}
