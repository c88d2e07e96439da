import { describe, expect, it } from 'vitest';
import { placeAfter, type ScrollBox } from './scrollPlace';

const end: ScrollBox = { top: 400, content: 1000, view: 600 };
const nobody = { isUsers: false, isSettling: false };

describe('placeAfter', () => {
  it('is the end wherever the end is near and was reached from above', () => {
    expect(placeAfter({ ...end, top: 100 }, end, nobody)).toBe('end');
    expect(placeAfter({ ...end, top: 300 }, { ...end, top: 390 }, nobody)).toBe('end');
    expect(placeAfter({ ...end, top: 100 }, { ...end, top: 300 }, nobody)).toBe('same');
  });

  it('is not the end once the user scrolls up, even as the text grows', () => {
    const up = { ...end, top: 380 };
    expect(placeAfter(end, up, nobody)).toBe('away');
    expect(placeAfter(end, up, { isUsers: true, isSettling: true })).toBe('away');
    expect(placeAfter(end, { ...up, content: 1200 }, { isUsers: true, isSettling: true })).toBe(
      'away',
    );
  });

  it('is the end when everything is visible, however that came about', () => {
    const whole = { top: 0, content: 800, view: 800 };
    expect(placeAfter(end, whole, { isUsers: true, isSettling: false })).toBe('end');
    expect(placeAfter(end, { ...whole, content: 700 }, nobody)).toBe('end');
  });

  it('stays unchanged when rows become smaller, or soon after they changed', () => {
    expect(placeAfter(end, { ...end, top: 350, content: 950 }, nobody)).toBe('same');
    expect(placeAfter(end, { ...end, top: 350 }, { isUsers: false, isSettling: true })).toBe(
      'same',
    );
  });

  it('stays unchanged when the space grows at once, as when the queue is emptied', () => {
    expect(placeAfter(end, { top: 337, content: 1000, view: 663 }, nobody)).toBe('same');
  });
});
