import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REST_CHARACTERS } from '#main/host/store/limits';
import { readResting } from '#main/host/store/text/restingText';
import { withWholeEntries } from '#main/host/store/text/wholeEntries';
import { ok } from '#shared/errors';
import type { Envelope } from '#shared/session/events';
import { createState } from '#shared/session/fold';
import type { KeptState, SessionState } from '#shared/session/state';
import { arbitraryLog } from '#test/support/arbitraryLog';
import { bytesOf } from '#test/support/byteSource';
import { foldAll } from '#test/support/foldAll';
import { propertyRuns } from '#test/support/propertyRuns';
import { created, SESSION, said, stamp } from '#test/support/sessionEvents';
import { readLine } from './logLine';
import { scanLog } from './logScan';
import { ReplayFold } from './replayFold';

/** A log read as the app reads it: long texts stay where they are. */
async function leaving(bytes: Buffer, pieces: readonly number[] = []) {
  const state: KeptState = createState(SESSION);
  const fold = new ReplayFold(state);
  let passed = 0;
  const { visit, text } = fold;
  const findings = await scanLog(bytesOf(bytes, pieces), {
    visit: visit.bind(fold),
    text: {
      mayPass: text.mayPass,
      passed: (lines) => {
        passed += lines.lines;
        text.passed(lines);
      },
    },
  });
  fold.finish();
  return { state, findings, passed };
}

/** The same with every line parsed and folded one by one. */
async function plainly(bytes: Buffer) {
  const events: Envelope[] = [];
  const findings = await scanLog(bytesOf(bytes), { visit: (event) => void events.push(event) });
  return { state: foldAll(SESSION, events), findings };
}

async function whole(state: KeptState, bytes: Buffer): Promise<SessionState> {
  const read = await withWholeEntries(
    async (texts) => ok(await readResting(bytesOf(bytes), texts)),
    (whole) => new Map([...state.entries].map(([id, entry]) => [id, whole(entry)])),
  );
  if (!read.ok) throw new Error(read.error.message);
  return { head: state.head, order: state.order, entries: read.value };
}

function linesOf(events: readonly Envelope[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

/** At a place between 0 and 1 of the log. */
const place = fc.double({ min: 0, max: 1, noNaN: true });
const damage = fc.oneof(
  fc.record({ type: fc.constant('cut' as const), place }),
  fc.record({
    type: fc.constant('zeros' as const),
    place,
    length: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({
    type: fc.constant('byte' as const),
    place,
    byte: fc.oneof(fc.constantFrom(0x22, 0x5c, 0x0a, 0x1f, 0x75, 0x7d, 0x80, 0x39), fc.nat(255)),
  }),
  fc.record({ type: fc.constantFrom('double' as const, 'lose' as const, 'blank' as const), place }),
);

type Damage = typeof damage extends fc.Arbitrary<infer D> ? D : never;

function damaged(bytes: Buffer, kinds: readonly Damage[]): Buffer {
  let spoilt = Buffer.from(bytes);
  for (const kind of kinds) {
    const at = Math.floor(kind.place * spoilt.length);
    const lineStart = spoilt.lastIndexOf(0x0a, at) + 1;
    const lineEnd = spoilt.indexOf(0x0a, at) + 1 || spoilt.length;
    const [head, line, rest] = [
      spoilt.subarray(0, lineStart),
      spoilt.subarray(lineStart, lineEnd),
      spoilt.subarray(lineEnd),
    ];
    if (kind.type === 'cut') spoilt = Buffer.from(spoilt.subarray(0, at));
    if (kind.type === 'zeros') spoilt.fill(0, at, Math.min(at + kind.length, spoilt.length));
    if (kind.type === 'byte' && at < spoilt.length) spoilt[at] = kind.byte;
    if (kind.type === 'double') spoilt = Buffer.concat([head, line, line, rest]);
    if (kind.type === 'lose') spoilt = Buffer.concat([head, rest]);
    if (kind.type === 'blank') spoilt = Buffer.concat([head, Buffer.from('\n'), line, rest]);
  }
  return spoilt;
}

describe('a scan that leaves long texts in the log', () => {
  it('gives the same state as folding every line', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(arbitraryLog, sizes, async (events, pieces) => {
        const bytes = Buffer.from(linesOf(events));
        const { state } = await leaving(bytes, pieces);
        const lines = bytes.toString().trimEnd().split('\n').map(readLine);
        const read = lines.flatMap((line) => (line.type === 'event' ? [line.event] : []));
        expect(await whole(state, bytes)).toEqual(foldAll(SESSION, read));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('gives the same state and finds the same damage in a damaged log', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryLog,
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        async (events, kinds) => {
          const bytes = damaged(Buffer.from(linesOf(events)), kinds);
          const { state, findings } = await leaving(bytes);
          const expected = await plainly(bytes);
          expect(findings).toEqual(expected.findings);
          expect(await whole(state, bytes)).toEqual(expected.state);
        },
      ),
      { numRuns: propertyRuns(600) },
    );
  });

  it('does not parse the lines of a long text beyond its beginning', async () => {
    const texts = Array.from({ length: 300 }, (_, n) => said(`Sentence "${n}"\n`.repeat(4)));
    const bytes = Buffer.from(linesOf(stamp([created(), ...texts])));
    const { state, passed } = await leaving(bytes, [1000]);
    const beginning = Math.ceil(REST_CHARACTERS / 52) + 1;
    expect(passed).toBeGreaterThan(texts.length - beginning);
    const [message] = state.entries.values();
    expect(message).toMatchObject({ blocks: [{ type: 'resting', lines: 300, to: bytes.length }] });
  });

  it('parses a line in which a key occurs twice', async () => {
    const events = stamp([created(), ...Array.from({ length: 9 }, () => said('x'.repeat(600)))]);
    const bytes = Buffer.from(linesOf(events).replaceAll('"role"', '"seq":2,"role"'));
    const { findings, passed } = await leaving(bytes);
    expect(passed).toBe(0);
    expect(findings).toMatchObject({ repeated: 8, lastSeq: 2 });
  });
});
