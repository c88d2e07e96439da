import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptedAgent } from '#test/support/scenario';
import { TestEngine } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';

const WRITES = 500;
/** The system follows no more than 40. */
const LINKS = 30;

it(`${WRITES} quick writes of one file are all made, in order`, async () => {
  const folder = testFolder();
  folder.write('project/straight/file.txt', 'x\n');
  for (let link = 0; link < LINKS; link++) {
    symlinkSync(link === 0 ? 'straight' : `way${link - 1}`, folder.join(`project/way${link}`));
  }
  // Each other one is found much later than the next, and would be overtaken if nobody kept the order.
  const paths = Array.from({ length: WRITES }, (_, index) =>
    index % 2 === 0 ? `way${LINKS - 1}/file.txt` : 'straight/file.txt',
  );
  const agent = scriptedAgent(folder, {
    turns: [
      [
        {
          parallel: paths.map((path, index) => [
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
  expect(readFileSync(join(session.state.head.cwd, 'straight', 'file.txt'), 'utf8')).toBe(
    `text ${WRITES - 1}\n`,
  );
});
