import { describe, expect, it } from 'vitest';
import { fillTemplate, nextPlaceholder, templateName } from './templates';

describe('templates', () => {
  it('are filled with what is known; the rest stays to be filled in', () => {
    const text = 'Fix {{issue}} on {{ branch }} in {{folder}}.';
    expect(fillTemplate(text, { branch: 'main', folder: null })).toBe(
      'Fix {{issue}} on main in {{folder}}.',
    );
    expect(fillTemplate('{{toString}}', {})).toBe('{{toString}}');
  });

  it('lead from one place to fill in to the next, and round again', () => {
    const text = 'a {{b}} c {{d}}';
    expect(nextPlaceholder(text, 0)).toEqual({ start: 2, end: 7 });
    expect(nextPlaceholder(text, 3)).toEqual({ start: 10, end: 15 });
    expect(nextPlaceholder(text, 15)).toEqual({ start: 2, end: 7 });
    expect(nextPlaceholder('none { {x} }', 0)).toBeNull();
  });

  it('are named by their first words', () => {
    expect(templateName('  Fix it\nplease', [])).toBe('Fix it');
    expect(templateName('Fix it', ['Fix it'])).toBe('Fix it (2)');
    expect(templateName('x'.repeat(60), [])).toBe(`${'x'.repeat(40)}…`);
  });
});
