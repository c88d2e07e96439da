import { describe, expect, it } from 'vitest';
import { attach, toBase64 } from './attachments';
import { TEXT_FILE_BYTES } from './limits';

const file = (content: BlobPart, name: string, type = '') => new File([content], name, { type });

describe('attach', () => {
  it('takes pictures unless there is a reason why not', async () => {
    const picture = file(new Uint8Array([1, 2, 3]), 'a.png', 'image/png');
    expect(await attach(picture, null)).toMatchObject({
      ok: true,
      attachment: { kind: 'image', data: 'AQID', mimeType: 'image/png' },
    });
    expect(await attach(picture, 'This agent takes no pictures.')).toEqual({
      ok: false,
      reason: 'This agent takes no pictures.',
    });
    expect(await attach(file('x', 'a.tiff', 'image/tiff'), null)).toMatchObject({ ok: false });
  });

  it('takes text files, and says why it does not take others', async () => {
    expect(await attach(file('hello', 'a.ts'), null)).toMatchObject({
      ok: true,
      attachment: { kind: 'text', text: 'hello' },
    });
    const binary = file(new Uint8Array([0xff, 0xfe, 0]), 'a.bin');
    expect(await attach(binary, null)).toMatchObject({ ok: false });
    const large = file('x'.repeat(TEXT_FILE_BYTES + 1), 'big.log');
    expect(await attach(large, null)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/@/),
    });
  });
});

it('encodes large pictures', () => {
  const bytes = new Uint8Array(100_000).fill(7);
  expect(atob(toBase64(bytes))).toBe('\u0007'.repeat(bytes.length));
});
