import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import type { DecisionId, TurnId } from '#shared/ids';
import { newTurnId, openChanges, undo, value } from '#test/support/airlockHarness';
import { startInPlace } from '#test/support/inPlaceSession';
import { seededRandom } from '#test/support/seededRandom';
import { walkSeeds } from '#test/support/walkSeeds';

// Shows I17 on random work of a user and an agent in the same files. A failure names its seed:
// AIRLOCK_SEED=<seed> runs that one alone.

const STEPS = 25;
const SEEDS = walkSeeds(109, { few: 3, many: 100 });

/** The user's lines have a word of their own each, so that one that is lost can be told. */
const OWN_WORD = /U\d+!/g;

type Writer = 'A' | 'U';

class SharedFiles {
  private ids = 0;
  readonly eol: string;

  constructor(
    readonly root: string,
    private readonly random: () => number,
    private readonly note: (line: string) => void,
  ) {
    this.eol = this.below(3) === 0 ? '\r\n' : '\n';
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  some<T>(items: readonly T[]): readonly T[] {
    return items.filter(() => this.below(3) > 0);
  }

  text(name: string): string {
    const lines = Array.from({ length: 6 + this.below(8) }, (_, index) => `${name} base ${index}`);
    return lines.join(this.eol) + (this.below(3) === 0 ? '' : this.eol);
  }

  get paths(): readonly string[] {
    return readdirSync(this.root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.git/'))
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(this.root.length + 1))
      .sort();
  }

  get ownWords(): ReadonlySet<string> {
    return new Set(this.paths.flatMap((path) => this.read(path).match(OWN_WORD) ?? []));
  }

  get dump(): string {
    return this.paths.map((path) => `${path}: ${JSON.stringify(this.read(path))}`).join('\n');
  }

  work(who: Writer): void {
    for (let left = 1 + this.below(3); left > 0; left--) {
      if (this.below(4) > 0) this.edit(who);
      else this.rearrange(who);
    }
  }

  private read(path: string): string {
    return readFileSync(this.at(path), 'utf8');
  }

  private at(path: string): string {
    return `${this.root}/${path}`;
  }

  private line(who: Writer): string {
    return `${who}${++this.ids}!${this.eol}`;
  }

  private edit(who: Writer): void {
    const path = this.pick(this.paths);
    if (path === undefined) return;
    const lines = this.read(path).match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const at = this.below(lines.length + 1);
    const kind = this.below(4);
    const old = lines[at];
    // The agent leaves the user's lines alone, so that whatever is lost was lost by Airlock.
    if (kind < 2 && old !== undefined && (who === 'U' || !old.includes('U'))) {
      this.note(`${who} ${kind === 0 ? 'replaces' : 'deletes'} ${path}:${at}`);
      lines.splice(at, 1, ...(kind === 0 ? [this.line(who)] : []));
    } else {
      this.note(`${who} inserts ${path}:${at}`);
      const before = lines[at - 1];
      if (before !== undefined && !before.endsWith('\n')) lines[at - 1] = before + this.eol;
      lines.splice(at, 0, this.line(who));
    }
    writeFileSync(this.at(path), lines.join(''));
  }

  private rearrange(who: Writer): void {
    const kind = this.below(who === 'U' ? 5 : 3);
    const name = `${who.toLowerCase()}${++this.ids}.txt`;
    if (kind === 0) {
      this.note(`${who} makes ${name}`);
      writeFileSync(this.at(name), `${this.line(who)}${this.line(who)}`);
      return;
    }
    const path = this.pick(this.paths);
    if (path === undefined) return;
    if (kind === 1) {
      this.note(`${who} moves ${path} to ${name}`);
      renameSync(this.at(path), this.at(name));
    } else if (kind === 2 && (who === 'U' || !this.read(path).includes('U'))) {
      this.note(`${who} removes ${path}`);
      rmSync(this.at(path));
    } else if (kind === 3) {
      const other = this.pick(this.paths) ?? path;
      this.note(`${who} moves ${path} over ${other}`);
      renameSync(this.at(path), this.at(other));
    } else if (kind === 4) {
      this.note(`${who} changes the mode of ${path}`);
      chmodSync(this.at(path), statSync(this.at(path)).mode & 0o100 ? 0o644 : 0o755);
    }
  }
}

async function decideSome(
  session: SessionAirlock,
  files: SharedFiles,
  verdict: 'accept' | 'reject',
): Promise<readonly DecisionId[]> {
  const verdicts = files
    .some(openChanges(session))
    .map(({ change, hunks }) => ({
      changeId: change.changeId,
      acknowledgesRisk: true,
      hunks: files
        .some(hunks.filter(({ outcome }) => outcome.state === 'pending'))
        .map(({ hunk }) => ({ hunkId: hunk.id, verdict })),
    }))
    .filter(({ hunks }) => hunks.length > 0);
  const results = await session.changes.decide(verdicts);
  return results.flatMap((result) => (result.ok ? [result.value.decisionId] : []));
}

/**
 * In files that the agent is held to have deleted, such as one that it moved and changed beyond recognition:
 * these lines are the user's to bring back.
 */
async function deletedWords(session: SessionAirlock): Promise<readonly string[]> {
  const words: string[] = [];
  for (const { change } of openChanges(session)) {
    if (change.proposed !== null) continue;
    const { base } = value(await session.changes.texts(change.changeId));
    words.push(...(base?.match(OWN_WORD) ?? []));
  }
  return words;
}

describe('random work of a user and an agent in the same files', () => {
  for (const seed of SEEDS) {
    it(`loses no line of the user’s, seed ${seed}`, { timeout: 600_000 }, async () => {
      const random = seededRandom(seed);
      const log: string[] = [];
      const made = new SharedFiles('', random, () => undefined);
      const names = { 'a.txt': 'a', 'b.txt': 'b', 'd/c.txt': 'c' };
      const texts = Object.entries(names).map(([path, name]) => [path, made.text(name)] as const);
      const { repository, session: first, open } = await startInPlace(Object.fromEntries(texts));
      const files = new SharedFiles(repository.path, random, (line) => log.push(line));
      let session = first;
      value(await session.awaitFirstTurn());
      const turns: TurnId[] = [];
      const decisions: DecisionId[] = [];
      /** In files whose deletion was accepted: copies of these lines are the agent's, to be rejected. */
      const givenUp = new Set<string>();

      /** Whatever is done about the agent's work, the user's lines are there as before. */
      async function keeps<T>(what: string, task: () => Promise<T>): Promise<T> {
        const [words, pending, before] = [files.ownWords, await deletedWords(session), files.dump];
        log.push(what);
        const result = await task();
        const report = () =>
          `${what}\n${log.join('\n')}\n--- before\n${before}\n--- after\n${files.dump}`;
        const stillPending = new Set(await deletedWords(session));
        if (what === 'accept') {
          for (const word of pending) if (!stillPending.has(word)) givenUp.add(word);
        }
        const isThere = new Set([...files.ownWords, ...stillPending, ...givenUp]);
        if (![...words].every((word) => isThere.has(word))) expect.fail(`Lost by ${report()}`);
        const wasThere = new Set([...words, ...pending, ...givenUp]);
        if (![...files.ownWords].every((word) => wasThere.has(word)))
          expect.fail(`Back by ${report()}`);
        return result;
      }

      for (let step = 0; step < STEPS; step++) {
        const kind = files.below(10);
        if (kind < 3) {
          const turnId = newTurnId();
          await keeps(`turn ${turns.length}`, async () => value(await session.checkpoint(turnId)));
          files.work('A');
          await keeps('turn ends', async () => value(await session.endTurn(turnId)));
          turns.push(turnId);
        } else if (kind < 6) {
          files.work('U');
          if (files.below(2) > 0) value(await session.scan());
        } else if (kind < 8) {
          if (files.below(4) > 0) value(await session.scan());
          const verdict = files.below(3) === 0 ? 'accept' : 'reject';
          decisions.push(...(await keeps(verdict, () => decideSome(session, files, verdict))));
        } else if (kind === 8) {
          const decision = files.pick(decisions);
          if (decision) await keeps('undo', () => undo(session, decision));
        } else if (files.below(2) > 0) {
          const turnId = files.pick(turns);
          if (turnId) {
            const at = turns.indexOf(turnId);
            value(await keeps(`rewind to turn ${at}`, () => session.changes.rewind(turnId)));
          }
        } else {
          log.push('reopen');
          await session.close();
          if (files.below(2) > 0) files.work('U');
          session = await open();
        }
      }
      for (let round = 0; round < 4; round++) {
        value(await session.scan());
        const verdicts = openChanges(session).map(({ change, hunks }) => ({
          changeId: change.changeId,
          acknowledgesRisk: true,
          hunks: hunks
            .filter(({ outcome }) => outcome.state === 'pending')
            .map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'reject' as const })),
        }));
        if (verdicts.length > 0) await keeps('reject all', () => session.changes.decide(verdicts));
      }
    });
  }
});
