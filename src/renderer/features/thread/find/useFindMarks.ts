import { type RefObject, useEffect, useRef } from 'react';
import { rangesIn, setFindMarks } from './findMarks';
import type { FindState } from './useFind';

/** Keeps matches highlighted as rows come and go, and the current match visible. */
export function useFindMarks(scroller: RefObject<HTMLElement | null>, find: FindState): void {
  const { isOpen, query, current, steps } = find;
  const shownStep = useRef('');

  useEffect(() => {
    const element = scroller.current;
    if (element === null || !isOpen || query === '') return;
    const owner = {};
    let frame = 0;
    const mark = () => {
      frame = 0;
      const rows = [...element.querySelectorAll('[data-entry]')];
      const marked = rows.map((row) => {
        const content = row.querySelector(':scope > [data-find]');
        return {
          id: row.getAttribute('data-entry'),
          ranges: content ? rangesIn(content, query) : [],
        };
      });
      const own = marked.find(({ id }) => id === current?.id)?.ranges ?? [];
      const range = own[Math.min(current?.nth ?? 0, own.length - 1)] ?? null;
      setFindMarks(owner, { all: marked.flatMap(({ ranges }) => ranges), current: range });
      const step = `${current?.id}/${current?.nth}/${steps}`;
      if (range && shownStep.current !== step) {
        shownStep.current = step;
        bringIntoView(element, range);
      }
    };
    const request = () => {
      frame ||= requestAnimationFrame(mark);
    };
    request();
    const observer = new MutationObserver(request);
    observer.observe(element, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      setFindMarks(owner, null);
    };
  }, [scroller, isOpen, query, current, steps]);
}

/** Also scrolls boxes within the transcript, such as a long diff. */
function bringIntoView(scroller: HTMLElement, range: Range): void {
  const container = range.startContainer.parentElement;
  for (let box = container; box && box !== scroller; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY !== 'visible') {
      centre(box, range);
    }
  }
  centre(scroller, range);
}

function centre(box: HTMLElement, range: Range): void {
  const mark = range.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (mark.top >= frame.top + 48 && mark.bottom <= frame.bottom - 24) return;
  box.scrollTop += mark.top - frame.top - frame.height / 2;
}
