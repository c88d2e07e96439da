import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TerminalExit } from '#main/agents/connection';
import {
  ENDED_TERMINALS_PER_SESSION,
  LIVE_TERMINALS_PER_SESSION,
  LOGGED_TAIL_BYTES,
  STARTS_AT_ONCE,
} from '#main/terminals/limits';
import type { Result } from '#shared/errors';
import type { TerminalId } from '#shared/ids';
import { gone, pidsWithMarker } from '#test/support/processes';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { type AgentCommands, agentCommands, never, shell, wishForTty } from './agentCommands';
import { buildPtyHost, type RunningPtyHost, runningPtyHost } from './runningPtyHost';

// Shows I12.

const built = new TemporaryFolder();
let hostFile: string;
beforeAll(async () => {
  hostFile = await buildPtyHost(built.join('ptyHost.mjs'));
});
afterAll(() => built.dispose());

const ways = ['on pipes', 'in a pty'] as const;

describe.each(ways)('a command %s', (way) => {
  const isTty = way === 'in a pty';
  const env = isTty ? wishForTty : [];
  let host: RunningPtyHost | undefined;

  function commands(): AgentCommands {
    host = isTty ? runningPtyHost(hostFile) : undefined;
    return agentCommands(testFolder().path, host?.client);
  }

  it('runs with its folder, environment and output, and reports how it ended', async () => {
    const { terminals, recorded } = commands();
    const request = shell('printf "%s %s" "$PWD" "$COLOUR"; exit 3', {
      env: [...env, { name: 'COLOUR', value: 'rot' }],
    });
    const id = unwrap(await terminals.create(request));
    const exit = unwrap(await terminals.waitForExit(id, never));
    const { output, truncated } = unwrap(terminals.output(id));
    expect(exit).toEqual({ exitCode: 3, signal: null });
    expect(output).toMatch(/\/airlock-\S+ rot$/);
    expect(truncated).toBe(false);
    expect(recorded).toMatchObject([
      { type: 'terminal.started', terminalId: id, owner: 'client', env: expect.any(Array) },
      { type: 'terminal.ended', terminalId: id, exitCode: 3, tail: output },
    ]);
    expect(recorded[0]).toMatchObject(isTty ? { tty: true } : {});
    expect('tty' in (recorded[0] ?? {})).toBe(isTty);
  });

  it('detects which of them it runs on', async () => {
    const { terminals } = commands();
    const id = unwrap(await terminals.create(shell('test -t 1 && echo tty || echo pipe', { env })));
    await terminals.waitForExit(id, never);
    expect(unwrap(terminals.output(id)).output.trim()).toBe(isTty ? 'tty' : 'pipe');
  });

  it('has no input, whatever it asks its terminal', async () => {
    const { terminals } = commands();
    const ask = "printf '\\033[c\\033[6n\\033P$q m\\033\\\\\\033[?1049h'";
    const read = `${ask}; stty raw -echo min 0 time 3 2>/dev/null; head -c 1 | wc -c`;
    const id = unwrap(await terminals.create(shell(read, { env })));
    await terminals.waitForExit(id, never);
    expect(unwrap(terminals.output(id)).output.trim()).toMatch(/0$/);
  });

  it('ends with all its children, even those that ignore signals', async () => {
    const { terminals } = commands();
    const marker = `${way}-${process.pid}`;
    const stubborn = "trap '' TERM HUP INT; sleep 1000 & echo up; wait; sleep 1000";
    const request = shell(`(${stubborn}) & (${stubborn}) & wait`, {
      env: [...env, { name: 'AIRLOCK_TEST_MARKER', value: marker }],
    });
    const id = unwrap(await terminals.create(request));
    await printed(terminals, id, /up\s+up/);
    expect(pidsWithMarker('AIRLOCK_TEST_MARKER', marker).length).toBeGreaterThanOrEqual(5);
    unwrap(await terminals.kill(id));
    unwrap(await terminals.release(id));
    await gone(() => pidsWithMarker('AIRLOCK_TEST_MARKER', marker));
  });

  it.runIf(process.platform === 'linux')(
    'ends with processes that a shell has put into their own groups',
    async () => {
      const { terminals } = commands();
      const marker = `groups-${way}-${process.pid}`;
      const request = shell('set -m; sleep 1000 & sleep 1000 & echo up; wait', {
        command: '/bin/bash',
        env: [...env, { name: 'AIRLOCK_TEST_MARKER', value: marker }],
      });
      const id = unwrap(await terminals.create(request));
      await printed(terminals, id, 'up');
      expect(pidsWithMarker('AIRLOCK_TEST_MARKER', marker).length).toBeGreaterThanOrEqual(3);
      unwrap(await terminals.kill(id));
      await gone(() => pidsWithMarker('AIRLOCK_TEST_MARKER', marker));
    },
  );

  it('ends with the session', async () => {
    const { terminals, recorded } = commands();
    const marker = `close-${way}-${process.pid}`;
    const request = shell('echo ready; exec sleep 1000', {
      env: [...env, { name: 'AIRLOCK_TEST_MARKER', value: marker }],
    });
    for (let count = 0; count < 5; count++) {
      await printed(terminals, unwrap(await terminals.create(request)), 'ready');
    }
    await terminals.close();
    expect(pidsWithMarker('AIRLOCK_TEST_MARKER', marker)).toEqual([]);
    expect(recorded.filter(({ type }) => type === 'terminal.ended')).toHaveLength(5);
    expect((await terminals.create(request)).ok).toBe(false);
  });

  it('keeps the tail of its output at a character boundary, for any limit', async () => {
    const { terminals } = commands();
    const text = 'aä€🚀'.repeat(20);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 210 }), async (outputByteLimit) => {
        const request = shell(`printf '%s' '${text}'`, { env, outputByteLimit });
        const id = unwrap(await terminals.create(request));
        await terminals.waitForExit(id, never);
        const { output, truncated } = unwrap(terminals.output(id));
        expect(text.endsWith(output)).toBe(true);
        expect(Buffer.byteLength(output)).toBeLessThanOrEqual(outputByteLimit);
        expect(Buffer.byteLength(output)).toBeGreaterThan(Math.min(outputByteLimit, 200) - 4);
        expect(truncated).toBe(outputByteLimit < 200);
        unwrap(await terminals.release(id));
      }),
      { numRuns: 15, verbose: 1 },
    );
  });

  it('answers as the protocol says, in any order of calls', async () => {
    const { terminals, recorded } = commands();
    const steps = fc.array(fc.constantFrom('output', 'wait', 'kill', 'release'), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), steps, async (endsItself, order) => {
        const script = endsItself ? 'echo done; exit 7' : 'echo started; exec sleep 1000';
        const id = unwrap(await terminals.create(shell(script, { env })));
        let isReleased = false;
        let isOver = false;
        for (const step of order) {
          const answer = await perform(terminals, step, id, endsItself || isOver);
          if (isReleased) {
            expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } });
          } else if (answer !== null) {
            expect(answer.ok).toBe(true);
          }
          isOver ||= step === 'kill' || step === 'release' || (step === 'wait' && endsItself);
          isReleased ||= step === 'release';
          if (isOver && !isReleased) {
            const { exit } = unwrap(terminals.output(id));
            expect(exit).not.toBeNull();
          }
        }
        await terminals.release(id);
        const ends = recorded.filter((event) => 'terminalId' in event && event.terminalId === id);
        expect(ends.map(({ type }) => type)).toEqual(['terminal.started', 'terminal.ended']);
      }),
      { numRuns: isTty ? 15 : 40, verbose: 1 },
    );
  });

  it('does not wait for background processes', async () => {
    const { terminals } = commands();
    const id = unwrap(await terminals.create(shell('sleep 1000 & echo started', { env })));
    const exit = unwrap(await terminals.waitForExit(id, never));
    expect(exit).toEqual({ exitCode: 0, signal: null });
    expect(unwrap(terminals.output(id)).output).toContain('started');
    unwrap(await terminals.release(id));
  });

  it('is taken over only if it has a terminal, and accepts typing only then', async () => {
    const { terminals } = commands();
    const id = unwrap(
      await terminals.create(shell('echo ready; read line; echo "got $line"', { env })),
    );
    await printed(terminals, id, 'ready');
    expect(terminals.input(id, 'early\r')).toMatchObject({ ok: false, error: { code: 'refused' } });
    expect(terminals.takeOver(id).ok).toBe(isTty);
    if (!isTty) return;
    unwrap(terminals.handBack(id));
    expect(terminals.input(id, 'late\r')).toMatchObject({ ok: false });
    unwrap(terminals.takeOver(id));
    unwrap(terminals.input(id, 'hello\r'));
    await terminals.waitForExit(id, never);
    expect(unwrap(terminals.output(id)).output).toMatch(/got hello\s*$/);
    expect(terminals.input(id, 'late\r').ok).toBe(false);
  });
});

describe('an agent’s terminals', () => {
  it('are at most 64, and ended ones make room', async () => {
    const { terminals } = agentCommands(testFolder().path);
    const wait = shell('exec sleep 1000');
    const made = await Promise.all(
      Array.from({ length: LIVE_TERMINALS_PER_SESSION + 10 }, () => terminals.create(wait)),
    );
    const ids = made.flatMap((result) => (result.ok ? [result.value] : []));
    expect(ids).toHaveLength(LIVE_TERMINALS_PER_SESSION);
    expect(made.find((result) => !result.ok)).toMatchObject({ error: { code: 'refused' } });
    await Promise.all(ids.map((id) => terminals.kill(id)));
    expect((await terminals.create(wait)).ok).toBe(true);
  });

  it('keep servers running until the session ends', async () => {
    const { terminals } = agentCommands(testFolder().path);
    const marker = `server-${process.pid}`;
    const request = shell('sleep 1000 >/dev/null 2>&1 & echo started', {
      env: [{ name: 'AIRLOCK_TEST_MARKER', value: marker }],
    });
    const id = unwrap(await terminals.create(request));
    await terminals.waitForExit(id, never);
    unwrap(await terminals.release(id));
    expect(pidsWithMarker('AIRLOCK_TEST_MARKER', marker)).toHaveLength(1);
    await terminals.close();
    await gone(() => pidsWithMarker('AIRLOCK_TEST_MARKER', marker));
  });

  it('are forgotten when thousands are never released', async () => {
    const { terminals } = agentCommands(testFolder().path);
    const ids: TerminalId[] = [];
    for (let count = 0; count < ENDED_TERMINALS_PER_SESSION + 20; count++) {
      const id = unwrap(await terminals.create(shell('echo x')));
      await terminals.waitForExit(id, never);
      ids.push(id);
    }
    const known = ids.filter((id) => terminals.output(id).ok);
    expect(known.length).toBeLessThanOrEqual(ENDED_TERMINALS_PER_SESSION);
    expect(known.at(-1)).toBe(ids.at(-1));
  });

  it('refuse variables that make programs load foreign code, and name them', async () => {
    const { terminals, recorded } = agentCommands(testFolder().path);
    const env = [{ name: 'LD_PRELOAD', value: '/tmp/evil.so' }];
    expect(await terminals.create(shell('true', { env }))).toMatchObject({
      ok: false,
      error: { code: 'refused', message: expect.stringContaining('LD_PRELOAD') },
    });
    expect(recorded).toEqual([]);
  });

  it.each(['/no/such/program', ''])('report that %j cannot be started', async (command) => {
    const { terminals } = agentCommands(testFolder().path);
    const answer = await terminals.create(shell('', { command, args: ['x'] }));
    expect(answer).toMatchObject({ ok: false, error: { code: 'not-found' } });
  });

  it('hold a gigabyte of output in a megabyte', async () => {
    const { terminals, recorded } = agentCommands(testFolder().path);
    terminals.onDidWrite(() => undefined);
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    const id = unwrap(await terminals.create(shell('yes 0123456789 | head -c 1000000000')));
    await terminals.waitForExit(id, never);
    clearInterval(timer);
    const { output, truncated } = unwrap(terminals.output(id));
    expect(truncated).toBe(true);
    expect(output.length).toBeLessThanOrEqual(1024 * 1024);
    expect(recorded.at(-1)).toMatchObject({ truncated: true });
    const end = recorded.at(-1);
    const tail = end?.type === 'terminal.ended' ? end.tail : '';
    expect(typeof tail === 'string' && tail.length <= LOGGED_TAIL_BYTES).toBe(true);
    expect(most - before).toBeLessThan(200 * 1024 * 1024);
  });
});

type Step = 'output' | 'wait' | 'kill' | 'release';
type Terminals = AgentCommands['terminals'];

/** Null: waiting for a command that does not end by itself would take for ever. */
async function perform(
  terminals: Terminals,
  step: Step,
  id: TerminalId,
  canWait: boolean,
): Promise<Result<unknown> | null> {
  switch (step) {
    case 'output':
      return terminals.output(id);
    case 'kill':
      return terminals.kill(id);
    case 'release':
      return terminals.release(id);
    case 'wait': {
      if (canWait) return terminals.waitForExit(id, never);
      const abort = new AbortController();
      const waiting: Promise<Result<TerminalExit>> = terminals.waitForExit(id, abort.signal);
      abort.abort();
      const answer = await waiting;
      if (!answer.ok && answer.error.code === 'cancelled') return null;
      return answer;
    }
  }
}

async function printed(terminals: Terminals, id: TerminalId, text: string | RegExp): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      const found = terminals.output(id);
      if (!found.ok || found.value.output.match(text)) {
        subscription.dispose();
        resolve();
      }
    };
    const subscription = terminals.onDidWrite(look);
    look();
  });
}

it('many commands at once let others be served between two starts', async () => {
  const { terminals, recorded } = agentCommands(testFolder().path);
  const creating = Array.from({ length: 20 }, () => terminals.create(shell('sleep 60')));
  let most = 0;
  let before = 0;
  const noteStarts = () => {
    most = Math.max(most, recorded.length - before);
    before = recorded.length;
  };
  let turn: NodeJS.Immediate | undefined;
  const countTurn = () => {
    noteStarts();
    turn = setImmediate(countTurn);
  };
  countTurn();
  for (const created of await Promise.all(creating)) unwrap(created);
  noteStarts();
  clearImmediate(turn);
  // In one turn of the event loop.
  expect(most).toBeLessThanOrEqual(STARTS_AT_ONCE);
  await terminals.close();
});
