import { describe, expect, it } from 'vitest';
import { announcesSecret } from './secretNames';

describe('announcesSecret', () => {
  it('recognises flags that take a secret', () => {
    expect(announcesSecret('--api-key')).toBe(true);
    expect(announcesSecret('--model')).toBe(false);
    expect(announcesSecret('a key')).toBe(false);
    expect(announcesSecret(undefined)).toBe(false);
  });
});
