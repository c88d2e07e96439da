import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { SHOWN_LINES } from '#window/features/review/limits';
import { collapsedBy } from './sizeGuard';

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

  it('applies to anything that is very long', () => {
    const view = exampleChange();
    expect(collapsedBy({ ...view, addedLines: SHOWN_LINES + 1 })).toBe('huge');
    const proposed = view.change.proposed && { ...view.change.proposed, bytes: 3_000_000 };
    expect(collapsedBy({ ...view, change: { ...view.change, proposed } })).toBe('huge');
  });
});
