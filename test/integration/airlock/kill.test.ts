import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import type { ChangeView } from '#shared/airlock/changeView';
import { applyHunks, hunksAt } from '#shared/airlock/hunks';
import type { DecisionId } from '#shared/ids';
import { AirlockHarness, newSessionId, openChanges, value } from '#test/support/airlockHarness';
import { wantsHunk } from '#test/support/airlockVerdicts';
import { bundle } from '#test/support/bundle';

// Shows I3.

const CYCLES = process.env.AIRLOCK_LONG_TESTS ? 1_000 : 10;
/** It is killed after so many decisions, and some part of the time that one takes. */
const DECISIONS = 3;
const DECISION_MILLISECONDS = 80;

const lines = (change: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_, index) => `${change(index)}\n`).join('');
const plain = (name: string, count: number) => lines((index) => `${name} ${index}`, count);
const edited = (name: string, count: number, every: number) =>
  lines((index) => (index % every === 0 ? `agent ${name} ${index}` : `${name} ${index}`), count);

const BIG = 4_000;

describe('killing the program at any moment', () => {
  it(`leaves no partial file and loses no decision, ${CYCLES} times`, {
    timeout: 5 * CYCLES * 60_000,
  }, async () => {
    const harness = new AirlockHarness();
    const program = await bundle('test/support/airlockChild.ts', harness.folder.join('child.mjs'));
    let kills = 0;
    let confirmed = 0;
    let finished = 0;
    // On a busy machine the moments between a decision and its outcome may be missed for long.
    const isEnough = () => kills >= CYCLES && (finished > 0 || kills >= 5 * CYCLES);
    for (let round = 0; !isEnough(); round++) {
      const project = await prepareProject(harness, `project${round}`);
      const sessionId = newSessionId();
      const session = await harness.open(project, { sessionId });
      agentWorks(session.cwd);
      value(await session.scan());
      await session.close();
      for (let isDone = false; !isDone && !isEnough(); ) {
        const child = spawn(process.execPath, [
          program,
          harness.folder.join('data'),
          harness.folder.join('worktrees'),
          project,
          sessionId,
          String(kills),
        ]);
        const told = await runAndKill(child, Math.floor(Math.random() * (DECISIONS + 1)));
        isDone = told.isDone;
        kills += isDone ? 0 : 1;
        confirmed += told.decisions.length;
        const again = await harness.open(project, { sessionId });
        await verify(again, project, told.decisions);
        finished += again.recovered.length;
        await again.close();
      }
      await harness.airlock.remove(sessionId);
      rmSync(project, { recursive: true });
    }
    expect(confirmed).toBeGreaterThan(CYCLES / 2);
    // Otherwise it was never killed between a decision and its outcome, and nothing was shown.
    expect(finished).toBeGreaterThan(0);
  });
});

async function prepareProject(harness: AirlockHarness, name: string): Promise<string> {
  const files: Record<string, string> = {};
  for (let index = 0; index < 3; index++) {
    files[`edit${index}.txt`] = plain('edit', 90);
    files[`owned${index}.txt`] = plain('owned', BIG);
    files[`gone${index}.txt`] = plain(`gone ${index}`, 5);
    files[`data${index}.bin`] = `\0${plain('binary', 2_000)}`;
  }
  const repository = await harness.repository(files, name);
  for (let index = 0; index < 3; index++) {
    // Another owner's files are written in their own place, which can be stopped halfway.
    if (process.getuid?.() === 0) chownSync(repository.join(`owned${index}.txt`), 1234, 1234);
  }
  return repository.path;
}

function agentWorks(cwd: string): void {
  for (let index = 0; index < 3; index++) {
    writeFileSync(join(cwd, `edit${index}.txt`), edited('edit', 90, 9));
    writeFileSync(join(cwd, `owned${index}.txt`), edited('owned', BIG, BIG / 8));
    writeFileSync(join(cwd, `data${index}.bin`), `\0${plain('changed', 2_000)}`);
    mkdirSync(join(cwd, `deep${index}/er`), { recursive: true });
    writeFileSync(join(cwd, `deep${index}/er/made.txt`), plain('made', 50));
    rmSync(join(cwd, `gone${index}.txt`));
  }
}

async function runAndKill(child: ChildProcess, lines: number) {
  const decisions: DecisionId[] = [];
  let isDone = false;
  let message = '';
  child.stderr?.on('data', (chunk) => {
    message += chunk;
  });
  const closed = once(child, 'close');
  const output = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ready = new Promise<void>((resolve) => {
    output.on('line', (line) => {
      if (line === 'done') isDone = true;
      else if (line !== 'ready') decisions.push(line as DecisionId);
      if (decisions.length >= lines) resolve();
    });
  });
  await Promise.race([ready, closed]);
  await Promise.race([wait(Math.random() * DECISION_MILLISECONDS), closed]);
  child.kill('SIGKILL');
  const [code] = await closed;
  expect(message).toBe('');
  // It may be killed after its last word, too.
  expect(isDone ? [0, null] : [null]).toContain(code);
  return { decisions, isDone };
}

/** The disk holds what the ledger says, and the ledger what the program had confirmed. */
async function verify(session: SessionAirlock, project: string, confirmed: readonly DecisionId[]) {
  expect(session.recovered.filter(({ result }) => result === 'flagged')).toEqual([]);
  const decided = new Set(
    session.changes.all.flatMap(({ hunks }) => hunks.map(({ decisionId }) => decisionId)),
  );
  expect(confirmed.filter((decisionId) => !decided.has(decisionId))).toEqual([]);
  for (const view of session.changes.all) {
    const { path } = view.change;
    for (const { hunk, outcome } of view.hunks) {
      if (outcome.state === 'pending') continue;
      expect([path, outcome.state]).toEqual([
        path,
        wantsHunk(path, hunk.id) ? 'accepted' : 'rejected',
      ]);
    }
    const accepted = await expected(session, view, ['accepted']);
    const wanted = await expected(session, view, ['accepted', 'pending']);
    expect([path, read(join(project, path)) === accepted]).toEqual([path, true]);
    expect([path, read(join(session.cwd, path)) === wanted]).toEqual([path, true]);
  }
  const left = readdirSync(project, { recursive: true }).filter((name) =>
    String(name).includes('.airlock-'),
  );
  expect(left).toEqual([]);
  const before = openChanges(session).length;
  value(await session.scan());
  expect(openChanges(session)).toHaveLength(before);
}

async function expected(
  session: SessionAirlock,
  { change, hunks }: ChangeView,
  states: readonly string[],
): Promise<string | null> {
  const isIn = hunks
    .filter(({ outcome }) => states.includes(outcome.state))
    .map(({ hunk }) => hunk);
  const bytes = async (side: 'base' | 'proposed') =>
    value(await session.changes.bytes(change.changeId, side))?.toString('latin1') ?? null;
  if (isIn.length === 0) return bytes('base');
  if (isIn.length === hunks.length) return bytes('proposed');
  const base = (await bytes('base')) ?? '';
  const proposed = (await bytes('proposed')) ?? '';
  return applyHunks(
    base,
    hunksAt(
      base,
      proposed,
      isIn.filter((hunk) => hunk.type === 'text'),
    ),
  );
}

function read(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'latin1') : null;
}
