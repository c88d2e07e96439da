import { describe, expect, it } from 'vitest';
import { PASTED_CHARACTERS, TEXT_FILE_BYTES } from '#window/features/composer/limits';
import { type AttachPlace, attach, attachableFiles, toBase64 } from './attachments';

const file = (content: BlobPart, name: string, type = '') => new File([content], name, { type });
const picture = file(new Uint8Array([1, 2, 3]), 'a.png', 'image/png');
const binary = file(new Uint8Array([0xff, 0xfe, 0]), 'a.bin');
const large = file('x'.repeat(TEXT_FILE_BYTES + 1), 'big.log');

const place = (fields: Partial<AttachPlace>): AttachPlace => ({
  path: null,
  folders: ['/copy', '/project'],
  whyNoImages: null,
  whyNoAudio: null,
  ...fields,
});

const filesOf = (data: DataTransfer) => attachableFiles(data, 'Pasted text.txt');
const clipboard = (text: string, files: readonly File[] = []) =>
  ({ files, getData: () => text }) as unknown as DataTransfer;

describe('attachableFiles', () => {
  it('makes a file of a long text, and leaves a shorter one to the field', async () => {
    expect(filesOf(clipboard('x'.repeat(PASTED_CHARACTERS)))).toEqual([]);
    const [long] = filesOf(clipboard('x'.repeat(PASTED_CHARACTERS + 1)));
    expect(await long?.text()).toHaveLength(PASTED_CHARACTERS + 1);
    expect(filesOf(clipboard('a.png', [picture]))).toEqual([picture]);
  });

  it('says what to do with a text that is too large', async () => {
    const [huge] = filesOf(clipboard('x'.repeat(1_000_000)));
    expect(huge && (await attach(huge, place({})))).toEqual({
      type: 'refused',
      reason:
        'Pasted text.txt is larger than 500 KB. Save it in the project and mention it with @ instead.',
    });
  });
});

describe('attach', () => {
  it('accepts images unless there is a reason not to', async () => {
    const taken = {
      type: 'attached',
      attachment: { kind: 'image', data: 'AQID', mimeType: 'image/png' },
    };
    expect(await attach(picture, place({}))).toMatchObject(taken);
    expect(await attach(picture, place({ path: '/project/a.png' }))).toMatchObject(taken);
    expect(
      await attach(picture, place({ whyNoImages: 'This agent does not accept images.' })),
    ).toEqual({
      type: 'refused',
      reason: 'This agent does not accept images.',
    });
    expect(await attach(file('x', 'a.tiff', 'image/tiff'), place({}))).toMatchObject({
      type: 'refused',
    });
  });

  it('accepts audio where the agent does; else a file is linked, and the rest refused', async () => {
    const sound = file(new Uint8Array([1, 2, 3]), 'a.wav', 'audio/wav');
    expect(await attach(sound, place({ path: '/project/a.wav' }))).toMatchObject({
      type: 'attached',
      attachment: { kind: 'audio', data: 'AQID', mimeType: 'audio/wav' },
    });
    const whyNoAudio = 'This agent does not accept audio.';
    expect(await attach(sound, place({ whyNoAudio }))).toEqual({
      type: 'refused',
      reason: whyNoAudio,
    });
    expect(await attach(sound, place({ whyNoAudio, path: '/music/a.wav' }))).toMatchObject({
      attachment: { kind: 'file', path: '/music/a.wav' },
    });
  });

  it('accepts text, and explains why it refuses binary files', async () => {
    expect(await attach(file('hello', 'a.ts'), place({}))).toMatchObject({
      type: 'attached',
      attachment: { kind: 'text', text: 'hello', path: null },
    });
    expect(await attach(binary, place({}))).toMatchObject({ type: 'refused' });
    expect(await attach(large, place({}))).toMatchObject({
      type: 'refused',
      reason: expect.stringMatching(/@/),
    });
  });

  it('mentions files of the project, also those in the agent’s copy', async () => {
    for (const path of ['/project/src/a.ts', '/copy/src/a.ts']) {
      expect(await attach(file('hello', 'a.ts'), place({ path }))).toEqual({
        type: 'mentioned',
        path: 'src/a.ts',
      });
    }
    expect(await attach(large, place({ path: '/project/big.log' }))).toMatchObject({
      type: 'mentioned',
    });
  });

  it('attaches other files, or links them if they cannot be attached', async () => {
    expect(await attach(file('hello', 'a.ts'), place({ path: '/else/a.ts' }))).toMatchObject({
      attachment: { kind: 'text', path: '/else/a.ts' },
    });
    for (const one of [binary, large]) {
      expect(await attach(one, place({ path: '/else/x' }))).toMatchObject({
        attachment: { kind: 'file', name: one.name, path: '/else/x' },
      });
    }
    expect(await attach(picture, place({ path: '/else/a.png', whyNoImages: 'No.' }))).toMatchObject(
      {
        attachment: { kind: 'file', path: '/else/a.png' },
      },
    );
  });
});

it('encodes large images', () => {
  const bytes = new Uint8Array(100_000).fill(7);
  expect(atob(toBase64(bytes))).toBe('\u0007'.repeat(bytes.length));
});
