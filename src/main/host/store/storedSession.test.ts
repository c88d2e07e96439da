import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  INLINE_BODY_BYTES,
  INLINE_SHOWN_BYTES,
  MENDED_CHARACTERS,
  PREVIEW_CHARACTERS,
} from '#main/host/store/limits';
import type { BlobHash } from '#shared/ids';
import type { Body } from '#shared/session/content';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { heldBytes } from '#test/support/heldBytes';
import { propertyRuns } from '#test/support/propertyRuns';
import { arbitraryEvent, said } from '#test/support/sessionEvents';
import { hashOf } from './blobs/packFormat';
import { externalise, internalise, resolveBody } from './storedSession';

class MemoryBlobs {
  readonly kept = new Map<BlobHash, Buffer>();

  put(text: string): BlobHash | null {
    if (!text.isWellFormed()) return null;
    const bytes = Buffer.from(text);
    this.kept.set(hashOf(bytes), bytes);
    return hashOf(bytes);
  }

  lengthOf(hash: BlobHash): number {
    return this.kept.get(hash)?.length ?? 0;
  }

  async get(hash: BlobHash): Promise<Buffer | null> {
    return this.kept.get(hash) ?? null;
  }
}

const long = 'line of output\n'.repeat(1000);
const tool = (fields: object) =>
  ({ type: 'tool.updated', toolCallId: 'c', ...fields }) as EventOf<'tool.updated'>;

const shown = (text: string) =>
  tool({ content: [{ type: 'content', content: { type: 'text', text } }] });

describe('externalise', () => {
  it('keeps only the preview of a body in memory', () => {
    const held = heldBytes(() =>
      Array.from({ length: 20 }, (_, index) =>
        externalise(tool({ output: `${index} ${long.repeat(70)}` }), {
          put: () => 'hash' as BlobHash,
          lengthOf: () => 1,
        }),
      ),
    );
    expect(held).toBeLessThan(long.length * 70);
  });

  it('is undone by internalise, for any event', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryEvent, async (event) => {
        const blobs = new MemoryBlobs();
        const stored = externalise(event, blobs);
        expect(await internalise(JSON.parse(JSON.stringify(stored)), blobs)).toEqual(event);
        if (blobs.kept.size === 0) expect(stored).toBe(event);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('finds long bodies wherever they may occur, and leaves short ones', () => {
    const data = 'A'.repeat(8000);
    const cases: [SessionEvent, number][] = [
      [tool({ input: long, output: `${long}2`, title: long }), 2],
      [tool({ input: null, output: 'short' }), 0],
      [tool({ content: [{ type: 'diff', path: 'p', before: long, after: `${long}2` }] }), 2],
      [tool({ content: [{ type: 'diff', path: 'p', before: null, after: long }] }), 1],
      [tool({ content: [{ type: 'patch', paths: [], patch: long }] }), 1],
      [
        tool({ content: [{ type: 'content', content: { type: 'image', data, mimeType: 'i' } }] }),
        1,
      ],
      [tool({ content: [{ type: 'unknown', label: 'l', raw: long }] }), 1],
      [shown('x'.repeat(INLINE_SHOWN_BYTES)), 0],
      [shown('x'.repeat(INLINE_SHOWN_BYTES + 1)), 1],
      [
        { ...said(''), content: { type: 'resource', uri: 'u', text: long, data } } as SessionEvent,
        2,
      ],
      [{ type: 'terminal.ended', tail: long } as SessionEvent, 1],
      [{ type: 'unknown.received', raw: long } as SessionEvent, 1],
      [{ type: 'turn.started', content: [{ type: 'image', data }] } as unknown as SessionEvent, 1],
      [{ type: 'prompt.queued', content: [{ type: 'audio', data }] } as unknown as SessionEvent, 1],
      [said(long), 0],
    ];
    for (const [event, expected] of cases) {
      const blobs = new MemoryBlobs();
      const stored = externalise(event, blobs);
      expect(blobs.kept.size, JSON.stringify(event).slice(0, 80)).toBe(expected);
      if (expected === 0) expect(stored).toBe(event);
      expect(externalise(stored, blobs), 'done once is done').toBe(stored);
    }
  });

  it('counts bytes, not characters', () => {
    const blobs = new MemoryBlobs();
    const body = (text: string) => externalise(tool({ input: text }), blobs).input;
    expect(body('x'.repeat(INLINE_BODY_BYTES))).toBeTypeOf('string');
    expect(body('x'.repeat(INLINE_BODY_BYTES + 1))).toMatchObject({ bytes: INLINE_BODY_BYTES + 1 });
    expect(body('漢'.repeat(INLINE_BODY_BYTES / 2))).toMatchObject({
      bytes: 1.5 * INLINE_BODY_BYTES,
    });
  });

  it('previews text without splitting a character, and does not preview base64', () => {
    const blobs = new MemoryBlobs();
    const text = 'x'.repeat(PREVIEW_CHARACTERS - 1) + '😀'.repeat(5000);
    const { input } = externalise(tool({ input: text }), blobs);
    expect(input).toMatchObject({ preview: 'x'.repeat(PREVIEW_CHARACTERS - 1) });
    const image = { type: 'image', data: 'A'.repeat(9000), mimeType: 'image/png' };
    const event = externalise(
      { ...said(''), content: image } as EventOf<'message.appended'>,
      blobs,
    );
    expect(Object.keys((event.content as { data: Body }).data)).toEqual(['blob', 'bytes']);
  });

  it('leaves bodies in the line that bytes cannot represent, or that do not fit', () => {
    const halves = `${'\uD83D'}${'x'.repeat(9000)}`;
    expect(externalise(tool({ input: halves }), new MemoryBlobs()).input).toBe(halves);
    const longer = `${halves}${'x'.repeat(MENDED_CHARACTERS)}`;
    const { input } = externalise(tool({ input: longer }), new MemoryBlobs());
    expect(input, 'mended, since it is too long to be held').toMatchObject({
      bytes: longer.length + 2,
    });
    expect(externalise(tool({ input: long }), { put: () => null, lengthOf: () => 0 }).input).toBe(
      long,
    );
  });
});

describe('resolveBody', () => {
  it('reads a body from wherever it is stored', async () => {
    const blobs = new MemoryBlobs();
    expect(await resolveBody('short', blobs)).toBe('short');
    const blob = blobs.put(long) as BlobHash;
    expect(await resolveBody({ blob, bytes: long.length }, blobs)).toBe(long);
    expect(await resolveBody({ blob: 'gone' as BlobHash, bytes: 1 }, blobs)).toBeNull();
  });
});
