import childProcess from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Airlock } from '#main/airlock/airlock';
import { createIdSource, type DecisionId, type SessionId, type TurnId } from '#shared/ids';
import { MemoryLogger } from '#test/support/memoryLogger';

/**
 * Opens a session, refreshes it from the user's files, undoes that, rewinds it or undoes decisions,
 * and kills itself before one step that changes something on the disk. Without a given step it
 * prints all steps, each with the state of the session's files before it.
 */
const [
  data = '',
  worktrees = '',
  project = '',
  sessionId = '',
  action = '',
  wanted = '0',
  ...paths
] = process.argv.slice(2);
const killAt = Number(wanted);
const steps: { readonly name: string; readonly state: string }[] = [];
let isCounting = action === 'open';

/** Whether the program should end here. */
function step(name: string): boolean {
  if (!isCounting) return false;
  steps.push({ name, state: killAt === 0 ? stateNow() : '' });
  return steps.length === killAt;
}

/**
 * Everything that a later start depends on: the ledger, the indexes, the copy and the user's files.
 */
function stateNow(): string {
  const hash = createHash('sha256');
  const shadow = `${data}/${sessionId}/shadow.git`;
  const kept = ['base.index', 'own.index', 'work.index'].map((name) => `${shadow}/${name}`);
  const files = [`${worktrees}/${sessionId}`, project].flatMap((root) =>
    fs
      .readdirSync(root, { recursive: true })
      .map((name) => `${root}/${name}`)
      .filter((path) => !path.includes('/.git')),
  );
  for (const path of [`${data}/${sessionId}/ledger.ndjson`, ...kept, ...files.sort()]) {
    const status = fs.lstatSync(path, { throwIfNoEntry: false });
    hash.update(`${path} ${status?.mode}\n`);
    if (status?.isFile()) hash.update(fs.readFileSync(path));
  }
  return hash.digest('hex');
}

function die(): void {
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

function watch(owner: object, names: readonly string[]): void {
  const methods = owner as Record<string, Method>;
  for (const name of names) {
    const method = methods[name];
    if (method === undefined) throw new Error(`There is no ${name}.`);
    methods[name] = function (...args) {
      if (step(name)) die();
      return method.apply(this, args);
    };
  }
}

watch(fs, [
  'linkSync',
  'renameSync',
  'unlinkSync',
  'rmdirSync',
  'writeFileSync',
  'mkdirSync',
  'rmSync',
]);
watch(fs.promises, [
  'rename',
  'rm',
  'unlink',
  'symlink',
  'mkdir',
  'writeFile',
  'link',
  'copyFile',
  'rmdir',
]);
const file = await fs.promises.open('/dev/null');
const handles = Object.getPrototypeOf(file) as Record<string, Method>;
await file.close();
watch(handles, ['writeFile', 'truncate']);
const { write } = handles;
/** The ledger's lines: before a line, and in the middle of it. */
handles.write = function (...args) {
  if (step('write')) die();
  const [bytes, offset, length, position] = args as [Buffer, number, number, number];
  if (step('write half')) {
    fs.writeSync((this as fs.promises.FileHandle).fd, bytes, offset, length >> 1, position);
    die();
  }
  return write?.apply(this, args);
};
const WRITING_GIT =
  /^(update-index|read-tree|write-tree|commit-tree|update-ref|hash-object|mktree|prune)$/;
const { spawn } = childProcess;
childProcess.spawn = ((program: string, args: readonly string[], options: object) => {
  const command = args.find((word) => WRITING_GIT.test(word));
  if (command !== undefined && step(`git ${command}`)) die();
  return spawn(program, args, options);
}) as typeof spawn;
syncBuiltinESMExports();

const ids = createIdSource(() => randomBytes(9).toString('base64url'));
const airlock = new Airlock({ data, worktrees, ids, logger: new MemoryLogger() });
const opened = await airlock.openSession({
  sessionId: sessionId as SessionId,
  project,
  isolation: 'isolated',
});
if (!opened.ok) throw new Error(opened.error.message);
const session = opened.value;
await session.drain();
isCounting = true;
const { refresh } = session.changes;
if (action === 'run') expectOk(await refresh.run(paths));
if (action === 'rewind') expectOk(await session.changes.rewind(paths[0] as TurnId));
if (action === 'take-back') {
  for (const result of await session.changes.undo(paths as DecisionId[])) expectOk(result);
}
if (action === 'undo') {
  const offered = expectOk(await refresh.offered());
  if (offered === null) throw new Error('There is no refresh.');
  expectOk(await refresh.undo(offered.refreshId));
}
isCounting = false;
await session.close();
process.stdout.write(JSON.stringify(steps));

function expectOk<T>(
  result: { ok: true; value: T } | { ok: false; error: { message: string } },
): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
