import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TabKey } from './tabKey';
import {
  activePane,
  addTab,
  emptyLayout,
  fitLayout,
  readTabLayout,
  showPane,
  splitTab,
  stepPane,
  stepTab,
  type TabLayout,
  withoutPane,
} from './tabLayout';

const key = (name: string) => name as TabKey;
const [a, b, c] = [key('a'), key('b'), key('c')];
const panesOf = ({ tabs }: TabLayout) => tabs.map(({ panes }) => panes.join('')).join(' ');

describe('tabLayout', () => {
  it('adds tabs in front and splits beside the active one', () => {
    const layout = splitTab(addTab(addTab(emptyLayout, a), b), c);
    expect(panesOf(layout)).toBe('a bc');
    expect(activePane(layout)).toBe(c);
  });

  it('activates a neighbour when the active pane is closed', () => {
    const layout = splitTab(addTab(addTab(emptyLayout, a), b), c);
    expect(activePane(withoutPane(layout, c))).toBe(b);
    expect(activePane(withoutPane(withoutPane(layout, c), b))).toBe(a);
    expect(withoutPane(addTab(emptyLayout, a), a)).toEqual(emptyLayout);
  });

  it('keeps the active pane when another one is closed', () => {
    const layout = showPane(addTab(addTab(emptyLayout, a), b), a);
    expect(activePane(withoutPane(layout, b))).toBe(a);
  });

  it('wraps around at the ends', () => {
    const layout = splitTab(addTab(addTab(emptyLayout, a), b), c);
    expect(activePane(stepTab(layout, 1))).toBe(a);
    expect(activePane(stepTab(stepTab(layout, 1), -1))).toBe(c);
    expect(activePane(stepPane(layout, 1))).toBe(b);
    expect(stepTab(emptyLayout, 1)).toBe(emptyLayout);
  });

  it('is the same object when nothing changes, so that nothing is redrawn', () => {
    const layout = addTab(addTab(emptyLayout, a), b);
    expect(fitLayout(layout, [b, a])).toBe(layout);
    expect(showPane(layout, b)).toBe(layout);
  });

  it('restores its saved layout, and nothing from malformed data', () => {
    const layout = splitTab(addTab(emptyLayout, a), b);
    expect(readTabLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
    fc.assert(fc.property(fc.jsonValue(), (value) => void readTabLayout(value)));
  });

  it('always shows one of its panes, whatever is done', () => {
    const keys = ['a', 'b', 'c', 'd', 'e'].map(key);
    const anyKey = fc.constantFrom(...keys);
    const step = fc.oneof(
      anyKey.map((one) => (layout: TabLayout) => addTab(layout, one)),
      anyKey.map((one) => (layout: TabLayout) => splitTab(layout, one)),
      anyKey.map((one) => (layout: TabLayout) => withoutPane(layout, one)),
      anyKey.map((one) => (layout: TabLayout) => showPane(layout, one)),
      fc.constantFrom<1 | -1>(1, -1).map((by) => (layout: TabLayout) => stepTab(layout, by)),
      fc.constantFrom<1 | -1>(1, -1).map((by) => (layout: TabLayout) => stepPane(layout, by)),
      fc.subarray(keys).map((some) => (layout: TabLayout) => fitLayout(layout, some)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const layout = steps.reduce((current, apply) => apply(current), emptyLayout);
        const panes = layout.tabs.flatMap((tab) => tab.panes);
        expect(new Set(panes).size).toBe(panes.length);
        expect(layout.tabs.every((tab) => tab.panes.includes(tab.active))).toBe(true);
        if (panes.length === 0) expect(layout.shown).toBeNull();
        else expect(panes).toContain(layout.shown);
      }),
    );
  });
});
