import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '#main/base/emitter';
import type { FromMain, ToMain } from '#main/ptyHost/hostMessages';
import { PtyHost } from '#main/ptyHost/ptyHost';
import type { TerminalId } from '#shared/ids';
import { ACKNOWLEDGED_CHARACTERS, HIGH_WATER_CHARACTERS } from '#shared/terminal/flowControl';
import type { ToPtyHost, ToWindow } from '#shared/terminal/portMessages';
import { isAlive } from '#test/support/processes';
import { waitFor } from '#test/support/waitFor';

const size = { columns: 80, rows: 24 };
const id = 'tty_1' as TerminalId;

/** A pty host in this process, and what main hears of it. */
function startHost() {
  const told = new Emitter<ToMain>();
  const host = new PtyHost((message) => told.fire(message));
  onTestFinished(() => {
    host.dispose();
    told.dispose();
  });
  return { host, told };
}

/** A window's end of a port to it, which draws what it gets and says so, unless told not to. */
class TestWindow {
  text = '';
  pending = 0;
  readonly messages = new Emitter<ToWindow>();
  private readonly port: MessagePort;
  acknowledges = true;

  constructor(host: PtyHost) {
    const { port1, port2 } = new MessageChannel();
    const heard = new Emitter<unknown>();
    const closed = new Emitter<void>();
    port1.on('message', (message) => heard.fire(message));
    port1.on('close', () => closed.fire());
    host.connect({
      post: (message) => port1.postMessage(message),
      onMessage: heard.event,
      onClose: closed.event,
    });
    this.port = port2;
    port2.on('message', (message: ToWindow) => this.receive(message));
    onTestFinished(() => {
      port2.close();
      for (const emitter of [heard, closed, this.messages]) emitter.dispose();
    });
  }

  post(message: ToPtyHost): void {
    this.port.postMessage(message);
  }

  attach(terminal: TerminalId = id): void {
    this.post({ type: 'attach', id: terminal, ...size });
  }

  close(): void {
    this.port.close();
  }

  shows(text: string | RegExp): Promise<unknown> {
    const has = () => this.text.search(text) >= 0;
    return has()
      ? Promise.resolve()
      : waitFor(this.messages.event, has, { what: `${text} on the screen` });
  }

  acknowledge(characters: number): void {
    this.pending -= characters;
    this.post({ type: 'acknowledge', id, characters });
  }

  private receive(message: ToWindow): void {
    if (message.type === 'replay') this.text += message.stretches.map(({ data }) => data).join('');
    if (message.type === 'data') {
      this.text += message.data;
      this.pending += message.data.length;
      if (this.acknowledges && this.pending >= ACKNOWLEDGED_CHARACTERS) {
        this.acknowledge(this.pending);
      }
    }
    this.messages.fire(message);
  }
}

function opening(script: string, terminal = id, audience: 'window' | 'main' = 'window'): FromMain {
  return {
    type: 'open',
    id: terminal,
    audience,
    file: '/bin/sh',
    args: ['-c', script],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', PS1: '$ ' },
    ...size,
  };
}

const ended = (terminal: TerminalId) => (message: ToMain) =>
  message.type === 'ended' && message.id === terminal;

describe.skipIf(process.platform === 'win32')('the pty host', () => {
  it('sends keys to the program and its echo back', async () => {
    const { host } = startHost();
    const window = new TestWindow(host);
    host.obey(opening('exec /bin/sh -i'));
    window.attach();
    await window.shows('[$#] ');
    window.post({ type: 'input', id, data: 'echo $((6 * 7))\r' });
    await window.shows(/echo \$\(\(6 \* 7\)\)\r?\n.*42/s);
  });

  it('tells the program its size, and each new one', async () => {
    const { host } = startHost();
    const window = new TestWindow(host);
    host.obey(opening("trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done"));
    window.attach();
    await window.shows('24 80');
    window.post({ type: 'resize', id, columns: 132, rows: 43 });
    await window.shows('43 132');
  });

  it('replays output for a later window, and disconnects the one before', async () => {
    const { host } = startHost();
    const first = new TestWindow(host);
    host.obey(opening('echo earlier; read line; echo "later $line"; exec sleep 1000'));
    first.attach();
    await first.shows('earlier');
    const second = new TestWindow(host);
    second.attach();
    await second.shows('earlier');
    // The keyboard goes with the screen.
    first.post({ type: 'input', id, data: 'from the first\r' });
    second.post({ type: 'input', id, data: 'from the second\r' });
    await second.shows('later from the second');
    expect(second.text).not.toContain('from the first');
    expect(first.text).not.toContain('later');
  });

  it('keeps running without a window, and keeps the output for the next', async () => {
    const { host, told } = startHost();
    const window = new TestWindow(host);
    host.obey(opening('echo begin; read line; seq 200000; echo finished; exec sleep 1000'));
    window.attach();
    await window.shows('begin');
    window.post({ type: 'input', id, data: '\r' });
    window.close();
    await waitFor(
      told.event,
      (message) => message.type === 'tail' && message.data.includes('finished'),
    );
    const next = new TestWindow(host);
    next.attach();
    await next.shows('finished');
    expect(next.text).toContain('\r\n200000\r\n');
  });

  it('lets a program run no further ahead of its screen than the high-water mark', async () => {
    const { host } = startHost();
    const window = new TestWindow(host);
    window.acknowledges = false;
    host.obey(opening('exec yes'));
    window.attach();
    await waitFor(window.messages.event, () => window.pending > HIGH_WATER_CHARACTERS);
    const other = new TestWindow(host);
    const quiet = 'tty_2' as TerminalId;
    host.obey(opening('exec cat', quiet));
    other.attach(quiet);
    // A whole exchange with another terminal, in which the first would have printed megabytes.
    for (let count = 0; count < 50; count++) {
      other.post({ type: 'input', id: quiet, data: `line ${count}\r` });
      await other.shows(`line ${count}\r\nline ${count}`);
    }
    expect(window.pending).toBeLessThan(HIGH_WATER_CHARACTERS + 200_000);
    window.acknowledge(window.pending);
    await waitFor(window.messages.event, () => window.pending > 0);
  });

  it('delivers a program’s last output before its exit, however far behind', async () => {
    const { host, told } = startHost();
    const window = new TestWindow(host);
    window.acknowledges = false;
    const over = waitFor(told.event, ended(id));
    host.obey(opening('seq 120000; printf last'));
    window.attach();
    await waitFor(window.messages.event, () => window.pending > HIGH_WATER_CHARACTERS);
    window.acknowledge(window.pending);
    await over;
    await waitFor(window.messages.event, ({ type }) => type === 'ended');
    expect(window.text.replaceAll('\r', '')).toBe(
      `${Array.from({ length: 120_000 }, (_, index) => `${index + 1}\n`).join('')}last`,
    );
  });

  it('does not wait for a flood from a background process of a shell', async () => {
    const { host, told } = startHost();
    const window = new TestWindow(host);
    // Nobody reads: what it prints waits in the system's buffer when the shell has ended.
    window.acknowledges = false;
    const over = waitFor(told.event, ended(id));
    host.obey(opening('(trap "" HUP; exec yes) & sleep 0.3'));
    window.attach();
    expect(await over).toMatchObject({ exitCode: 0 });
  });

  // Shows I12.
  it('lets no window read or type into an agent’s terminal', async () => {
    const { host, told } = startHost();
    const window = new TestWindow(host);
    const output = waitFor(told.event, (message) => message.type === 'data');
    host.obey(opening('echo secret; read line; echo "got $line"', id, 'main'));
    expect(await output).toMatchObject({ data: expect.stringContaining('secret') });
    window.attach();
    expect(await waitFor(window.messages.event)).toEqual({ type: 'unknown', id });
    window.post({ type: 'input', id, data: 'injected\r' });
    const over = waitFor(told.event, ended(id));
    const last = waitFor(
      told.event,
      (message) => message.type === 'data' && message.data.includes('got'),
    );
    host.obey({ type: 'input', id, data: 'typed\r' });
    expect(await last).toMatchObject({ data: expect.stringContaining('got typed') });
    await over;
  });

  it.runIf(process.platform === 'linux')(
    'gives no program a descriptor of another terminal',
    async () => {
      const { host } = startHost();
      host.obey(opening('exec sleep 1000', 'tty_victim' as TerminalId));
      const window = new TestWindow(host);
      host.obey(opening('ls -l /proc/self/fd; exec sleep 1000'));
      window.attach();
      await window.shows('/proc/\\d+/fd');
      const open = window.text.split('\n').filter((line) => line.includes('->'));
      // Input, output, errors, and the folder that is being listed.
      expect(open).toHaveLength(4);
    },
  );

  it('ends everything in a terminal that is closed', async () => {
    const { host, told } = startHost();
    const window = new TestWindow(host);
    const stubborn = `trap "" HUP TERM; echo "up $$ ."; while :; do sleep 1; done`;
    host.obey(opening(`/bin/sh -c '${stubborn}' & exec /bin/sh -i`));
    window.attach();
    await window.shows('up \\d+ ');
    const pid = Number(/up (\d+) /.exec(window.text)?.[1]);
    const over = waitFor(told.event, ended(id));
    host.obey({ type: 'kill', id });
    expect(await over).toMatchObject({ type: 'ended' });
    await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  });

  it('reports to main that a program cannot be started', async () => {
    const { host, told } = startHost();
    const answer = waitFor(told.event, ({ type }) => type === 'opened' || type === 'refused');
    const over = waitFor(told.event, ended(id)).catch(() => null);
    host.obey({ ...opening(''), file: '/no/such/shell' } as FromMain);
    const { type } = await answer;
    // Either the system says so at once, or the program ends at once.
    if (type === 'opened') expect(await over).toMatchObject({ exitCode: 127 });
  });

  it('sends a window only the output of a terminal', async () => {
    const { host } = startHost();
    const window = new TestWindow(host);
    host.obey(opening('exec sleep 1000'));
    const replay = waitFor(window.messages.event);
    window.attach();
    expect(await replay).toEqual({ type: 'replay', id, stretches: [{ ...size, data: '' }] });
  });

  it('returns the output from before a crash, until it is cleared', async () => {
    const { host } = startHost();
    const window = new TestWindow(host);
    host.obey({ ...opening('exec sleep 1000'), before: 'earlier\n' } as FromMain);
    const replay = waitFor(window.messages.event);
    window.attach();
    expect(await replay).toMatchObject({ type: 'replay', before: 'earlier\n' });
    window.post({ type: 'clear', id });
    const again = waitFor(window.messages.event);
    window.attach();
    expect(await again).not.toHaveProperty('before');
  });

  it('ignores anything that is not a message', async () => {
    const { host } = startHost();
    const window = new TestWindow(host);
    host.obey(opening('echo ready; exec cat'));
    window.attach();
    await window.shows('ready');
    for (const nonsense of [
      null,
      7,
      { type: 'open', id, file: '/bin/sh' },
      { type: 'input', id },
    ]) {
      window.post(nonsense as unknown as ToPtyHost);
    }
    window.post({ type: 'input', id, data: 'still here\r' });
    await window.shows('still here\r\nstill here');
  });
});
