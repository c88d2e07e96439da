import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const WRITES = 500;

it(`takes ${WRITES} quick writes of one file, all of them and in order`, {
  timeout: 120_000,
}, async () => {
  const folder = testFolder();
  folder.write('project/other.txt', 'x\n');
  const deep = Array.from(
    { length: WRITES },
    (_, index) =>
      // The way to each is of another length, so that none is looked up as fast as the one before.
      `${'sub/../'.repeat(index % 7)}file.txt`,
  );
  const agent = scriptedAgent(folder, {
    turns: [
      [
        { diskWrite: { path: 'sub/keep.txt', content: 'x' } },
        {
          parallel: deep.map((path, index) => [
            { write: { path, content: `text ${index}\n`, onError: [{ say: `No: {{error}}` }] } },
          ]),
        },
      ],
    ],
  });
  const test = await TestEngine.start(
    folder.join('data'),
    { scripted: agent },
    { workplaces: undefined },
  );
  const session = await test.create('scripted', folder.join('project'), 'Go', 'isolated');
  await session.turnEnded(110_000);
  expect(session.transcript().filter((line) => line.startsWith('agent:'))).toEqual([]);
  expect(readFileSync(join(session.state.head.cwd, 'file.txt'), 'utf8')).toBe(
    `text ${WRITES - 1}\n`,
  );
});
