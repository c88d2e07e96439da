import { describe, expect, it } from 'vitest';
import { TAIL_CHARACTERS } from './limits';
import { TailReport } from './tailReport';

describe('TailReport', () => {
  it('reports what is new, once', () => {
    const report = new TailReport();
    report.push('one ');
    report.push('two');
    expect(report.take()).toEqual({ data: 'one two', isWhole: false });
    expect(report.take()).toBeNull();
  });

  it('reports no more than is kept, and then says that it is complete', () => {
    const report = new TailReport();
    for (let count = 0; count < 100; count++) report.push('x'.repeat(TAIL_CHARACTERS / 10));
    report.push('end');
    const news = report.take();
    expect(news?.isWhole).toBe(true);
    expect(news?.data).toHaveLength(TAIL_CHARACTERS);
    expect(news?.data.endsWith('xend')).toBe(true);
  });

  it('begins with a whole line when it was truncated', () => {
    const report = new TailReport();
    report.push(`${'x'.repeat(TAIL_CHARACTERS)}\u001b[3`);
    report.push('1mred\nnext line\n');
    expect(report.take()).toEqual({ data: 'next line\n', isWhole: true });
    report.push('more');
    expect(report.take()).toEqual({ data: 'more', isWhole: false });
  });

  it('keeps the end of one line that is longer than all that is kept', () => {
    const report = new TailReport();
    report.push('x'.repeat(3 * TAIL_CHARACTERS));
    report.push('the end\n');
    expect(report.take()?.data.endsWith('xthe end\n')).toBe(true);
  });

  it('reports that the screen was cleared', () => {
    const report = new TailReport();
    report.push('secret');
    report.clear();
    expect(report.take()).toEqual({ data: '', isWhole: true });
  });
});
