import { FIND_MARKS } from '#window/features/thread/limits';
import { placesOf } from './findMatches';

const ALL = 'transcript-find';
const CURRENT = 'transcript-find-current';

interface Marks {
  readonly all: readonly Range[];
  readonly current: Range | null;
}

/** Highlights have one name for the whole page, so the matches of all transcripts are combined. */
const marksOf = new Map<object, Marks>();

/** Highlights matches without changing the elements that draw the text. */
export function setFindMarks(owner: object, marks: Marks | null): void {
  if (marks === null) marksOf.delete(owner);
  else marksOf.set(owner, marks);
  const all = [...marksOf.values()];
  CSS.highlights.set(ALL, new Highlight(...all.flatMap((one) => one.all)));
  const current = new Highlight(...all.flatMap((one) => one.current ?? []));
  current.priority = 1;
  CSS.highlights.set(CURRENT, current);
}

/** The ranges of a query in a drawn row, across formatting. */
export function rangesIn(row: Element, query: string): readonly Range[] {
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    // Words in two paragraphs do not form a phrase.
    if (block !== null && own !== block) text += '\n';
    block = own;
    nodes.push({ node: node as Text, start: text.length });
    text += node.nodeValue ?? '';
  }
  return placesOf(text, query)
    .slice(0, FIND_MARKS)
    .flatMap((place) => rangeAt(nodes, place, place + query.length) ?? []);
}

const BLOCKS = 'p,li,pre,td,th,h3,h4,h5,h6,div,blockquote,dt,dd,button';

function rangeAt(
  nodes: readonly { readonly node: Text; readonly start: number }[],
  start: number,
  end: number,
): Range | null {
  const first = nodes.findLast((candidate) => candidate.start <= start);
  const last = nodes.findLast((candidate) => candidate.start < end);
  if (first === undefined || last === undefined) return null;
  const range = document.createRange();
  range.setStart(first.node, Math.min(start - first.start, first.node.length));
  range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
}
