import { describe, expect, it, vi } from 'vitest';
import { onUnexpectedError, setUnexpectedErrorHandler } from './unexpected';

describe('onUnexpectedError', () => {
  it('hands errors to the newest handler until it is disposed', () => {
    const outer: unknown[] = [];
    const inner: unknown[] = [];
    const outerHandle = setUnexpectedErrorHandler((error) => outer.push(error));
    const innerHandle = setUnexpectedErrorHandler((error) => inner.push(error));
    onUnexpectedError('first');
    innerHandle.dispose();
    onUnexpectedError('second');
    outerHandle.dispose();
    expect(inner).toEqual(['first']);
    expect(outer).toEqual(['second']);
  });

  it('prints both errors if the handler fails', () => {
    const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const handle = setUnexpectedErrorHandler(() => {
      throw new Error('handler');
    });
    onUnexpectedError('original');
    handle.dispose();
    const printed = print.mock.calls.join('');
    print.mockRestore();
    expect(printed).toMatch(/Error: handler[\s\S]*'original'\n$/);
  });
});
