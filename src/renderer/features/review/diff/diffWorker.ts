import type { DiffTask } from './diffClient';
import { drawDiff } from './drawDiff';
import { hunkRows } from './hunkRows';

/** One task, one answer, with the number of its request. */
self.onmessage = ({ data: { number, task } }: MessageEvent<{ number: number; task: DiffTask }>) => {
  const answer = task.type === 'draw' ? drawDiff(task.request) : hunkRows(task.request);
  self.postMessage({ number, answer });
};
