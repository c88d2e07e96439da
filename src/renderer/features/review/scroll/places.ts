import type { HunkId } from '#shared/ids';
import type { ReviewPlace } from '#window/features/review/model/walk';

/** Finds files and hunks among the elements of the scroll. */
export function fileElement(scroller: HTMLElement, path: string): HTMLElement | undefined {
  const files = scroller.querySelectorAll<HTMLElement>('[data-file]');
  return [...files].find((element) => element.dataset.file === path);
}

export function hunkElement(file: HTMLElement, hunkId: HunkId): HTMLElement | undefined {
  const hunks = file.querySelectorAll<HTMLElement>('[data-place]');
  return [...hunks].find((element) => element.dataset.place === hunkId);
}

/** The file and hunk of an element; null for the scroll itself. */
export function scrollPlaceOf(element: Element): ReviewPlace | null {
  const path = element.closest('[data-file]')?.getAttribute('data-file');
  const hunkId = element.closest('[data-place]')?.getAttribute('data-place') ?? null;
  return path ? { path, hunkId: hunkId as HunkId | null } : null;
}

export type Sight = 'whole' | 'part' | 'none';

/** The visible height of an element, below the header of its file. */
export function sightOf(element: Element, scroller: Element): Sight {
  const { top, bottom } = element.getBoundingClientRect();
  const from = topOf(element, scroller);
  const to = scroller.getBoundingClientRect().bottom;
  if (bottom <= from || top >= to) return 'none';
  // Half a pixel is a rounding error.
  return top >= from - 1 && bottom <= to + 1 ? 'whole' : 'part';
}

/** Scrolls to the top of the screen. */
export function scrollTo(element: Element, scroller: Element): void {
  scroller.scrollTop += element.getBoundingClientRect().top - topOf(element, scroller);
}

/** Scrolls as little as needed to show all of it, or its beginning if it is too long. */
export function scrollNear(element: Element, scroller: Element): void {
  const { top, bottom } = element.getBoundingClientRect();
  const above = top - topOf(element, scroller);
  const below = bottom - scroller.getBoundingClientRect().bottom;
  if (above < 0) scroller.scrollTop += above;
  else if (below > 0) scroller.scrollTop += Math.min(above, below);
}

/** The top of the visible area for an element, since the header of a file hides its hunks. */
function topOf(element: Element, scroller: Element): number {
  const { top } = scroller.getBoundingClientRect();
  if (element.matches('[data-file]')) return top;
  const head = element.closest('[data-file]')?.querySelector('header');
  return top + (head?.getBoundingClientRect().height ?? 0);
}

/**
 * The target of keys, by what is visible: the first open hunk that is completely visible, otherwise
 * the first open one, otherwise the first of all. A file without shown hunks is its own target.
 */
export function bestInSight(scroller: HTMLElement): ReviewPlace | null {
  const seen = [...scroller.querySelectorAll<HTMLElement>('[data-file]')]
    .filter((file) => sightOf(file, scroller) !== 'none')
    .flatMap((file) => {
      const hunks = [...file.querySelectorAll<HTMLElement>('[data-place]')];
      return hunks.length === 0 ? [file] : hunks;
    })
    .map((element) => ({ element, sight: sightOf(element, scroller) }))
    .filter(({ sight }) => sight !== 'none');
  const open = seen.filter(({ element }) => element.dataset.decided === 'false');
  const best = open.find(({ sight }) => sight === 'whole') ?? open[0] ?? seen[0];
  return best ? scrollPlaceOf(best.element) : null;
}
