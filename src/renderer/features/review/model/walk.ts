import type { ChangeView, HunkView } from '#shared/airlock/changeView';
import type { HunkId } from '#shared/ids';

export interface ReviewPlace {
  readonly path: string;
  readonly hunkId: HunkId | null;
}

/** All hunks of all files, in reading order. */
function placesIn(files: readonly ChangeView[], wants: (hunk: HunkView) => boolean): ReviewPlace[] {
  return files.flatMap(({ change, hunks }) =>
    hunks.filter(wants).map(({ hunk }) => ({ path: change.path, hunkId: hunk.id })),
  );
}

/** The hunk after or before one, through all files and wrapping at the ends. */
export function neighbourHunk(
  files: readonly ChangeView[],
  from: ReviewPlace | null,
  step: 1 | -1,
): ReviewPlace | null {
  return neighbour(
    placesIn(files, () => true),
    files,
    from,
    step,
  );
}

/** The next undecided hunk; null if all are decided. */
export function nextOpenHunk(
  files: readonly ChangeView[],
  from: ReviewPlace | null,
  isOpen: (view: ChangeView, hunk: HunkView) => boolean,
): ReviewPlace | null {
  const open = files.map((view) => ({
    ...view,
    hunks: view.hunks.filter((hunk) => isOpen(view, hunk)),
  }));
  return neighbour(
    placesIn(open, () => true),
    files,
    from,
    1,
  );
}

export function neighbourFile(
  files: readonly ChangeView[],
  path: string | null,
  step: 1 | -1,
): ReviewPlace | null {
  if (files.length === 0) return null;
  const index = files.findIndex(({ change }) => change.path === path);
  const next = index === -1 ? 0 : (index + step + files.length) % files.length;
  const view = files[next];
  return view ? { path: view.change.path, hunkId: view.hunks[0]?.hunk.id ?? null } : null;
}

/** `from` need not be one of the places: it may have been decided, or replaced by its parts. */
function neighbour(
  places: readonly ReviewPlace[],
  files: readonly ChangeView[],
  from: ReviewPlace | null,
  step: 1 | -1,
): ReviewPlace | null {
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return null;
  if (from === null) return step === 1 ? first : last;
  const rank = ranksOf(files);
  const here = rank(from);
  if (step === 1) return places.find((place) => rank(place) > here) ?? first;
  return places.findLast((place) => rank(place) < here) ?? last;
}

function ranksOf(files: readonly ChangeView[]): (place: ReviewPlace) => number {
  const fileRank = new Map(files.map(({ change }, index) => [change.path, index]));
  const hunkRank = new Map<string, number>(
    files.flatMap(({ change, hunks }) =>
      hunks.map(({ hunk }, index) => [`${change.path}\0${hunk.id}`, index] as const),
    ),
  );
  return ({ path, hunkId }) =>
    (fileRank.get(path) ?? -1) * 1e7 + (hunkRank.get(`${path}\0${hunkId}`) ?? -1);
}
