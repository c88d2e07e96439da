import { drawDiff } from './drawDiff';
import type { DiffRequest } from './drawnDiff';

/** One request, one answer, with the number that it was asked under. */
self.onmessage = ({ data }: MessageEvent<{ number: number; request: DiffRequest }>) => {
  self.postMessage({ number: data.number, diff: drawDiff(data.request) });
};
