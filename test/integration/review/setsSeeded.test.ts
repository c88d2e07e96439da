import { describe, expect, it } from 'vitest';
import type { ChangeView } from '#shared/airlock/changeView';
import { areExclusive, collisionLevel, touchedFiles } from '#shared/airlock/compare/collisions';
import type { SessionId } from '#shared/ids';
import type { HunkPicks } from '#shared/ipc/compare';
import { AgentSet, allPicks } from '#test/support/agentSet';
import { treeOf } from '#test/support/airlockHarness';
import { seededRandom } from '#test/support/seededRandom';
import { unwrap } from '#test/support/testEngine';
import { walkSeeds } from '#test/support/walkSeeds';
import { WordLines, wordsIn } from '#test/support/wordLines';

// Random work of a set of agents on one project, whose user composes, accepts, reverts and works on. Each line has a
// word of whoever wrote it. A failure names its seed: AIRLOCK_SEED=<seed> runs that one alone.

const STEPS = process.env.AIRLOCK_LONG_TESTS ? 30 : 14;
const SEEDS = walkSeeds(301, { few: 2, many: 60 });

type Tree = Readonly<Record<string, string>>;

function wordsOf(tree: Tree): ReadonlySet<string> {
  return new Set(Object.values(tree).flatMap(wordsIn));
}

function without(left: Iterable<string>, right: Iterable<string>): readonly string[] {
  const taken = new Set(right);
  return [...left].filter((word) => !taken.has(word)).sort();
}

class Walk {
  /** Words that each session's decisions have brought into the user's files. */
  private readonly brought = new Map<SessionId, Set<string>>();
  private readonly agents = new Map<SessionId, WordLines>();
  private readonly composed: SessionId[] = [];
  private readonly archived = new Set<SessionId>();

  private constructor(
    private readonly log: string[],
    private readonly set: AgentSet,
    private readonly below: (count: number) => number,
    private readonly user: WordLines,
  ) {}

  static async start(seed: number): Promise<Walk> {
    const random = seededRandom(seed);
    const below = (count: number) => Math.floor(random() * count);
    const made = new WordLines('', 'b', below, () => undefined);
    const names = ['a.txt', 'd/b.txt', 'd/e/c c.txt', 'ü.txt'];
    const files = names.map((name) => [name, made.text(below(3) === 0 ? '\r\n' : '\n')] as const);
    const set = await AgentSet.start(Object.fromEntries(files), 2 + below(7));
    const log: string[] = [];
    const note = (line: string) => log.push(line);
    const walk = new Walk(log, set, below, new WordLines(set.repository.path, 'U', below, note));
    for (const [index, id] of set.sessions.entries()) {
      const copy = await set.copy(id);
      walk.agents.set(id, new WordLines(copy.path, `A${index}`, below, note));
    }
    return walk;
  }

  private fail(what: string): never {
    expect.fail(`${what}\n${this.log.join('\n')}`);
  }

  private none(what: string, words: readonly string[]): void {
    if (words.length > 0) this.fail(`${what}: ${words.join(' ')}`);
  }

  private get project(): Tree {
    return treeOf(this.set.repository.path);
  }

  private pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  private nameOf(id: SessionId): string {
    const index = this.set.sessions.indexOf(id);
    return index === -1 ? `composed ${this.composed.indexOf(id)}` : `A${index}`;
  }

  private get shown(): readonly SessionId[] {
    return [...this.set.sessions, ...this.composed].filter((id) => !this.archived.has(id));
  }

  async step(): Promise<void> {
    const kind = this.below(13);
    const id = this.pick(this.set.sessions);
    if (id === undefined) return;
    if (kind < 4) await this.work(id);
    else if (kind < 5) this.user.work();
    else if (kind < 8) await this.compose();
    else if (kind < 10) await this.accept(this.pick(this.shown));
    else if (kind < 11) await this.revert(this.pick([...this.brought.keys()]));
    else if (kind < 12) await this.refresh(id);
    else if (this.below(2) === 0) await this.archive(id);
    else await this.restart();
    await this.check();
  }

  private async work(id: SessionId): Promise<void> {
    this.agents.get(id)?.work();
    await this.set.open(id);
  }

  private async archive(id: SessionId): Promise<void> {
    const archived = !this.archived.has(id);
    this.log.push(`${archived ? 'archive' : 'bring back'} ${this.nameOf(id)}`);
    unwrap(await this.set.engine.host.dispatch(id, { type: 'session.archive', archived }));
    if (archived) this.archived.add(id);
    else this.archived.delete(id);
  }

  private async somePicks(): Promise<HunkPicks[]> {
    const picks: HunkPicks[] = [];
    for (const id of this.set.sessions) {
      if (this.below(2) === 0) continue;
      for (const pick of allPicks(id, await this.set.open(id))) {
        const hunkIds = pick.hunkIds.filter(() => this.below(3) > 0);
        if (hunkIds.length > 0) picks.push({ ...pick, hunkIds });
      }
    }
    return picks;
  }

  private shuffled<T>(items: readonly T[]): readonly T[] {
    return items
      .map((item) => [this.below(1_000_000), item] as const)
      .sort(([left], [right]) => left - right)
      .map(([, item]) => item);
  }

  /** In any order, picks come to the same; all picks of one agent come to its own files. */
  private async compose(): Promise<void> {
    const before = this.project;
    const only = this.below(3) === 0 ? this.pick(this.set.sessions) : undefined;
    const picks =
      only === undefined ? await this.somePicks() : allPicks(only, await this.set.open(only));
    if (picks.length === 0) return;
    this.log.push(`compose ${picks.map((one) => this.nameOf(one.sessionId)).join(' ')}`);
    const { sessionId, conflicts } = await this.set.compose(picks);
    const result = treeOf((await this.set.copy(sessionId)).path);
    this.same('Composing changed the user’s files', before, this.project);
    const told = async (all: readonly HunkPicks[]) => {
      const found = unwrap(await this.set.compare['compare.conflicts']({ picks: all }, 0));
      return JSON.stringify(
        found
          .map(({ path, picks: named }) => [path, named.map(({ hunkId }) => hunkId).sort()])
          .sort(),
      );
    };
    const mixed = this.shuffled(picks);
    if ((await told(mixed)) !== (await told(picks))) this.fail('Other conflicts in another order');
    if (this.below(3) === 0) {
      const again = await this.set.compose(mixed);
      const other = treeOf((await this.set.copy(again.sessionId)).path);
      this.same('Another result in another order', result, other);
      unwrap(await this.set.engine.host.delete(again.sessionId));
    }
    const isUnmoved = only !== undefined && !this.hasMoved;
    if (isUnmoved && conflicts.length === 0) {
      const own = treeOf((await this.set.copy(only)).path);
      this.same('All of one agent is not its files', own, result);
    }
    const offered = [...wordsOf(before)];
    for (const one of new Set(picks.map((pick) => pick.sessionId))) {
      offered.push(...wordsOf(treeOf((await this.set.copy(one)).path)));
    }
    this.none('Came by composing', without(wordsOf(result), offered));
    this.composed.push(sessionId);
  }

  private hasMoved = false;

  private same(what: string, left: Tree, right: Tree): void {
    const paths = new Set([...Object.keys(left), ...Object.keys(right)]);
    const differing = [...paths].filter((path) => left[path] !== right[path]);
    const shown = differing.map(
      (path) => `${path}\n  ${JSON.stringify(left[path])}\n  ${JSON.stringify(right[path])}`,
    );
    if (shown.length > 0) this.fail(`${what}:\n${shown.join('\n')}`);
  }

  private async accept(id: SessionId | undefined): Promise<void> {
    if (id === undefined) return;
    const before = this.project;
    const copy = wordsOf(treeOf((await this.set.copy(id)).path));
    const wanted = new Map<string, boolean>();
    const isWanted = ({ change }: ChangeView, hunk: number) => {
      const key = `${change.changeId} ${hunk}`;
      if (!wanted.has(key)) wanted.set(key, this.below(4) > 0);
      return wanted.get(key) ?? false;
    };
    const { problems } = await this.set.accept(id, isWanted);
    this.log.push(`accept ${this.nameOf(id)} ${JSON.stringify(problems)}`);
    const now = wordsOf(this.project);
    const came = without(now, wordsOf(before));
    this.none('Came by accepting', without(came, copy));
    const brought = this.brought.get(id) ?? new Set();
    for (const word of came) brought.add(word);
    this.brought.set(id, brought);
    this.hasMoved = true;
  }

  /** Only what the session had brought in goes. */
  private async revert(id: SessionId | undefined): Promise<void> {
    if (id === undefined) return;
    const before = wordsOf(this.project);
    const report = unwrap(await this.set.provenance['provenance.revert']({ sessionId: id }, 0));
    this.log.push(`revert ${this.nameOf(id)} ${JSON.stringify(report)}`);
    const gone = without(before, wordsOf(this.project));
    this.none('Reverted, and it was not its own', without(gone, this.brought.get(id) ?? []));
  }

  private async refresh(id: SessionId): Promise<void> {
    const before = this.project;
    const { updated } = unwrap(await this.set.movedBases.refresh(id));
    this.log.push(`refresh ${this.nameOf(id)} ${updated.join(' ')}`);
    this.same('A refresh changed the user’s files', before, this.project);
  }

  /** Half-made picks mean the same after it. */
  private async restart(): Promise<void> {
    const picks = await this.somePicks();
    const ask = async () => unwrap(await this.set.compare['compare.conflicts']({ picks }, 0));
    const before = JSON.stringify(await ask());
    this.log.push('restart');
    await this.set.restart();
    if (JSON.stringify(await ask()) !== before) this.fail('Other conflicts after a restart');
  }

  private async check(): Promise<void> {
    await this.checkCollisions();
    for (const [path, text] of Object.entries(this.project)) {
      if (wordsIn(text).length === 0) continue;
      for (const line of await this.set.named(path)) {
        const [name, rest = ''] = line.split(': ');
        this.none(
          `${name} is named in ${path} for`,
          wordsIn(rest).filter((word) => !word.startsWith(`${name}-`)),
        );
      }
    }
  }

  /** What is told is what a comparison of all pairs finds, from both sides. */
  private async checkCollisions(): Promise<void> {
    const touched = new Map<SessionId, ReturnType<typeof touchedFiles>>();
    for (const id of this.shown) {
      await this.set.open(id);
      touched.set(id, touchedFiles((await this.set.changes(id)).all));
    }
    await this.set.collisions.drain();
    const wanted: string[] = [];
    for (const [id, files] of touched) {
      for (const [other, theirs] of touched) {
        if (id === other) continue;
        const levels = [...files].flatMap(([path, own]) => {
          const touch = theirs.get(path);
          return (touch && collisionLevel(own, touch)) ?? [];
        });
        if (levels.length === 0) continue;
        const isExclusive = levels.some((level) => areExclusive({ level }));
        wanted.push(`${this.nameOf(id)} ${this.nameOf(other)} ${isExclusive}`);
      }
    }
    const told = this.set.collisions
      .all()
      .flatMap(({ sessionId, collisions }) =>
        [...Map.groupBy(collisions, ({ other }) => other)].map(
          ([other, all]) =>
            `${this.nameOf(sessionId)} ${this.nameOf(other)} ${all.some(areExclusive)}`,
        ),
      );
    this.none('Collisions that are not told', without(wanted, told));
    this.none('Collisions that are told', without(told, wanted));
    const mirrored = told.map((line) => line.replace(/^(\S+(?: \d+)?) (\S+(?: \d+)?) /, '$2 $1 '));
    this.none('Told on one side only', without(told, mirrored));
  }
}

describe('random results of a set of agents', () => {
  for (const seed of SEEDS) {
    it(`are what was picked, and of those who wrote them, seed ${seed}`, {
      timeout: 600_000,
    }, async () => {
      const walk = await Walk.start(seed);
      for (let step = 0; step < STEPS; step++) await walk.step();
    });
  }
});
