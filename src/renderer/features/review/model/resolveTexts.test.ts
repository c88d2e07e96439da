import { describe, expect, it } from 'vitest';
import { resolvedText, workText } from './resolveTexts';
import { exampleChange } from './testing';

const texts = { base: 'a\nb\nc\nd\ne\n', proposed: 'A\nb\nC\nd\nE\n' };

describe('workText', () => {
  it('has all but what was rejected', () => {
    const view = exampleChange({ ...texts, states: ['accepted', 'rejected'] });
    expect(workText(view, texts)).toBe('A\nb\nc\nd\nE\n');
  });
});

describe('resolvedText', () => {
  const view = exampleChange({ ...texts, states: ['accepted', 'rejected'] });

  it('puts what is undecided into the file as it is now', () => {
    expect(resolvedText(view, texts, 'A\nb\nmine\nd\ne\n', 'both')).toBe('A\nb\nmine\nd\nE\n');
  });

  it('settles a clash as it is told', () => {
    const current = 'A\nb\nc\nd\nmine\n';
    expect(resolvedText(view, texts, current, 'proposed')).toBe('A\nb\nc\nd\nE\n');
    expect(resolvedText(view, texts, current, 'both')).toBe('A\nb\nc\nd\nmine\nE\n');
  });
});
