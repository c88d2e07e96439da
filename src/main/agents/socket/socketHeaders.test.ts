import { describe, expect, it } from 'vitest';
import { socketHeaders } from './socketHeaders';

describe('socketHeaders', () => {
  it('fills in variables, and rejects values that would begin another header', () => {
    const given = { Authorization: `Bearer $${'{TOKEN}'}`, 'X-Name': 'a\r\nX-Other: b' };
    expect(socketHeaders(JSON.stringify(given), { TOKEN: 'abc' })).toEqual({
      Authorization: 'Bearer abc',
      'X-Name': 'a X-Other: b',
    });
  });

  it.each(['', 'garbage', '{"a":', 'null', '7'])('finds none in %j', (text) => {
    expect(socketHeaders(text, {})).toEqual({});
  });
});
