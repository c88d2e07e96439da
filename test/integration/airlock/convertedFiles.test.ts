import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scanned } from '#test/support/agentFiles';
import { AirlockHarness, openChange } from '#test/support/airlockHarness';

it('of a file in which git expands $Id$ on the disk only the agent’s lines are listed', async () => {
  const harness = new AirlockHarness();
  const repository = await harness.repository({
    '.gitattributes': '*.txt ident\n',
    'a.txt': 'begin\n$Id$\nend\n',
  });
  rmSync(repository.join('a.txt'));
  execFileSync('git', ['checkout', '--quiet', 'a.txt'], { cwd: repository.path });
  expect(repository.read('a.txt')).toMatch(/\$Id: [0-9a-f]+ \$/);
  const session = await harness.open(repository.path);
  expect(await scanned(session)).toEqual([]);
  appendFileSync(join(session.cwd, 'a.txt'), 'agent\n');
  expect(await scanned(session)).toEqual(['modify a.txt']);
  expect(openChange(session, 'a.txt')).toMatchObject({ addedLines: 1, removedLines: 0 });
});
