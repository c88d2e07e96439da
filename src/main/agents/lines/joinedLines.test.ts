import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextValue } from '#main/base/emitter';
import { propertyRuns } from '#test/support/propertyRuns';
import type { WireProblem } from '../connection';
import type { TextRule } from './joinedLines';
import { JOINED_CHARACTERS } from './limits';
import { LineChannel } from './lineChannel';
import { WireTap } from './wireTap';

interface Piece {
  readonly of?: string;
  readonly text?: unknown;
}

const rule: TextRule = {
  textOf: (message) => {
    const { of, text } = message as Piece;
    return of !== undefined && typeof text === 'string' ? text : null;
  },
  withText: (message, text) => ({ ...message, text }),
};

async function read(chunks: readonly Buffer[], joins?: TextRule) {
  const input = new PassThrough();
  const tap = new WireTap({ clock: () => 0 });
  const problems: WireProblem[] = [];
  const channel = new LineChannel({
    transport: { input, output: new PassThrough(), ended: Promise.resolve('gone') },
    tap,
    report: (problem) => problems.push(problem),
    ...(joins ? { joins } : {}),
  });
  onTestFinished(() => {
    channel.dispose();
    tap.dispose();
  });
  const messages: object[] = [];
  channel.onMessage((message) => messages.push(message as object));
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await nextValue(channel.onClose);
  return { messages, problems, frames: tap.frames() };
}

/** What the messages add up to. */
function joined(messages: readonly object[]): object[] {
  const all: object[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    const [before, text] = [last && rule.textOf(last), rule.textOf(message)];
    const isSame = last && (last as Piece).of === (message as Piece).of;
    if (typeof before === 'string' && text !== null && isSame) {
      all[all.length - 1] = rule.withText(last, before + text);
    } else all.push(message);
  }
  return all;
}

const line = (of: string, text: string) => `{"of":"${of}","text":"${text}"}\n`;

describe('JoinedLines', () => {
  it('joins lines that differ in their text alone into one message', async () => {
    const said = ['One ', 'two\\n', '\\"three\\"', ' \\u2013 ', '\\\\', ''];
    const bytes = Buffer.from(said.map((text) => line('a', text)).join('') + line('b', 'four'));
    const { messages, frames } = await read([bytes], rule);
    expect(messages).toEqual([
      { of: 'a', text: 'One ' },
      { of: 'a', text: 'two\n"three" – \\' },
      { of: 'b', text: 'four' },
    ]);
    expect(frames.map(({ text }) => `${text}\n`).join('')).toBe(String(bytes));
  });

  it('joins only so many at once, however many have come', async () => {
    const text = 'x'.repeat(10_000);
    const bytes = Buffer.from(line('a', text).repeat(40));
    const { messages } = await read([bytes], rule);
    const lengths = messages.map((message) => rule.textOf(message)?.length ?? 0);
    expect(Math.max(...lengths)).toBeLessThan(JOINED_CHARACTERS + text.length);
    expect(joined(messages)).toEqual([{ of: 'a', text: text.repeat(40) }]);
  });

  it('reads lines one by one if one of them is not JSON', async () => {
    const lines = [line('a', '1'), line('a', '2'), line('a', '3" or not'), line('a', '4')];
    const { messages, problems, frames } = await read([Buffer.from(lines.join(''))], rule);
    expect(messages.map((message) => (message as Piece).text)).toEqual(['1', '2', '4']);
    expect(problems).toEqual([{ type: 'garbage', text: '{"of":"a","text":"3" or not"}' }]);
    expect(frames.map(({ direction }) => direction)).toEqual(['in', 'in', 'garbage', 'in']);
  });

  it('never joins lines that are JSON only when joined', async () => {
    for (const [first, second] of [
      ['\\', 'n'],
      ['\\u00', 'e9'],
      ['\\\\\\', 'n'],
    ] as const) {
      const lines = [line('a', 'whole'), line('a', first), line('a', second)];
      const { messages, problems } = await read([Buffer.from(lines.join(''))], rule);
      expect(joined(messages)).toEqual([{ of: 'a', text: `whole${second}` }]);
      expect(problems).toHaveLength(1);
    }
  });

  it('gives the same result as reading each line separately', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((said) => JSON.stringify(said)),
      fc.constantFrom(
        '"\\n"',
        '"\\\\"',
        '"\\ud83d"',
        '"\\ude00"',
        '"\\u00e9"',
        '"x\\"',
        '7',
        '"a"b"',
      ),
    );
    const message = fc.oneof(
      {
        weight: 8,
        arbitrary: fc
          .tuple(fc.constantFrom('a', 'b'), text)
          .map(([of, said]) => `{"of":"${of}","text":${said}}`),
      },
      fc.constantFrom(
        '{"other":1}',
        '{"of":"a", "text":"spaced"}',
        'noise',
        '{"text":"x","of":"a"}',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { maxLength: 40 }),
        fc.nat({ max: 60 }),
        async (lines, size) => {
          const bytes = Buffer.from(lines.map((said) => `${said}\n`).join(''));
          const step = size + 1;
          const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, index) =>
            bytes.subarray(index * step, (index + 1) * step),
          );
          const [plain, run] = [await read([bytes]), await read(chunks, rule)];
          expect(joined(run.messages)).toEqual(joined(plain.messages));
          expect(run.frames).toEqual(plain.frames);
          expect(run.problems).toEqual(plain.problems);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('delivers nothing after pause', async () => {
    const input = new PassThrough();
    const tap = new WireTap();
    const channel = new LineChannel({
      transport: { input, output: new PassThrough(), ended: new Promise(() => undefined) },
      tap,
      report: () => undefined,
      joins: rule,
    });
    onTestFinished(() => {
      channel.dispose();
      tap.dispose();
    });
    const texts: unknown[] = [];
    channel.onMessage((message) => {
      texts.push((message as Piece).text);
      channel.pause();
    });
    const said = ['1', '2', '3'].map((text) => line('a', text)).join('');
    input.write(`${said}{"text":"other"}\n`);
    for (const expected of [['1'], ['1', '23'], ['1', '23', 'other']]) {
      await new Promise(setImmediate);
      expect(texts).toEqual(expected);
      channel.resume();
    }
  });
});
