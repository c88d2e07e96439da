import { appendFileSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JournalEntry } from '../test/agent/journalEntry';
import { type Evidence, noEvidence } from '../test/hostile/evidence';
import { brokenInvariants, isMerelySlow, leastOf } from '../test/hostile/invariants';
import { changedPaths, filesWith, fingerprintOf, leftProcesses } from '../test/hostile/leftovers';
import type { MemoryGrowth } from '../test/hostile/memoryMonitor';
import type { HostileMode, ModeEnd, SeenChange } from '../test/hostile/mode';
import { bundle } from '../test/support/bundle';
import { expect, type OpenApp } from './fixtures';

/** On a busy machine what took too long is tried again. */
const ATTEMPTS = 3;
/** Past this a request counts as unanswered: after 30 seconds the app itself says that it is late. */
const ANSWER_MILLISECONDS = 35_000;
const POLLS = [50, 100, 200];

/** By what a process of an agent is known. */
export const TAG = 'HOSTILE_TAG';

export interface HostileAppOptions {
  readonly app: OpenApp;
  /** Of the test. */
  readonly folder: string;
  readonly project: string;
  readonly outside: string;
  readonly secret: string;
  readonly seed: number;
  /** What one mode may take. */
  readonly milliseconds: number;
  /** How much of a mode is played. */
  sizeOf(name: string): number;
  journalOf(name: string): readonly JournalEntry[];
  /** Where a line is added of each try of a mode: what it took, and what was wrong. */
  readonly figures?: string | undefined;
}

interface Summary {
  readonly id: string;
  readonly cwd: string;
  readonly title: string;
  readonly status: string;
  readonly turnCount: number;
  readonly lastTurnEnd: ModeEnd | null;
}

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly requestId: string;
  readonly change?: { readonly revision: number };
  readonly question?: { readonly options?: readonly { id: string; kind: string }[] };
  readonly message?: string | null;
  readonly title?: string;
}

interface Snapshot {
  readonly head: { readonly openRequests: readonly string[]; readonly turn: unknown };
  readonly entries: readonly Entry[];
}

interface Review {
  readonly changes: readonly {
    readonly change: { readonly changeId: string; readonly path: string };
    readonly hunks: readonly { readonly hunk: { readonly id: string } }[];
    readonly risk: { readonly type: string };
  }[];
}

/** The app with hostile agents and a healthy one, and what is asked of it as the window asks. */
export class HostileApp {
  private readonly app: OpenApp;
  private knownErrors = 0;

  constructor(private readonly options: HostileAppOptions) {
    this.app = options.app;
  }

  /** What is broken after the mode, one sentence each. */
  async play(name: string, mode: HostileMode): Promise<readonly string[]> {
    let evidence = await this.attempt(name, mode);
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      if (!isMerelySlow(evidence, mode.ends)) break;
      if (brokenInvariants(evidence, mode.ends).length === 0) break;
      evidence = leastOf(evidence, await this.attempt(name, mode));
    }
    return brokenInvariants(evidence, mode.ends);
  }

  /** Lets an agent loose and leaves it at it; gives the folder that it works in. */
  async begin(name: string, mode: HostileMode): Promise<string> {
    const sessionId = await this.create(name, mode);
    await expect(async () => {
      expect((await this.snapshot(sessionId))?.head.turn ?? null).not.toBeNull();
    }).toPass({ timeout: this.options.milliseconds, intervals: POLLS });
    return (await this.summary(sessionId))?.cwd ?? '';
  }

  /** Lets an agent loose and waits for the end of its turn; gives the folder that it works in. */
  async playOut(name: string, mode: HostileMode): Promise<string> {
    const sessionId = await this.create(name, mode);
    await this.ended(sessionId, mode);
    return (await this.summary(sessionId))?.cwd ?? '';
  }

  /** Main's own process is watched from inside it. */
  async loadMonitors(): Promise<void> {
    const { folder } = this.options;
    const file = await bundle('test/hostile/monitors.ts', join(folder, 'monitors.mjs'));
    await this.app.electron.evaluate((_electron, path) => {
      const { createRequire } = process.getBuiltinModule('node:module');
      Object.assign(globalThis, createRequire(path)(path));
    }, file);
  }

  private async attempt(name: string, mode: HostileMode): Promise<Evidence> {
    const started = Date.now();
    const evidence = await this.loose(name, mode);
    const { figures } = this.options;
    if (figures !== undefined) {
      const { end, stillMilliseconds, memory } = evidence;
      const milliseconds = Date.now() - started;
      const broken = brokenInvariants(evidence, mode.ends);
      const line = { name, milliseconds, end, stillMilliseconds, ...memory, broken };
      appendFileSync(figures, `${JSON.stringify(line)}\n`);
    }
    return evidence;
  }

  /** Plays the mode once, and compares what was there before with what is there after. */
  private async loose(name: string, mode: HostileMode): Promise<Evidence> {
    const { secret, seed } = this.options;
    const unanswered: string[] = [];
    const ask = async <T>(request: string, input: unknown): Promise<T | null> => {
      const late = Symbol('late');
      const answer = await Promise.race([
        this.request<T>(request, input),
        new Promise<typeof late>((resolve) => setTimeout(resolve, ANSWER_MILLISECONDS, late)),
      ]);
      if (answer !== late) return answer as T | null;
      unanswered.push(request);
      return null;
    };
    const before = new Map([...this.files(mode)]);
    await this.measure('begin');
    const sessionId = await this.create(name, mode);
    const { milliseconds: timeout } = this.options;
    await this.app.workbench.list.row(`Mode ${name}`).first().click({ timeout });
    const healthy = await this.healthyTurn();
    if (mode.user !== undefined) await this.stop(sessionId, mode.user);
    await this.ended(sessionId, mode);
    const summary = await this.summary(sessionId);
    if (mode.reviews !== undefined) await this.review(sessionId, mode.reviews);
    const opened = await ask<Snapshot>('sessions.open', { sessionId });
    const listed = await ask<Review>('changes.list', { sessionId });
    await ask('sessions.files', { sessionId, query: 'a' });
    await ask('sessions.search', { query: 'after' });
    const { stillMilliseconds, memory } = await this.measure('end');
    const leaks = (await filesWith(this.app.userData, secret)).filter(
      (path) => path !== 'settings.json',
    );
    const end = endOf(summary);
    const told = toldIn(opened?.entries ?? []);
    const cwd = summary?.cwd ?? '';
    const changes = (listed?.changes ?? []).map(
      ({ change, risk }): SeenChange => ({ path: change.path, risk: risk.type !== 'ordinary' }),
    );
    const complaints = mode.check?.({
      end: end ?? 'interrupted',
      told,
      journal: this.options.journalOf(name),
      seed,
      n: this.options.sizeOf(name),
      read: (path) => readIfThere(join(cwd, path)),
      changes,
    });
    const isPolluted = await this.app.window.evaluate(() => 'polluted' in globalThis);
    await ask('sessions.delete', { sessionId });
    return {
      ...noEvidence,
      end,
      told,
      stillMilliseconds,
      memory,
      healthy,
      openQuestions: opened?.head.openRequests.length ?? 0,
      unanswered,
      unexpected: await this.loggedErrors(),
      changes,
      changedOutside: changedPaths(before, new Map([...this.files(mode)])),
      leftProcesses: await leftProcesses({
        mark: [TAG, name],
        tag: `hostile-app-${name}`,
        folder: cwd,
      }),
      leaks,
      complaints: [
        ...(isPolluted ? ['The page ran what the agent wrote.'] : []),
        ...(complaints ?? []),
      ],
    };
  }

  private async create(name: string, mode: HostileMode): Promise<string> {
    const created = await this.request<{ sessionId: string }>('sessions.create', {
      agentId: name,
      folder: this.options.project,
      isolation: mode.isolation ?? 'isolated',
      prompt: [{ type: 'text', text: `Mode ${name}` }],
      continues: null,
    });
    expect(created?.sessionId ?? '', `the session of ${name} was created`).not.toBe('');
    return created?.sessionId ?? '';
  }

  /** The user stops the turn once it runs; by force where that is no help. */
  private async stop(sessionId: string, user: 'stop' | 'force-stop'): Promise<void> {
    await expect(async () => {
      const snapshot = await this.snapshot(sessionId);
      expect(snapshot?.head.turn ?? null).not.toBeNull();
      expect(snapshot?.entries.some(({ kind }) => kind !== 'user')).toBe(true);
    }).toPass({ timeout: this.options.milliseconds, intervals: POLLS });
    await this.request('sessions.command', { sessionId, command: { type: 'turn.cancel' } });
    if (user === 'force-stop') await this.request('sessions.forceStop', { sessionId });
  }

  private async ended(sessionId: string, mode: HostileMode): Promise<void> {
    await expect(async () => {
      await this.answer(sessionId, mode.answers ?? 'reject');
      expect(endOf(await this.summary(sessionId))).not.toBeNull();
    }).toPass({ timeout: this.options.milliseconds, intervals: POLLS });
  }

  private async review(sessionId: string, verdict: 'accept' | 'reject'): Promise<void> {
    const listed = await this.request<Review>('changes.list', { sessionId });
    const verdicts = (listed?.changes ?? []).map(({ change, hunks }) => ({
      changeId: change.changeId,
      hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict })),
      acknowledgesRisk: true,
    }));
    await this.request('changes.decide', { sessionId, verdicts });
  }

  private *files({ reviews }: HostileMode) {
    const { outside, project, folder } = this.options;
    yield* fingerprintOf(outside, folder);
    // What the user accepts is written into the project, and must be.
    if (reviews !== 'accept') yield* fingerprintOf(project, folder);
  }

  private request<T>(name: string, input: unknown): Promise<T | null> {
    return this.app.window.evaluate(
      async ([requestName, argument]) => {
        const { airlock } = globalThis as unknown as {
          airlock: {
            request: Record<
              string,
              (input: unknown) => Promise<{ ok: true; value: T } | { ok: false; error: unknown }>
            >;
          };
        };
        const answer = await airlock.request[requestName as string]?.(argument);
        if (answer?.ok === false && requestName === 'sessions.create') {
          throw new Error(JSON.stringify(answer.error));
        }
        return answer?.ok ? answer.value : null;
      },
      [name, input] as const,
    );
  }

  private snapshot(sessionId: string): Promise<Snapshot | null> {
    return this.request<Snapshot>('sessions.open', { sessionId });
  }

  private async summary(sessionId: string): Promise<Summary | undefined> {
    const list = await this.request<Summary[]>('sessions.list', null);
    return list?.find(({ id }) => id === sessionId);
  }

  private async healthyTurn(): Promise<string | null> {
    const list = (await this.request<Summary[]>('sessions.list', null)) ?? [];
    const before = list.find(({ title }) => title === 'healthy');
    if (!before) return 'it is not there';
    await this.request('sessions.command', {
      sessionId: before.id,
      command: { type: 'prompt.send', content: [{ type: 'text', text: 'Well?' }] },
    });
    await expect(async () => {
      const now = await this.summary(before.id);
      expect(now?.turnCount).toBeGreaterThan(before.turnCount);
      expect(now?.status).not.toBe('working');
    }).toPass({ timeout: this.options.milliseconds, intervals: POLLS });
    const { lastTurnEnd } = (await this.summary(before.id)) ?? { lastTurnEnd: null };
    return lastTurnEnd === 'end_turn' ? null : String(lastTurnEnd);
  }

  /** Opens the session only while it waits for an answer: a long transcript is dear to hand over. */
  private async answer(sessionId: string, answers: string): Promise<void> {
    if (answers === 'none' || (await this.summary(sessionId))?.status !== 'waiting') return;
    const snapshot = await this.snapshot(sessionId);
    for (const id of snapshot?.head.openRequests ?? []) {
      const entry = snapshot?.entries.find((candidate) => candidate.id === id);
      if (entry?.kind === 'elicitation') {
        const { requestId } = entry;
        const command = { type: 'elicitation.answer', requestId, answer: { type: 'declined' } };
        await this.request('sessions.command', { sessionId, command });
        continue;
      }
      const options = entry?.question?.options ?? [];
      const option = options.find(({ kind }) => kind.startsWith(answers)) ?? options.at(-1);
      if (!entry || !option) continue;
      const { requestId } = entry;
      const revision = entry.change?.revision;
      const command = {
        type: 'permission.answer',
        requestId,
        optionId: option.id,
        ...(revision === undefined ? {} : { revision }),
      };
      await this.request('sessions.command', { sessionId, command });
    }
  }

  /** What was logged as an error since the last time. */
  private async loggedErrors(): Promise<readonly string[]> {
    const text = await readFile(join(this.app.userData, 'logs', 'airlock.log'), 'utf8').catch(
      () => '',
    );
    const lines = text.split('\n').filter((line) => line.includes('"level":"error"'));
    const news = lines.slice(this.knownErrors);
    this.knownErrors = lines.length;
    return news;
  }

  private measure(
    what: 'begin' | 'end',
  ): Promise<{ stillMilliseconds: number; memory: MemoryGrowth }> {
    return this.app.electron.evaluate((_electron, call) => {
      const kept = globalThis as unknown as {
        monitors: Record<'loop' | 'memory', { begin(): void; end(): unknown }>;
        measuring: Promise<{ stillMilliseconds: number; memory: MemoryGrowth }>;
      };
      const { loop, memory } = kept.monitors;
      const measure = () => {
        if (call === 'end') {
          const stillMilliseconds = loop.end() as number;
          return { stillMilliseconds, memory: memory.end() as MemoryGrowth };
        }
        memory.begin();
        loop.begin();
        return { stillMilliseconds: 0, memory: { liveBytes: 0, residentBytes: 0 } };
      };
      // It collects garbage: an answer that only the debugger waits for would be part of that.
      kept.measuring = new Promise((resolve) => setImmediate(() => resolve(measure())));
      return kept.measuring;
    }, what);
  }
}

function endOf(summary: Summary | undefined): ModeEnd | null {
  if (!summary || ['working', 'waiting', 'starting'].includes(summary.status)) return null;
  return summary.lastTurnEnd ?? (summary.turnCount === 0 ? 'not-started' : null);
}

function toldIn(entries: readonly Entry[]): string {
  return entries
    .filter(({ kind }) => ['turn-end', 'failure', 'notice'].includes(kind))
    .map(({ message, title }) => message ?? title ?? '')
    .join('\n');
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // There is none, or it may not be read.
    return null;
  }
}
