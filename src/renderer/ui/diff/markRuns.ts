import type { CodeRun } from '#window/ui/markdown/highlightRuns';

export interface MarkedRun extends CodeRun {
  readonly isChanged: boolean;
}

/** Pure: splits the runs of a line where its changed part begins and ends. */
export function markRuns(
  runs: readonly CodeRun[],
  changed: readonly [start: number, end: number] | null,
): readonly MarkedRun[] {
  const [start, end] = changed ?? [0, 0];
  let at = 0;
  return runs.flatMap(({ text, scope }) => {
    const from = Math.min(Math.max(start - at, 0), text.length);
    const to = Math.min(Math.max(end - at, from), text.length);
    at += text.length;
    return [
      { text: text.slice(0, from), scope, isChanged: false },
      { text: text.slice(from, to), scope, isChanged: true },
      { text: text.slice(to), scope, isChanged: false },
    ].filter((run) => run.text !== '');
  });
}
