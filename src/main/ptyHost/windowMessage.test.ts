import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { INPUT_CHARACTERS, MAXIMUM_COLUMNS, MAXIMUM_ROWS } from './limits';
import { readWindowMessage } from './windowMessage';

// Shows I10.

describe('readWindowMessage', () => {
  it('accepts messages of a window', () => {
    for (const message of [
      { type: 'attach', id: 't', columns: 80, rows: 24 },
      { type: 'detach', id: 't' },
      { type: 'input', id: 't', data: 'ls\r' },
      { type: 'resize', id: 't', columns: 1, rows: 1 },
      { type: 'acknowledge', id: 't', characters: 32_768 },
      { type: 'clear', id: 't' },
    ]) {
      expect(readWindowMessage(message)).toEqual(message);
    }
  });

  it.each([
    [{ type: 'open', id: 't', file: '/bin/sh' }],
    [{ type: 'kill', id: 't' }],
    [{ type: 'input', id: 't', data: 7 }],
    [{ type: 'input', id: 't', data: 'x'.repeat(INPUT_CHARACTERS + 1) }],
    [{ type: 'input', data: 'x' }],
    [{ type: 'resize', id: 't', columns: 0, rows: 24 }],
    [{ type: 'resize', id: 't', columns: 80, rows: -1 }],
    [{ type: 'resize', id: 't', columns: Number.NaN, rows: 24 }],
    [{ type: 'acknowledge', id: 't', characters: -5 }],
    [{ type: 'acknowledge', id: 't', characters: Number.POSITIVE_INFINITY }],
    [null],
    ['attach'],
  ])('refuses %j', (message) => {
    expect(readWindowMessage(message)).toBeNull();
  });

  it('limits sizes', () => {
    const message = { type: 'resize', id: 't', columns: 1e9, rows: 1e9 };
    expect(readWindowMessage(message)).toMatchObject({
      columns: MAXIMUM_COLUMNS,
      rows: MAXIMUM_ROWS,
    });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void readWindowMessage(value)));
  });
});
