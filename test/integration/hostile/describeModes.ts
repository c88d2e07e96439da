import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takesAll, turnOfToday } from '../../../scripts/testing/rotation.mjs';
import { modeFamilies } from '../../hostile/allModes.mjs';
import { chosenModes, HostileRun } from '../../hostile/hostileRun';

const isLong = Boolean(process.env.AIRLOCK_LONG_TESTS);
const seed = turnOfToday();
const figures = process.env.AIRLOCK_FIGURES;
const TIMEOUT_MILLISECONDS = isLong ? 2_000_000 : 400_000;

/** Lets the modes of these families loose on an engine, one after the other, and ends it. */
export function describeModes(...families: readonly string[]): void {
  describe.each(families)(`%s, seed ${seed}`, (family) => {
    let run: HostileRun;
    beforeAll(() => {
      run = new HostileRun({ seed, isLong, figures });
    });
    afterAll(() => run.dispose(), TIMEOUT_MILLISECONDS);

    it.each(chosenModes(modeFamilies[family] ?? {}, { seed, isLong, takesAll: takesAll() }))(
      '%s',
      {
        timeout: TIMEOUT_MILLISECONDS,
      },
      async (name, mode) => {
        expect(await run.play(name, mode)).toEqual([]);
      },
    );

    it('the app exits, and nothing is left', { timeout: TIMEOUT_MILLISECONDS }, async () => {
      expect(await run.quit()).toEqual([]);
    });
  });
}
