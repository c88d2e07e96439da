import { describe, expect, it } from 'vitest';
import { exampleChange } from '#test/window/exampleChange';
import { resolvedText, workText } from './resolveTexts';

const texts = { base: 'a\nb\nc\nd\ne\n', proposed: 'A\nb\nC\nd\nE\n' };

describe('workText', () => {
  it('contains everything but what was rejected', () => {
    const view = exampleChange({ ...texts, states: ['accepted', 'rejected'] });
    expect(workText(view, texts)).toBe('A\nb\nc\nd\nE\n');
  });
});

describe('resolvedText', () => {
  const view = exampleChange({ ...texts, states: ['accepted', 'rejected'] });

  it('puts undecided hunks into the current file', () => {
    expect(resolvedText(view, texts, 'A\nb\nmine\nd\ne\n', 'both')).toBe('A\nb\nmine\nd\nE\n');
  });

  it('resolves a conflict as chosen', () => {
    const current = 'A\nb\nc\nd\nmine\n';
    expect(resolvedText(view, texts, current, 'proposed')).toBe('A\nb\nc\nd\nE\n');
    expect(resolvedText(view, texts, current, 'both')).toBe('A\nb\nc\nd\nmine\nE\n');
  });
});
