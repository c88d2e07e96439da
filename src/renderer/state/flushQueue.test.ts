import { expect, it } from 'vitest';
import { FlushQueue } from './listeners';

function createQueue(perFrame: number) {
  const frames: ((now: number) => void)[] = [];
  const told: string[] = [];
  const queue = new FlushQueue(
    () => perFrame,
    (callback) => frames.push(callback),
  );
  const speaker = (name: string) => ({ flush: () => told.push(name) });
  return { queue, told, speaker, frame: (now = 0) => frames.shift()?.(now), frames };
}

it('notifies the longest waiting listeners first', () => {
  const { queue, told, speaker, frame, frames } = createQueue(2);
  const [a, b, c] = [speaker('a'), speaker('b'), speaker('c')];
  for (const one of [a, b, c]) queue.add(one);
  frame();
  expect(told).toEqual(['a', 'b']);
  queue.add(a);
  frame();
  expect(told).toEqual(['a', 'b', 'c', 'a']);
  expect(frames).toHaveLength(0);
});

it('notifies once however often it was asked, and not at all once removed', () => {
  const { queue, told, speaker, frame, frames } = createQueue(2);
  const [a, b] = [speaker('a'), speaker('b')];
  queue.add(a);
  queue.add(a);
  queue.add(b);
  queue.delete(b);
  expect(frames).toHaveLength(1);
  frame();
  expect(told).toEqual(['a']);
});

it('leaves a frame free after a slow one', () => {
  const { queue, told, speaker, frame } = createQueue(1);
  for (const name of ['a', 'b', 'c', 'd']) queue.add(speaker(name));
  frame(0);
  frame(16);
  expect(told).toEqual(['a', 'b']);
  frame(66);
  expect(told).toEqual(['a', 'b']);
  frame(82);
  frame(98);
  expect(told).toEqual(['a', 'b', 'c', 'd']);
});
