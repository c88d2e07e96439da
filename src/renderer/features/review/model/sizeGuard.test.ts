import { describe, expect, it } from 'vitest';
import { SHOWN_LINES } from '../limits';
import { collapsedBy } from './sizeGuard';
import { exampleChange } from './testing';

describe('collapsedBy', () => {
  it.each([
    ['src/main.ts', null],
    ['package-lock.json', 'lock'],
    ['crates/core/Cargo.lock', 'lock'],
    ['go.sum', 'lock'],
    ['dist/app.js', 'generated'],
    ['public/app.min.js', 'generated'],
    ['proto/user.pb.go', 'generated'],
    ['src/__snapshots__/a.test.ts.snap', 'generated'],
    ['src/distance.ts', null],
    ['src/layout/outline.ts', null],
  ])('%s: %s', (path, expected) => {
    expect(collapsedBy(exampleChange({ path }))).toBe(expected);
  });

  it('is for anything that is very long', () => {
    const view = exampleChange();
    expect(collapsedBy({ ...view, addedLines: SHOWN_LINES + 1 })).toBe('huge');
    const proposed = view.change.proposed && { ...view.change.proposed, bytes: 3_000_000 };
    expect(collapsedBy({ ...view, change: { ...view.change, proposed } })).toBe('huge');
  });
});
