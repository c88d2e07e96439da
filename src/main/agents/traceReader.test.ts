import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { TraceReader } from './traceReader';
import { traceLine } from './wireTrace';

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'airlock-trace-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'wire.ndjson');
  const paths = [path, `${path}.1`, `${path}.2`];
  const reader = new TraceReader(paths, 'r1', async () => undefined);
  onTestFinished(() => reader.dispose());
  const read = async () => {
    const frames = [];
    for await (const block of reader.more()) frames.push(...block);
    return frames;
  };
  return { path, reader, read };
}

function line(number: number, run = 'r1', text = `{"n":${number}}`): string {
  const frame = { number, at: number, direction: 'in', text, isCut: false, bytes: 9 } as const;
  return `${traceLine(run, frame)}\n`;
}

it('reads the frames of its own run, each once, and each again by its place', async () => {
  const { path, reader, read } = await setUp();
  await writeFile(path, line(1) + line(1, 'r2') + line(2));
  const frames = await read();
  expect(frames.map(({ number }) => number)).toEqual([1, 2]);
  await appendFile(path, line(3) + line(4).slice(0, 20));
  expect((await read()).map(({ number }) => number)).toEqual([3]);
  await appendFile(path, line(4).slice(20));
  expect((await read()).map(({ number }) => number)).toEqual([4]);
  const [, second] = frames;
  expect(second && (await reader.readAll([second.place]))).toMatchObject([
    { number: 2, text: '{"n":2}' },
  ]);
});

it('continues in the next file when one is set aside', async () => {
  const { path, reader, read } = await setUp();
  await writeFile(`${path}.1`, line(1));
  await writeFile(path, line(2));
  const before = await read();
  await appendFile(path, line(3));
  await rename(`${path}.1`, `${path}.2`);
  await rename(path, `${path}.1`);
  await writeFile(path, line(4));
  expect((await read()).map(({ number }) => number)).toEqual([3, 4]);
  const [first] = before;
  expect(first && (await reader.readAll([first.place]))).toMatchObject([{ number: 1 }]);
});

it('skips lines that are not frames', async () => {
  const { path, read } = await setUp();
  const bad = [
    '{"run":"r1",',
    '{"run":"r1","number":"1"}',
    '{"run":"r1","number":1,"at":"never","direction":"in","bytes":1,"text":""}',
    '{"run":"r1","number":1,"at":"2026-01-01T00:00:00Z","direction":"up","bytes":1,"text":""}',
    'null',
    '',
    '{"dropped":3}',
    '\u0000'.repeat(300_000),
  ];
  await writeFile(path, `${bad.join('\n')}\n${line(7)}`);
  expect((await read()).map(({ number }) => number)).toEqual([7]);
});

it('reads nothing where there is no file, and ends when it is disposed of', async () => {
  const { path, reader, read } = await setUp();
  expect(await read()).toEqual([]);
  await writeFile(path, line(1));
  reader.dispose();
  expect(await read()).toEqual([]);
});

it('reads many frames by their places, near and far, and misses those that are gone', async () => {
  const { path, reader, read } = await setUp();
  const long = 'x'.repeat(200_000);
  await writeFile(`${path}.1`, line(1) + line(2));
  await writeFile(path, line(3, 'r1', long) + line(4) + line(5, 'r1', long) + line(6));
  const places = (await read()).map(({ place }) => place);
  const [first, , third, , fifth, sixth] = await reader.readAll(places);
  expect([first, third, fifth, sixth].map((frame) => frame?.number)).toEqual([1, 3, 5, 6]);
  expect(fifth?.text).toBe(long);
  await truncate(path, places[5]?.offset);
  expect((await reader.readAll(places)).map((frame) => frame?.number)).toEqual([
    ...[1, 2, 3, 4, 5],
    undefined,
  ]);
});
