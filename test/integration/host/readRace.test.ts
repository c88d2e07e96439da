import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ByteBudget } from '#main/base/byteBudget';
import { SessionFiles } from '#main/host/files/sessionFiles';
import { findRunnables } from '#main/terminals/runnables';
import { testFolder } from '#test/support/testFolder';

const room = new ByteBudget(1_000_000);

// Shows I16.

const READS = process.env.AIRLOCK_LONG_TESTS ? 50_000 : 2_000;
/** So many must find what is inside, or nothing was shown. */
const ENOUGH = READS / 50;
/** On a busy machine the swapping program may rest for a while, with the link in place. */
const MOST_READS = 20 * READS;
const AT_ONCE = 16;

function setUp() {
  const folder = testFolder();
  const root = folder.folder('root');
  for (const [place, words] of [
    ['root', 'inside'],
    ['outside', 'outside'],
    ['outside/sub', 'outside'],
  ] as const) {
    folder.write(`${place}/sub/deep/file.txt`, words);
    folder.write(`${place}/sub/file.txt`, words);
    folder.write(`${place}/${words}-only.txt`, words);
    folder.write(`${place}/package.json`, JSON.stringify({ scripts: { [words]: 'x' } }));
  }
  folder.write('root/top.txt', 'inside');
  folder.write('outside/top.txt', 'outside');
  return { folder, root, outside: folder.join('outside') };
}

async function startSwapping(path: string, target: string): Promise<void> {
  const swapper = spawn(process.execPath, ['test/support/pathSwapper.mjs', path, target], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  onTestFinished(() => {
    swapper.kill('SIGKILL');
  });
  await once(swapper.stdout, 'data');
}

/** Reads in every way there is, many at a time; how often each answer came. */
async function readOn(root: string): Promise<ReadonlyMap<string, number>> {
  const files = new SessionFiles([root]);
  const answers = new Map<string, number>();
  const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1);
  const ways: readonly (() => Promise<void>)[] = [
    async () => {
      const text = await files.read(`${root}/sub/file.txt`, null, null, room);
      count(text.ok ? text.value : 'error');
    },
    async () => {
      const text = await files.read(`${root}/sub/deep/file.txt`, 1, 1, room);
      count(text.ok ? text.value : 'error');
    },
    async () => {
      const bytes = await files.readBytes(`${root}/top.txt`, room);
      count(bytes.ok ? bytes.value.toString() : 'error');
    },
    async () => {
      const found = await files.find('**/*-only.txt');
      for (const path of found.ok ? found.value : []) {
        count(path.endsWith('outside-only.txt') ? 'outside' : 'inside');
      }
    },
    async () => {
      const status = await files.status(`${root}/outside-only.txt`);
      count(status.ok && status.value !== 'missing' ? 'outside' : 'error');
    },
    async () => {
      const [first] = await findRunnables(root, null);
      count(first?.name ?? 'error');
    },
  ];
  let started = 0;
  const lane = async () => {
    const isOver = () => started >= ((answers.get('inside') ?? 0) > ENOUGH ? READS : MOST_READS);
    while (!isOver()) await ways[started++ % ways.length]?.();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return answers;
}

describe('a program that swaps folders for links while an agent reads', () => {
  it.each([
    ['a folder inside', 'root/sub', 'outside/sub'],
    ['a file', 'root/top.txt', 'outside/top.txt'],
    ['a folder further down', 'root/sub/deep', 'outside/sub/deep'],
  ])('%s: no read returns contents from outside', async (_, path, target) => {
    const { folder, root } = setUp();
    await startSwapping(folder.join(path), folder.join(target));
    const answers = await readOn(root);
    expect(answers.get('outside') ?? 0).toBe(0);
    expect(answers.get('inside')).toBeGreaterThan(ENOUGH);
  });

  it('the folder of the session itself: no read returns contents from outside', async () => {
    const { root, outside } = setUp();
    const files = new SessionFiles([root]);
    await startSwapping(root, outside);
    let insides = 0;
    for (let reads = 0; reads < (insides > 0 ? READS : MOST_READS); reads += AT_ONCE) {
      const texts = await Promise.all(
        Array.from({ length: AT_ONCE }, () => files.read(`${root}/sub/file.txt`, null, null, room)),
      );
      for (const text of texts) {
        if (text.ok) expect(text.value).toBe('inside');
        if (text.ok) insides++;
      }
      const found = await files.find('*-only.txt');
      expect(found.ok ? found.value.filter((path) => path.includes('outside-only')) : []).toEqual(
        [],
      );
    }
    expect(insides).toBeGreaterThan(0);
  });
});
