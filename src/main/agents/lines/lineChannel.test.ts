import { PassThrough, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nextValue } from '#main/base/emitter';
import type { WireProblem } from '../connection';
import { LineChannel } from './lineChannel';
import { WireTap } from './wireTap';

function open({ output = new PassThrough() as Writable, listen = true } = {}) {
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
  });
  const messages: unknown[] = [];
  if (listen) channel.onMessage((message) => messages.push(message));
  onTestFinished(() => {
    channel.dispose();
    tap.dispose();
  });
  return { input, output, exit, tap, problems, channel, messages };
}

describe('LineChannel', () => {
  it('delivers messages in order and closes with the words of the exit', async () => {
    const { input, exit, channel, messages, tap } = open();
    input.end('{"id":1}\n{"id":2}\n{"id":3}\n');
    exit('The agent exited with code 0.');
    expect(await nextValue(channel.onClose)).toBe('The agent exited with code 0.');
    expect(messages).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(channel.closeReason).toBe('The agent exited with code 0.');
    expect(tap.frames().map((frame) => frame.text)).toEqual(['{"id":1}', '{"id":2}', '{"id":3}']);
  });

  it('loses nothing that came before the first listener', async () => {
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

  it('delivers nothing after pause, even of what has come, and all of it after resume', async () => {
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

  it('reports what is no message, warns once, and never answers', async () => {
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
        message: 'The agent printed 200 lines in a row that are no messages.',
      },
    ]);
    expect(messages).toEqual([{ id: 1 }]);
    expect(output.writableLength).toBe(0);
    expect(tap.frames().filter((frame) => frame.direction === 'garbage')).toHaveLength(452);
  });

  it('lets only the husk of a hostile message in', async () => {
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
          'The agent sent a message that is not let in: it is nested more than 64 levels deep.',
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

  it('drops half a message and says so', async () => {
    const { input, channel, messages, exit } = open();
    input.end('{"id":1}\n{"id":2}');
    exit('The agent was killed by SIGKILL.');
    expect(await nextValue(channel.onClose)).toBe(
      'The agent was killed by SIGKILL. Its last message was cut short (8 bytes).',
    );
    expect(messages).toEqual([{ id: 1 }]);
  });

  it('sees the exit though somebody else holds the output open', async () => {
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

  it('closes when the agent takes no more messages, and no exit follows', async () => {
    const output = new Writable({ write: (_chunk, _encoding, done) => done(new Error('EPIPE')) });
    const { channel } = open({ output });
    channel.send({ id: 1 });
    expect(await nextValue(channel.onClose)).toBe('The agent takes no more messages (EPIPE).');
    channel.send({ id: 2 });
  });

  it('calls an agent stuck that leaves 8 MiB unread, but takes one large message', async () => {
    const output = new Writable({ write: () => undefined });
    const { channel } = open({ output });
    const closes: string[] = [];
    channel.onClose((words) => closes.push(words));
    channel.send({ text: 'x'.repeat(9 * 1024 * 1024) });
    expect(closes).toEqual([]);
    channel.send({ text: 'one more' });
    expect(closes).toEqual(['The agent is stuck: it leaves 9 MiB unread.']);
  });
});
