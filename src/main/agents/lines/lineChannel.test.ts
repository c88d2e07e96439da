import { PassThrough, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nextValue } from '#main/base/emitter';
import type { WireProblem } from '../connection';
import type { TextRule } from './joinedLines';
import { SPLIT_CHARACTERS } from './limits';
import { LineChannel } from './lineChannel';
import { WireTap } from './wireTap';

interface Opening {
  readonly output?: Writable;
  readonly listen?: boolean;
  readonly joins?: TextRule;
}

function open({ output = new PassThrough(), listen = true, joins }: Opening = {}) {
  const input = new PassThrough();
  let exit: (words: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    exit = resolve;
  });
  const tap = new WireTap();
  const problems: WireProblem[] = [];
  const channel = new LineChannel({
    transport: { input, output, ended },
    tap,
    report: (problem) => problems.push(problem),
    drainMilliseconds: 20,
    exitGraceMilliseconds: 20,
    stuckMilliseconds: 20,
    ...(joins && { joins }),
  });
  const messages: unknown[] = [];
  if (listen) channel.onMessage((message) => messages.push(message));
  onTestFinished(() => {
    channel.dispose();
    tap.dispose();
  });
  return { input, output, exit, tap, problems, channel, messages };
}

const lineOf = (message: object) => `${JSON.stringify(message)}\n`;

/** As a pipe brings it: a long line is never there at once. */
function writeInPieces(input: Writable, text: string, bytes = 64 * 1024): void {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) input.write(all.subarray(at, at + bytes));
}

describe('LineChannel', () => {
  it('delivers messages in order and closes with the description of the exit', async () => {
    const { input, exit, channel, messages, tap } = open();
    input.end('{"id":1}\n{"id":2}\n{"id":3}\n');
    exit('The agent exited with code 0.');
    expect(await nextValue(channel.onClose)).toBe('The agent exited with code 0.');
    expect(messages).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(channel.closeReason).toBe('The agent exited with code 0.');
    expect(tap.frames().map((frame) => frame.text)).toEqual(['{"id":1}', '{"id":2}', '{"id":3}']);
  });

  it('delivers a large amount of text in several messages, one per turn of the event loop', async () => {
    const joins: TextRule = {
      textOf: (message) => (message as { text?: string }).text ?? null,
      withText: (message, text) => ({ ...message, text }),
    };
    const { input, exit, channel } = open({ listen: false, joins });
    const text = `${'💡'.repeat(SPLIT_CHARACTERS)}${'x'.repeat(SPLIT_CHARACTERS)}`;
    let turn = 0;
    const heard: { text: string; turn: number }[] = [];
    channel.onMessage((message) => {
      heard.push({ ...(message as { text: string }), turn });
      if (heard.length === 2) channel.pause();
    });
    writeInPieces(input, lineOf({ text }) + lineOf({ text: 'after' }));
    input.end();
    exit('The agent exited with code 0.');
    const closed = nextValue(channel.onClose);
    for (; turn < 100 && heard.length < 2; turn++) await setImmediate();
    for (let paused = 0; paused < 5; paused++) await setImmediate();
    expect(heard).toHaveLength(2);
    channel.resume();
    for (; turn < 200 && heard.length < 5; turn++) await setImmediate();
    await closed;
    const parts = heard.slice(0, -1);
    expect(parts.map((part) => part.text).join('') === text).toBe(true);
    expect(parts.every((part) => part.text.isWellFormed())).toBe(true);
    expect(Math.max(...parts.map((part) => part.text.length))).toBeLessThanOrEqual(
      SPLIT_CHARACTERS,
    );
    expect(new Set(parts.map((part) => part.turn)).size).toBe(parts.length);
    expect(heard.at(-1)).toMatchObject({ text: 'after' });
  });

  it('keeps what arrives before the first listener', async () => {
    const { input, exit, channel } = open({ listen: false });
    input.end('{"early":true}\n');
    exit('The agent exited with code 0.');
    await setImmediate();
    const messages: unknown[] = [];
    channel.onMessage((message) => messages.push(message));
    await nextValue(channel.onClose);
    expect(messages).toEqual([{ early: true }]);
  });

  it('writes one line for each message', async () => {
    const output = new PassThrough();
    const { channel, tap } = open({ output });
    channel.send({ method: 'a', text: 'line\nbreak' });
    channel.send({ method: 'é' });
    expect(String(output.read())).toBe('{"method":"a","text":"line\\nbreak"}\n{"method":"é"}\n');
    expect(tap.frames().map(({ direction, bytes }) => ({ direction, bytes }))).toEqual([
      { direction: 'out', bytes: 35 },
      { direction: 'out', bytes: 15 },
    ]);
  });

  it('delivers nothing after pause, even of what has arrived, and all of it after resume', async () => {
    const { input, exit, channel, messages } = open({ listen: false });
    channel.onMessage((message) => {
      messages.push(message);
      channel.pause();
    });
    input.write('{"id":1}\n{"id":2}\n');
    input.end('{"id":3}\n');
    exit('The agent exited with code 0.');
    for (const count of [1, 2, 3]) {
      await setImmediate();
      await setImmediate();
      expect(messages).toHaveLength(count);
      expect(channel.closeReason).toBeNull();
      channel.resume();
    }
    if (channel.closeReason === null) await nextValue(channel.onClose);
    expect(messages).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('keeps order when a listener pauses and resumes within a message', async () => {
    const { input, channel, messages, exit } = open({ listen: false });
    channel.onMessage((message) => {
      channel.pause();
      channel.resume();
      messages.push(message);
    });
    input.end('{"id":1}\n{"id":2}\n{"id":3}\n');
    exit('gone');
    await nextValue(channel.onClose);
    expect(messages).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  });

  it('stops reading while paused', async () => {
    const { input, channel } = open();
    channel.pause();
    const line = `{"text":"${'x'.repeat(10_000)}"}\n`;
    let writes = 0;
    while (input.write(line)) writes++;
    await setImmediate();
    expect(writes).toBeLessThan(20);
    expect(input.readableLength).toBeGreaterThan(0);
  });

  it('reports lines that are not messages, warns once, and never answers them', async () => {
    const { input, channel, problems, messages, output, tap } = open();
    input.write('\u001b[33mwarning\u001b[0m: started\n{"id":1}\n');
    input.write('noise\n'.repeat(450));
    input.end(`${'y'.repeat(5_000)}\n`);
    await nextValue(channel.onClose);
    const garbage = problems.filter((problem) => problem.type === 'garbage');
    expect(garbage).toHaveLength(452);
    expect(garbage.at(-1)?.text).toHaveLength(2_049);
    expect(problems.filter((problem) => problem.type === 'unexpected')).toEqual([
      {
        type: 'unexpected',
        message: 'The agent printed 200 lines in a row that are not messages.',
      },
    ]);
    expect(messages).toEqual([{ id: 1 }]);
    expect(output.writableLength).toBe(0);
    expect(tap.frames().filter((frame) => frame.direction === 'garbage')).toHaveLength(452);
  });

  it('lets only the id and short members of a hostile message through', async () => {
    const { input, channel, problems, messages } = open();
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    input.end(`{"jsonrpc":"2.0","id":4,"method":"fs/read_text_file","params":${deep}}\n{"id":5}\n`);
    await nextValue(channel.onClose);
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 4, method: 'fs/read_text_file' }, { id: 5 }]);
    expect(problems).toEqual([
      {
        type: 'invalid',
        method: 'fs/read_text_file',
        message:
          'The agent sent a message that Airlock rejected: it is nested more than 64 levels deep.',
      },
    ]);
  });

  it('closes at a message that is too long', async () => {
    const { input, channel, messages } = open();
    const closed = nextValue(channel.onClose);
    input.write(`{"id":1}\n{"method":"session/update","params":"`);
    for (let index = 0; index < 17; index++) input.write('x'.repeat(1024 * 1024));
    input.end('"}\n{"id":2}\n');
    expect(await closed).toBe('The agent sent a message of more than 16 MiB (session/update).');
    expect(messages).toEqual([{ id: 1 }]);
  });

  it('drops an incomplete message and says so', async () => {
    const { input, channel, messages, exit } = open();
    input.end('{"id":1}\n{"id":2}');
    exit('The agent was killed by SIGKILL.');
    expect(await nextValue(channel.onClose)).toBe(
      'The agent was killed by SIGKILL. Its last message was cut short (8 bytes).',
    );
    expect(messages).toEqual([{ id: 1 }]);
  });

  it('sees the exit even if another process holds the output open', async () => {
    const { input, channel, exit, messages } = open();
    input.write('{"id":1}\n');
    exit('The agent exited with code 3.');
    expect(await nextValue(channel.onClose)).toBe('The agent exited with code 3.');
    expect(messages).toEqual([{ id: 1 }]);
  });

  it('closes when the output ends and no exit follows', async () => {
    const { input, channel } = open();
    input.end();
    expect(await nextValue(channel.onClose)).toBe('The agent closed its output.');
  });

  it('closes when the agent no longer accepts messages and no exit follows', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const { channel } = open({ output });
    channel.send({ id: 1 });
    expect(await nextValue(channel.onClose)).toBe('The agent no longer accepts messages (EPIPE).');
    channel.send({ id: 2 });
  });

  it('reports an agent that leaves 8 MiB unread as stuck, until it has read', async () => {
    let take: (() => void) | undefined;
    let isReading = false;
    const output = new Writable({
      write: (_chunk, _encoding, done) => {
        // Later, as a pipe would: then nothing is taken yet when the last of it is written.
        if (isReading) setImmediate().then(() => done());
        else take = done;
      },
    });
    const { channel, problems } = open({ output });
    channel.send({ text: 'small' });
    expect(channel.congestion()).toBeNull();
    channel.send({ text: 'x'.repeat(9 * 1024 * 1024) });
    channel.send({ text: 'small again' });
    const congestion = channel.congestion();
    expect(congestion).not.toBeNull();
    await expect.poll(() => problems).toMatchObject([{ type: 'stuck' }]);
    expect(channel.closeReason).toBeNull();
    isReading = true;
    take?.();
    await congestion;
    expect(channel.congestion()).toBeNull();
  });

  it('encodes a long message only as fast as the agent reads it, and keeps the order', async () => {
    let take: (() => void) | undefined;
    let isReading = false;
    const taken: Buffer[] = [];
    const output = new Writable({
      write: (chunk, _encoding, done) => {
        taken.push(chunk);
        if (isReading) setImmediate().then(() => done());
        else take = done;
      },
    });
    const { channel, tap } = open({ output });
    const text = '\u0001'.repeat(4 * 1024 * 1024);
    channel.send({ id: 1 });
    channel.send({ id: 2, text });
    channel.send({ id: 3 });
    await setImmediate();
    // As JSON it is six times as long.
    expect(output.writableLength).toBeLessThan(1024 * 1024);
    expect(channel.congestion()).toBeNull();
    isReading = true;
    take?.();
    const whole = () => Buffer.concat(taken).toString();
    await expect.poll(() => whole().endsWith('{"id":3}\n')).toBe(true);
    expect(whole()).toBe([{ id: 1 }, { id: 2, text }, { id: 3 }].map(lineOf).join(''));
    expect(tap.frames().map(({ bytes }) => bytes + 1)).toEqual(
      [{ id: 1 }, { id: 2, text }, { id: 3 }].map((message) => lineOf(message).length),
    );
    expect(tap.frames()[1]?.text.length).toBeLessThan(64 * 1024);
  });

  it('gives up on an agent that leaves far more unread', () => {
    const output = new Writable({ write: () => undefined });
    const { channel } = open({ output });
    for (let index = 0; index < 7; index++) {
      channel.send({ text: 'x'.repeat(10 * 1024 * 1024) });
      expect(channel.closeReason).toBeNull();
    }
    channel.send({ text: 'one more' });
    expect(channel.closeReason).toBe('The agent is not reading its input: 70 MiB unread.');
    expect(channel.congestion()).toBeNull();
  });

  it('parses a long line a step at a time, in order, and pauses within it', async () => {
    const { input, channel, messages, exit } = open();
    const long = JSON.stringify({ id: 2, text: 'é'.repeat(3 * 1024 * 1024) });
    channel.onMessage((message) => {
      if ((message as { id: number }).id === 1) channel.pause();
    });
    // In two parts: a line that comes whole is decoded with those around it.
    input.write(`{"id":1}\n${long.slice(0, 1_000)}`);
    input.end(`${long.slice(1_000)}\n{"id":3}\r\n`);
    exit('It ended.');
    await setImmediate();
    expect(messages).toHaveLength(1);
    const closed = nextValue(channel.onClose);
    channel.resume();
    expect(await closed).toBe('It ended.');
    expect(messages).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect((messages[1] as { text: string }).text).toHaveLength(3 * 1024 * 1024);
  });

  const hostile = [
    ['deep', `${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}`, 'nested more than 64 levels'],
    ['wide', `[0${',0'.repeat(2_000_000)}]`, 'more than 100000 values'],
    ['a little deep', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'nested more than 64 levels'],
    ['a little wide', `[0${',0'.repeat(150_000)}]`, 'more than 100000 values'],
  ] as const;
  const ways = [
    ['at once', Number.POSITIVE_INFINITY],
    ['in pieces', 64 * 1024],
  ] as const;
  it.each(
    ways.flatMap(([way, size]) =>
      hostile.map(([how, value, reason]) => ({ how, value, reason, way, size })),
    ),
  )(
    'refuses what is $how and comes $way without parsing it, and keeps its id',
    async ({ value, reason, size }) => {
      const { input, channel, messages, problems } = open();
      const parse = vi.spyOn(JSON, 'parse');
      onTestFinished(() => parse.mockRestore());
      const text = `{"jsonrpc":"2.0","params":${value},"method":"x/y","id":7}\n{"id":8}\n`;
      writeInPieces(input, text, size);
      await expect.poll(() => messages).toHaveLength(2);
      expect(messages).toEqual([{ jsonrpc: '2.0', method: 'x/y', id: 7 }, { id: 8 }]);
      expect(problems).toMatchObject([{ type: 'invalid', method: 'x/y' }]);
      expect((problems[0] as { message: string }).message).toContain(reason);
      expect(parse.mock.calls.every(([text]) => text.length < 100)).toBe(true);
      expect(channel.closeReason).toBeNull();
    },
  );
});
