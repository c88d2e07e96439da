import { appendFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedBundle } from '#test/support/bundle';
import { seededRandom } from '#test/support/seededRandom';
import { testFolder } from '#test/support/testFolder';
import { type Damage, damages } from '../../fixtures/damage/damages';
import { House } from '../../fixtures/damage/house';
import { isUntold, KINDS } from '../../fixtures/damage/kinds';

// Shows I19.

const LONG_ROUNDS = 500;
const ROUNDS = Number(
  process.env.AIRLOCK_ROUNDS ?? (process.env.AIRLOCK_LONG_TESTS ? LONG_ROUNDS : 3),
);
const SEED = Number(process.env.AIRLOCK_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The file that gets one line per round, to follow a long run. */
const PROGRESS = process.env.AIRLOCK_PROGRESS;
/** Rounds with one user-data folder: it grows, and every start opens all that is in it. */
const ROUNDS_TOGETHER = 5;
/** It is killed after so many facts, and some part of the time that one takes. */
const FACTS = 16;
/** Folders that are worked on at the same time. */
const SIDE_BY_SIDE = 3;
const FACT_MILLISECONDS = 250;

let program: string;
beforeAll(async () => {
  program = await sharedBundle('test/fixtures/damage/engine.ts');
});

describe('killing the app and damaging a file of its data', () => {
  it(`loses no confirmed data, ${ROUNDS} times with seed ${SEED}`, {
    timeout: ROUNDS * 60_000,
  }, async () => {
    const random = seededRandom(SEED);
    const done = new Map<string, number>();
    let left = ROUNDS;
    const play = async () => {
      while (left > 0) {
        const rounds = Math.min(ROUNDS_TOGETHER, left);
        left -= rounds;
        const house = await House.build(testFolder(), program);
        for (let one = 0; one < rounds; one++) await playRound(house, random, done);
        house.folder.dispose();
      }
    };
    // Most of a round is waiting for processes.
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, play));
    if (ROUNDS < LONG_ROUNDS) return;
    const met = [...done.keys()].map((pair) => pair.split(': '));
    const names = damages.map(({ name }) => name);
    expect(names.filter((name) => !met.some(([damage]) => damage === name))).toEqual([]);
    expect(KINDS.filter((name) => !met.some(([, kind]) => kind === name))).toEqual([]);
  });
});

async function playRound(
  house: House,
  random: () => number,
  done: Map<string, number>,
): Promise<void> {
  let files: ReadonlyMap<string, string>;
  do {
    await house.workUntilKilled(Math.floor(random() * FACTS), random() * FACT_MILLISECONDS);
    files = house.filesByKind();
    // Otherwise it was killed before it had written anything.
  } while (files.size === 0);
  const { kind, damage } = rarest([...files.keys()], done, random);
  const path = files.get(kind) ?? '';
  const what = `${damage.name}: ${path}, seed ${SEED}`;
  if (PROGRESS) appendFileSync(PROGRESS, `${damage.name}: ${kind}\n`);
  const before = house.contents();
  const restore = damage.apply(path, random, house.away);
  const damaged = await house.look();
  house.expectKept(before, what);
  house.expectSaid(damaged, what, isUntold(kind, damage.name));
  restore();
  house.expectWhole(await house.look(), what);
}

/** A pair that was tried least, so that a long run comes by all of them. */
function rarest(
  kinds: readonly string[],
  done: Map<string, number>,
  random: () => number,
): { readonly kind: string; readonly damage: Damage } {
  const pairs = kinds.flatMap((kind) => damages.map((damage) => ({ kind, damage })));
  const nameOf = ({ kind, damage }: (typeof pairs)[number]) => `${damage.name}: ${kind}`;
  const timesOf = (pair: (typeof pairs)[number]) => done.get(nameOf(pair)) ?? 0;
  const least = Math.min(...pairs.map(timesOf));
  const rare = pairs.filter((pair) => timesOf(pair) === least);
  const pair = rare[Math.floor(random() * rare.length)];
  if (pair === undefined) throw new Error('There is nothing to damage.');
  done.set(nameOf(pair), least + 1);
  return pair;
}
