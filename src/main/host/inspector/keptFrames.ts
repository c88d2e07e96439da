import type { FramePlace, ProcessView, TraceReader, WireFrame } from '#main/agents/agents';

/** A frame that can still be read: from its place on disk, or from memory. */
export interface KeptFrame extends WireFrame {
  readonly place: FramePlace | null;
}

/**
 * All kept frames of a process, oldest first: those in its trace, then the newest, which are in
 * memory. A flood may have left some out of both.
 */
export async function* keptFrames(
  process: Pick<ProcessView, 'frames'>,
  trace: Pick<TraceReader, 'more'> | null,
): AsyncGenerator<readonly KeptFrame[]> {
  let last = 0;
  while (trace !== null && (process.frames()[0]?.number ?? 0) > last + 1) {
    const before = last;
    for await (const block of trace.more()) {
      const later = block.filter(({ number }) => number > last);
      last = later.at(-1)?.number ?? last;
      if (later.length > 0) yield later;
    }
    if (last === before) break;
  }
  yield newestFrames(process, last);
}

/** The frames in memory with a higher number. */
export function newestFrames(
  process: Pick<ProcessView, 'frames'>,
  after: number,
): readonly KeptFrame[] {
  return process
    .frames()
    .filter(({ number }) => number > after)
    .map((frame) => ({ ...frame, place: null }));
}
