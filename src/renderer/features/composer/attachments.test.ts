import { describe, expect, it } from 'vitest';
import { attach, toBase64 } from './attachments';
import { TEXT_FILE_BYTES } from './limits';

const file = (content: BlobPart, name: string, type = '') => new File([content], name, { type });

describe('attach', () => {
  it('takes pictures where the agent does, or has not said', async () => {
    const picture = file(new Uint8Array([1, 2, 3]), 'a.png', 'image/png');
    expect(await attach(picture, { image: true })).toMatchObject({
      ok: true,
      attachment: { kind: 'image', data: 'AQID', mimeType: 'image/png' },
    });
    expect(await attach(picture, undefined)).toMatchObject({ ok: true });
    expect(await attach(picture, {})).toEqual({
      ok: false,
      reason: 'This agent takes no pictures.',
    });
    expect(await attach(file('x', 'a.tiff', 'image/tiff'), undefined)).toMatchObject({ ok: false });
  });

  it('takes text files, and says why it does not take others', async () => {
    expect(await attach(file('hello', 'a.ts'), {})).toMatchObject({
      ok: true,
      attachment: { kind: 'text', text: 'hello' },
    });
    const binary = file(new Uint8Array([0xff, 0xfe, 0]), 'a.bin');
    expect(await attach(binary, {})).toMatchObject({ ok: false });
    const large = file('x'.repeat(TEXT_FILE_BYTES + 1), 'big.log');
    expect(await attach(large, {})).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/@/),
    });
  });
});

it('encodes large pictures', () => {
  const bytes = new Uint8Array(100_000).fill(7);
  expect(atob(toBase64(bytes))).toBe('\u0007'.repeat(bytes.length));
});
