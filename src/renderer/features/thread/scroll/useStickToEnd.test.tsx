import { act, render } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { paneMoves } from '#window/state/layout/panes';
import { type EndFollowing, useStickToEnd } from './useStickToEnd';

let following: EndFollowing;

function Transcript() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  following = useStickToEnd(scroller, content, true);
  return (
    <div ref={scroller} data-testid="scroller">
      <div ref={content}>
        <div data-kept-in-sight="" data-testid="question" />
      </div>
    </div>
  );
}

interface Box {
  content: number;
  view: number;
}

/** A page without layout: the test says what it would be, and scrolling is bound by it. */
function drawn(box: Box) {
  const { getByTestId } = render(<Transcript />);
  const element = getByTestId('scroller');
  let top = 0;
  Object.defineProperties(element, {
    scrollHeight: { get: () => Math.max(box.content, box.view) },
    clientHeight: { get: () => box.view },
    scrollTop: {
      get: () => top,
      set: (value: number) => {
        top = Math.max(0, Math.min(value, box.content - box.view));
      },
    },
  });
  /** Where in the content the question is; at its very end unless told. */
  const question = { at: Number.POSITIVE_INFINITY };
  getByTestId('question').getBoundingClientRect = () =>
    new DOMRect(0, Math.min(question.at, box.content) - top, 0, 0);
  const scrollTo = (value: number) =>
    act(() => {
      element.scrollTop = value;
      element.dispatchEvent(new Event('scroll'));
    });
  return { element, box, question, scrollTo };
}

describe('useStickToEnd', () => {
  it('tells the list when a pane was moved to where the whole transcript fits', () => {
    const { element, box, scrollTo } = drawn({ content: 700, view: 300 });
    scrollTo(400);
    const told: number[] = [];
    element.addEventListener('scroll', () => told.push(element.scrollTop));
    // The browser forgets the place of an element that it puts elsewhere, and tells nobody.
    box.view = 800;
    element.scrollTop = 0;
    act(() => paneMoves.notify());
    expect(told[0]).toBe(0);
    expect(following.isAtEnd).toBe(true);
  });

  it('goes back to the end of a moved pane that is still too small', () => {
    const { element, box, scrollTo } = drawn({ content: 700, view: 300 });
    scrollTo(400);
    box.view = 500;
    element.scrollTop = 0;
    act(() => paneMoves.notify());
    expect(element.scrollTop).toBe(200);
  });

  it('keeps the first open question in sight, whatever comes below it', () => {
    const { element, box, question } = drawn({ content: 700, view: 300 });
    question.at = 250;
    act(() => following.jump());
    expect(element.scrollTop).toBeGreaterThan(200);
    expect(element.scrollTop).toBeLessThanOrEqual(250);
    box.content = 2000;
    act(() => paneMoves.notify());
    expect(element.scrollTop).toBeLessThanOrEqual(250);
    expect(following.isAtEnd).toBe(true);

    // The next one is at the end.
    question.at = 1900;
    act(() => following.jump());
    expect(element.scrollTop).toBe(1700);
  });

  it('does not leave the end of what is all visible', () => {
    drawn({ content: 300, view: 300 });
    act(() => following.leave());
    expect(following.isAtEnd).toBe(true);
  });

  it('leaves the end of what is not', () => {
    drawn({ content: 700, view: 300 });
    act(() => following.leave());
    expect(following.isAtEnd).toBe(false);
  });
});
