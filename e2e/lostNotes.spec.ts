import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from '../test/agent/scenario';
import { expect } from './fixtures';
import { ChangesRegion } from './pages/changes';
import { flawsIn } from './pages/flaws';
import { test } from './reviewFixture';

const scenario: Scenario = {
  turns: [
    [{ diskWrite: { path: 'src/two.txt', content: 'two\npast you\n' } }, { say: 'Written.' }],
  ],
};

test('records of Airlock’s that cannot be read are named where the user decides, and kept', async ({
  launch,
  review,
}) => {
  // It starts the app twice.
  test.slow();
  const first = await review({ scenario, isolation: 'In place' });
  await expect(first.pane.transcript).toContainText('Written.');
  await expect(first.changes.file('src/two.txt')).toBeVisible();
  await first.close();
  const [sessionId = ''] = readdirSync(join(first.userData, 'data/airlock'));
  const own = join(first.userData, 'data/airlock', sessionId);
  const unseen = join(own, 'shadow.git/unseen.json');
  writeFileSync(unseen, 'no note');
  const restoring = join(own, 'restoring');
  mkdirSync(restoring);
  writeFileSync(join(restoring, `${'ab'.repeat(12)}.json`), 'no note');

  const { window } = await launch({ userData: first.userData });
  const again = new ChangesRegion(window);
  await expect(again.file('src/two.txt')).toBeVisible();
  await expect(again.region).toContainText('Some changes of the last turn may be missing here.');
  await expect(again.region).toContainText('A file may be half restored.');
  expect(await flawsIn(window, 'section[aria-label="Changes"]')).toEqual([]);
  expect(readFileSync(unseen, 'utf8')).toBe('no note');
});
