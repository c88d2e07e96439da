import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import type { ChangeView } from '#shared/airlock/changeView';
import { splitLines } from '#shared/airlock/diff/lines';
import type { LineSelection } from '#shared/airlock/diff/splitHunk';
import type { HunkRange } from '#shared/airlock/hunks';
import type { ChangeVerdict } from '#shared/airlock/verdict';
import type { DecisionId, RefreshId, SessionId, TurnId } from '#shared/ids';
import {
  AirlockHarness,
  newSessionId,
  newTurnId,
  openChanges,
  treeOf,
  undo,
  value,
} from '#test/support/airlockHarness';
import { seededRandom } from '#test/support/seededRandom';
import { walkSeeds } from '#test/support/walkSeeds';
import { WordLines, wordsIn } from '#test/support/wordLines';

// Random decisions about random work of several agents in copies of one project, whose user works on, too. Each step is
// compared with what the decisions alone come to. A failure names its seed: AIRLOCK_SEED=<seed> runs that one alone.

const STEPS = 30;
const SEEDS = walkSeeds(701, { few: 3, many: 100 });

type Tree = Readonly<Record<string, string>>;

interface Lines {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** A decision that took something, with all trees as they were before and after it. */
interface Step extends Lines {
  readonly decisionId: DecisionId;
  readonly verdict: 'accept' | 'reject';
  readonly path: string;
  readonly oldPath: string | null;
  readonly project: readonly [Tree, Tree];
  readonly copy: readonly [Tree, Tree];
  /** What counted as the user's before and after it. */
  readonly base: readonly [Base, Base];
}

type Base = Map<string, string>;

interface Agent {
  readonly name: string;
  readonly sessionId: SessionId;
  readonly files: WordLines;
  session: SessionAirlock;
  /** The words that count as the user's here, and their files. */
  base: Base;
  turns: { readonly turnId: TurnId; readonly words: Base; readonly base: Base }[];
  steps: Step[];
  refresh: { readonly refreshId: RefreshId; readonly copy: Tree; readonly base: Base } | null;
}

function wordsOf(tree: Tree): Set<string> {
  return new Set(Object.values(tree).flatMap(wordsIn));
}

function baseOf(tree: Tree): Base {
  return new Map(
    Object.entries(tree).flatMap(([path, text]) => wordsIn(text).map((word) => [word, path])),
  );
}

function without(left: Iterable<string>, right: Iterable<string>): readonly string[] {
  const taken = new Set(right);
  return [...left].filter((word) => !taken.has(word)).sort();
}

function differing(left: Tree, right: Tree): readonly string[] {
  const paths = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...paths].filter((path) => left[path] !== right[path]).sort();
}

async function linesOf(
  session: SessionAirlock,
  { change, hunks }: ChangeView,
  takes: (hunk: ChangeView['hunks'][number]) => boolean,
): Promise<Lines> {
  const texts = value(await session.changes.texts(change.changeId));
  const [base, proposed] = [splitLines(texts.base ?? ''), splitLines(texts.proposed ?? '')];
  const added: string[] = [];
  const removed: string[] = [];
  for (const view of hunks) {
    if (!takes(view)) continue;
    const { hunk } = view;
    if (hunk.type === 'text') {
      const { baseStart, baseCount, proposedStart, proposedCount } = hunk;
      removed.push(...base.slice(baseStart, baseStart + baseCount));
      added.push(...proposed.slice(proposedStart, proposedStart + proposedCount));
    } else if (hunk.type === 'whole') {
      removed.push(...base);
      added.push(...proposed);
    }
  }
  return { added: wordsIn(added.join('\n')), removed: wordsIn(removed.join('\n')) };
}

class Walk {
  private readonly agents: Agent[] = [];
  /** Words that were in two files at a time, such as after half of a move: nothing can be said about them. */
  private readonly loose = new Set<string>();

  private constructor(
    private readonly log: string[],
    private readonly harness: AirlockHarness,
    private readonly below: (count: number) => number,
    private readonly user: WordLines,
    private readonly project: string,
    private readonly git: (...args: readonly string[]) => Promise<string>,
  ) {}

  static async start(seed: number): Promise<Walk> {
    const random = seededRandom(seed);
    const below = (count: number) => Math.floor(random() * count);
    const harness = new AirlockHarness();
    const made = new WordLines('', 'b', below, () => undefined);
    const names = ['a.txt', 'd/b.txt', 'd/e/c c.txt', 'ü.txt', 'run.sh'];
    const files = names.map((name) => [name, made.text(below(3) === 0 ? '\r\n' : '\n')] as const);
    const repository = await harness.repository(Object.fromEntries(files));
    const log: string[] = [];
    const user = new WordLines(repository.path, 'U', below, (line) => log.push(line));
    const walk = new Walk(log, harness, below, user, repository.path, (...args) =>
      repository.git(...args),
    );
    for (let count = 1 + below(3); count > 0; count--) await walk.begin();
    return walk;
  }

  private async begin(): Promise<void> {
    const sessionId = newSessionId();
    const session = await this.harness.open(this.project, { sessionId });
    const name = `A${this.agents.length}`;
    const files = new WordLines(session.cwd, name, this.below, (line) => this.log.push(line));
    const base = baseOf(treeOf(session.cwd));
    this.agents.push({
      name,
      sessionId,
      files,
      session,
      base,
      turns: [],
      steps: [],
      refresh: null,
    });
  }

  private fail(what: string): never {
    expect.fail(`${what}\n${this.log.join('\n')}`);
  }

  private same(what: string, left: Tree, right: Tree): void {
    const paths = differing(left, right);
    if (paths.length === 0) return;
    const shown = paths.map(
      (path) =>
        `${path}\n  was ${JSON.stringify(left[path])}\n  is  ${JSON.stringify(right[path])}`,
    );
    this.fail(`${what}:\n${shown.join('\n')}`);
  }

  private none(what: string, all: readonly string[]): void {
    const words = all.filter((word) => !this.loose.has(word));
    if (words.length > 0) this.fail(`${what}: ${words.join(' ')}`);
  }

  private some<T>(items: readonly T[]): readonly T[] {
    const share = this.below(4);
    return items.filter(() => this.below(4) <= share);
  }

  /** Does something in one session that must touch neither the user's files nor other copies, unless told. */
  private async within<T>(
    agent: Agent,
    what: string,
    touches: { readonly project?: boolean; readonly copy?: boolean },
    task: () => Promise<T>,
  ) {
    if (what !== 'look') this.log.push(`${agent.name}: ${what}`);
    const trees = () => this.agents.map(({ session }) => treeOf(session.cwd));
    const index = this.agents.indexOf(agent);
    const [project, copies] = [treeOf(this.project), trees()];
    const result = await task();
    const [projectNow, copiesNow] = [treeOf(this.project), trees()];
    if (!touches.project) this.same(`${what} changed the user’s files`, project, projectNow);
    for (const [other, copy] of copies.entries()) {
      if (other === index && touches.copy) continue;
      this.same(`${what} of ${agent.name} changed copy ${other}`, copy, copiesNow[other] ?? {});
    }
    for (const tree of [projectNow, ...copiesNow]) {
      const seen = new Set<string>();
      for (const word of Object.values(tree).flatMap(wordsIn)) {
        if (seen.has(word)) this.loose.add(word);
        seen.add(word);
      }
    }
    const empty: Tree = {};
    return {
      result,
      project: [project, projectNow] as const,
      copy: [copies[index] ?? empty, copiesNow[index] ?? empty] as const,
    };
  }

  async step(): Promise<void> {
    const agent = this.agents[this.below(this.agents.length)];
    if (agent === undefined) return;
    const kind = this.below(16);
    if (kind < 4) await this.turn(agent);
    else if (kind < 6) this.user.work();
    else if (kind < 9) await this.decide(agent, 'accept');
    else if (kind < 11) await this.decide(agent, 'reject');
    else if (kind < 13) await this.undo(agent);
    else if (kind === 13 && this.below(2) === 0) await this.edit(agent);
    else if (kind === 13) await this.rewind(agent);
    else if (kind === 14) await this.refresh(agent);
    else if (this.below(2) === 0) await this.reopen(agent);
    else await this.commit();
    for (const each of this.agents) await this.check(each);
  }

  /** The review of a session says what differs between its copy and what counts as the user's. */
  private async check(agent: Agent): Promise<void> {
    const { session, name } = agent;
    await this.within(agent, 'look', {}, async () => value(await session.scan()));
    const pending: { added: string[]; removed: string[] } = { added: [], removed: [] };
    for (const view of openChanges(session)) {
      const lines = await linesOf(session, view, ({ outcome }) => outcome.state === 'pending');
      pending.added.push(...lines.added);
      pending.removed.push(...lines.removed);
    }
    for (const word of pending.added) if (pending.removed.includes(word)) this.loose.add(word);
    const copy = wordsOf(treeOf(session.cwd));
    const [added, removed] = [without(copy, agent.base.keys()), without(agent.base.keys(), copy)];
    const net = (one: readonly string[], other: readonly string[]) => without(one, other);
    const [shownAdded, shownRemoved] = [
      net(pending.added, pending.removed),
      net(pending.removed, pending.added),
    ];
    this.none(`${name} adds, and it is not listed`, without(added, shownAdded));
    this.none(`${name} removes, and it is not listed`, without(removed, shownRemoved));
    this.none(`${name} is listed to add`, without(shownAdded, added));
    this.none(`${name} is listed to remove`, without(shownRemoved, removed));
    for (const { change, hunks } of openChanges(session)) {
      if (hunks.some(({ outcome }) => outcome.state !== 'pending')) continue;
      const { proposed } = value(await session.changes.texts(change.changeId));
      const present = change.proposed === null ? null : agent.files.read(change.path);
      if (proposed !== present) this.fail(`${name} has another ${change.path} than is shown`);
    }
  }

  private async turn(agent: Agent): Promise<void> {
    const { session } = agent;
    const turnId = newTurnId();
    await this.within(agent, `turn ${agent.turns.length}`, {}, async () =>
      value(await session.checkpoint(turnId)),
    );
    const words = baseOf(treeOf(session.cwd));
    agent.turns.push({ turnId, words, base: new Map(agent.base) });
    agent.files.work();
    await this.within(agent, 'turn ends', {}, async () => value(await session.endTurn(turnId)));
  }

  private async commit(): Promise<void> {
    if (this.below(3) === 0) {
      const stashes = await this.git('stash', 'list');
      const isPop = stashes !== '' && (await this.git('status', '--porcelain')) === '';
      this.log.push(isPop ? 'stash pop' : 'stash');
      await this.git('stash', ...(isPop ? ['pop', '--quiet'] : ['--include-untracked'])).catch(
        (error: Error) => this.log.push(`  ${error.message}`),
      );
      return;
    }
    this.log.push('commit');
    await this.git('add', '--all');
    await this.git('commit', '--quiet', '--allow-empty', '--message', 'more');
  }

  private async decide(agent: Agent, verdict: 'accept' | 'reject'): Promise<void> {
    const { session } = agent;
    for (const view of this.some(openChanges(session))) {
      const hunks = this.some(view.hunks.filter(({ outcome }) => outcome.state === 'pending'));
      if (hunks.length === 0) continue;
      const wanted: ChangeVerdict = {
        changeId: view.change.changeId,
        acknowledgesRisk: true,
        hunks: hunks.map(({ hunk }) => ({
          hunkId: hunk.id,
          verdict,
          ...(hunk.type === 'text' && this.below(4) === 0 && { lines: this.someLines(hunk) }),
        })),
        ...(this.below(4) === 0 && {
          resolution: this.below(2) === 0 ? ('proposed' as const) : ('both' as const),
        }),
      };
      await this.decideOne(agent, view, wanted, verdict);
    }
  }

  private someLines({ baseCount, proposedCount }: HunkRange): LineSelection {
    const rows = (count: number) => this.some(Array.from({ length: count }, (_, row) => row));
    return { removed: rows(baseCount), added: rows(proposedCount) };
  }

  /** The user types a line into what is proposed. */
  private async edit(agent: Agent): Promise<void> {
    const { session } = agent;
    const open = openChanges(session).filter(({ change }) => change.proposed !== null);
    const view = open[this.below(open.length)];
    if (view === undefined) return;
    const { changeId, path } = view.change;
    const { proposed } = value(await session.changes.texts(changeId));
    if (proposed === null) return;
    const typed = this.user.line('\n');
    const done = await this.within(agent, `edit ${path} with ${typed}`, { copy: true }, () =>
      session.changes.edit(changeId, typed + proposed),
    );
    if (!done.result.ok) {
      this.log.push(`  ${done.result.error.message}`);
      this.same('What failed changed files', ...done.copy);
      return;
    }
    const [before, now] = done.copy.map(wordsOf) as [Set<string>, Set<string>];
    // Rejected lines are a part of the text that is edited.
    this.none('Came by the edit', without(without(now, before), wordsIn(typed + proposed)));
    this.none('Typed, and not there', without(wordsIn(typed), now));
  }

  private async decideOne(
    agent: Agent,
    view: ChangeView,
    wanted: ChangeVerdict,
    verdict: 'accept' | 'reject',
  ): Promise<void> {
    const { session } = agent;
    const { path, oldPath, changeId } = view.change;
    const baseBefore = new Map(agent.base);
    const names = wanted.hunks.map(({ hunkId }) => hunkId);
    const what = `${verdict} ${path}${oldPath ? ` (was ${oldPath})` : ''} ${names.join(' ')} ${wanted.resolution ?? ''}`;
    const touches = verdict === 'accept' ? { project: true } : { copy: true };
    const done = await this.within(agent, what, touches, () => session.changes.decide([wanted]));
    const [result] = done.result;
    if (result === undefined) this.fail('There is no result.');
    const sides = verdict === 'accept' ? done.project : done.copy;
    if (!result.ok) {
      this.log.push(`  ${result.error.code}: ${result.error.message}`);
      this.same('What failed changed files', ...sides);
      return;
    }
    const state = verdict === 'accept' ? 'accepted' : 'rejected';
    const { decisionId, outcomes } = result.value;
    const taken = new Set(outcomes.filter((one) => one.state === state).map((one) => one.hunkId));
    this.log.push(`  took ${[...taken].join(' ')}`);
    const after = session.changes.find(changeId);
    if (after === null) this.fail('The change is gone.');
    const lines = await linesOf(session, after, ({ hunk }) => taken.has(hunk.id));
    const { added, removed } = lines;
    const [before, now] = sides.map(wordsOf) as [Set<string>, Set<string>];
    const forward = verdict === 'accept';
    const [mayCome, mayGo] = forward ? [added, removed] : [removed, added];
    const texts = value(await session.changes.texts(changeId));
    // Somebody who takes the agent's file that they deleted gets all of it.
    const whole = wanted.resolution === undefined ? [] : wordsIn(texts.base ?? '');
    this.none(`Came by ${what}`, without(without(now, before), [...mayCome, ...whole]));
    if (wanted.resolution === undefined) {
      this.none(`Went by ${what}`, without(without(before, now), mayGo));
    }
    const touched = differing(...sides);
    this.none('Touched', without(touched, [path, oldPath ?? path]));
    if (forward) {
      this.none('Accepted, and is not there', without(without(added, removed), now));
      const isMoved = after.hunks.some(
        ({ hunk, outcome }) => hunk.type === 'rename' && outcome.state === 'accepted',
      );
      const target = isMoved ? path : (oldPath ?? path);
      for (const [word, at] of agent.base)
        if (isMoved && at === oldPath) agent.base.set(word, path);
      for (const word of without(removed, added)) agent.base.delete(word);
      for (const word of without(added, removed)) agent.base.set(word, target);
    } else {
      this.none(
        'Rejected, and is still there',
        [...without(added, removed)].filter((word) => now.has(word)),
      );
      this.none('Rejected, and is not back', without(without(removed, added), now));
    }
    const { project, copy } = done;
    const base = [baseBefore, new Map(agent.base)] as const;
    const step = { decisionId, verdict, path, oldPath: oldPath ?? null, added, removed };
    agent.steps.push({ ...step, project, copy, base });
  }

  private async undo(agent: Agent): Promise<void> {
    const { session, steps } = agent;
    const index = this.below(2) === 0 ? steps.length - 1 : this.below(steps.length);
    const step = steps[index];
    if (step === undefined) return;
    const { verdict, path, decisionId } = step;
    const what = `undo ${verdict} ${path}`;
    const touches = verdict === 'accept' ? { project: true } : { copy: true };
    const done = await this.within(agent, what, touches, () => undo(session, decisionId));
    const [side, then] =
      verdict === 'accept' ? [done.project, step.project] : [done.copy, step.copy];
    const isUntouched = differing(then[1], side[0]).every(
      (one) => one !== path && one !== step.oldPath,
    );
    if (!done.result.ok) {
      this.log.push(`  ${done.result.error.code}: ${done.result.error.message}`);
      this.same('What failed changed files', ...side);
      if (isUntouched && index === steps.length - 1)
        this.log.push('  although nothing happened since');
      return;
    }
    steps.splice(index, 1);
    const { added, removed } = step;
    const [before, now] = side.map(wordsOf) as [Set<string>, Set<string>];
    if (verdict === 'accept') {
      // With a resolution, an acceptance exchanges more than the lines of its hunks.
      const [earlier, later] = [wordsOf(then[0]), wordsOf(then[1])];
      const [lost, brought] = [without(earlier, later), without(later, earlier)];
      this.none(`Came by ${what}`, without(without(now, before), [...removed, ...lost]));
      this.none(`Went by ${what}`, without(without(before, now), [...added, ...brought]));
      const [was, is] = step.base;
      for (const [word, at] of agent.base) {
        const [earlier, later] = [was.get(word), is.get(word)];
        if (earlier !== later && earlier !== undefined && at === later)
          agent.base.set(word, earlier);
      }
      for (const word of without(added, removed)) agent.base.delete(word);
      for (const word of without(removed, added)) agent.base.set(word, was.get(word) ?? path);
    } else {
      this.none(`Came by ${what}`, without(without(now, before), added));
      this.none(`Went by ${what}`, without(without(before, now), removed));
    }
    if (isUntouched) {
      for (const one of [path, step.oldPath ?? path]) {
        if (then[0][one] !== side[1][one]) {
          this.fail(
            `${what} left ${one} as\n${JSON.stringify(side[1][one])} instead of\n${JSON.stringify(then[0][one])}`,
          );
        }
      }
    }
  }

  private async rewind(agent: Agent): Promise<void> {
    const turn = agent.turns[this.below(agent.turns.length)];
    if (turn === undefined) return;
    const at = agent.turns.indexOf(turn);
    const done = await this.within(agent, `rewind to ${at}`, { copy: true }, async () =>
      value(await agent.session.changes.rewind(turn.turnId)),
    );
    this.log.push(`  left ${JSON.stringify(done.result)}`);
    const now = wordsOf(done.copy[1]);
    const came = without(agent.base.keys(), turn.base.keys());
    const gone = without(turn.base.keys(), agent.base.keys());
    // What was accepted since wins where both changed the same lines.
    const contested = new Set(
      [...came, ...gone].map((word) => agent.base.get(word) ?? turn.base.get(word)),
    );
    const wanted = [...turn.words].filter(([, at]) => !contested.has(at)).map(([word]) => word);
    this.none('Not back by the rewind', without(wanted, now));
    this.none('Accepted since, and gone by the rewind', without(came, now));
    const users = [...agent.base].filter(([, at]) => contested.has(at)).map(([word]) => word);
    this.none('Still there after the rewind', without(now, [...turn.words.keys(), ...users]));
  }

  private async refresh(agent: Agent): Promise<void> {
    const { session, refresh } = agent;
    if (refresh !== null && this.below(2) === 0) {
      agent.refresh = null;
      const done = await this.within(agent, 'undo refresh', { copy: true }, () =>
        session.changes.refresh.undo(refresh.refreshId),
      );
      if (done.result.ok) {
        this.same('The refresh was not undone', refresh.copy, done.copy[1]);
        agent.base = new Map(refresh.base);
      } else {
        this.log.push(`  ${done.result.error.message}`);
        this.same('What failed changed files', ...done.copy);
      }
      return;
    }
    const paths = this.some(Object.keys(treeOf(this.project)));
    const base = new Map(agent.base);
    const done = await this.within(agent, `refresh ${paths.join(' ')}`, { copy: true }, async () =>
      value(await session.changes.refresh.run(paths)),
    );
    const { refreshId, updated, dropped, left } = done.result;
    this.log.push(`  ${JSON.stringify({ updated, dropped, left })}`);
    this.none('Touched by the refresh', without(differing(...done.copy), updated));
    if (refreshId === null) return;
    const [before, now] = done.copy.map(wordsOf) as [Set<string>, Set<string>];
    const users = wordsOf(done.project[1]);
    const droppedWords = dropped.flatMap(({ text }) => wordsIn(text));
    const isWhole = dropped.some(({ text }) => text === '');
    // The user's words come, and what the agent has of its own stays or is named.
    this.none('Came by the refresh', without(without(now, before), users));
    if (!isWhole) {
      const own = without(before, base.keys());
      this.none('Lost by the refresh', without(without(own, now), [...droppedWords, ...users]));
    }
    for (const path of updated) {
      const version = done.project[1][path];
      const is = version === undefined ? [] : wordsIn(version);
      for (const [word, at] of agent.base) if (at === path) agent.base.delete(word);
      for (const word of is) agent.base.set(word, path);
    }
    agent.refresh = { refreshId, copy: done.copy[0], base };
  }

  private async reopen(agent: Agent): Promise<void> {
    const shown = () =>
      JSON.stringify(
        openChanges(agent.session).map(({ change, hunks }) => [
          change.path,
          change.oldPath,
          hunks.map(({ hunk, outcome }) => [hunk.id, outcome.state]),
        ]),
      );
    const before = shown();
    await this.within(agent, 'reopen', {}, async () => {
      await agent.session.close();
      agent.session = await this.harness.open(this.project, { sessionId: agent.sessionId });
    });
    if (shown() !== before) this.fail(`Another review after a restart:\n${before}\n${shown()}`);
  }

  /** What is left when all is rejected is what was accepted. */
  async end(): Promise<void> {
    for (const agent of this.agents) {
      for (let round = 0; round < 4 && openChanges(agent.session).length > 0; round++) {
        for (const view of openChanges(agent.session)) {
          const hunks = view.hunks.filter(({ outcome }) => outcome.state === 'pending');
          await this.decideOne(
            agent,
            view,
            {
              changeId: view.change.changeId,
              hunks: hunks.map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'reject' })),
            },
            'reject',
          );
        }
        await this.check(agent);
      }
      const copy = wordsOf(treeOf(agent.session.cwd));
      this.none('Left', without(copy, agent.base.keys()));
      this.none('Missing', without(agent.base.keys(), copy));
    }
  }
}

describe('random decisions about random work of several agents', () => {
  for (const seed of SEEDS) {
    it(`come to what was decided, seed ${seed}`, { timeout: 600_000 }, async () => {
      const walk = await Walk.start(seed);
      for (let step = 0; step < STEPS; step++) await walk.step();
      await walk.end();
    });
  }
});
