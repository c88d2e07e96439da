import { describe, expect, it } from 'vitest';
import { highlightRuns } from './highlightRuns';

describe('highlightRuns', () => {
  it('keeps every character and classifies what it recognises', () => {
    const code = 'const a: string = "x"; // <b>\n';
    const runs = highlightRuns(code, 'ts') ?? [];
    expect(runs.map((run) => run.text).join('')).toBe(code);
    expect(runs).toContainEqual({ text: 'const', scope: 'keyword' });
    expect(runs).toContainEqual({ text: '"x"', scope: 'string' });
    expect(runs).toContainEqual({ text: '// <b>', scope: 'comment' });
  });

  it('recognises the usual short names and says when it does not', () => {
    for (const name of ['js', 'tsx', 'py', 'sh', 'rs', 'yml', 'html', 'c++', 'jsonc', 'toml']) {
      expect(highlightRuns('x', name), name).not.toBeNull();
    }
    expect(highlightRuns('x', 'klingon')).toBeNull();
    expect(highlightRuns('x', '__proto__')).toBeNull();
  });
});
