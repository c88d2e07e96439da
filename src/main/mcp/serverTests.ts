import type { Readable, Writable } from 'node:stream';
import { redactText } from '#main/base/secrets/redact';
import { fail, ok, type Result } from '#shared/errors';
import type { McpTestReport } from '#shared/ipc/mcp';
import type { McpServer } from '#shared/mcp/server';
import { REPORT_BYTES, TEST_MILLISECONDS, TESTS_AT_ONCE } from './limits';
import { type ProbeOutcome, readOutcome, reportOf } from './probeReport';

/** A running test program. Closing it also ends the server. */
export interface ProbeProcess {
  readonly transport: { readonly input: Readable; readonly output: Writable };
  readonly stderr: { tail(): string };
  close(): Promise<unknown>;
  kill(): Promise<void>;
  dispose(): void;
}

/** Starts that program in a folder in the same way as an agent. */
export type StartProbe = (signal: AbortSignal) => Promise<Result<ProbeProcess>>;

/** Tests servers, a few at a time, each until it answers, is cancelled or takes too long. */
export class ServerTests {
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly milliseconds = TEST_MILLISECONDS) {}

  async run(testId: string, server: McpServer, start: StartProbe): Promise<Result<McpTestReport>> {
    if (this.running.has(testId)) return fail('conflict', 'This server is already being tested.');
    if (this.running.size >= TESTS_AT_ONCE) {
      return fail('refused', 'Too many tests are running. Wait until one is done.');
    }
    const giveUp = new AbortController();
    this.running.set(testId, giveUp);
    const late = AbortSignal.timeout(this.milliseconds);
    try {
      return await attempt(server, start, AbortSignal.any([giveUp.signal, late]), (printed) =>
        late.aborted && !giveUp.signal.aborted
          ? failWith(
              'timeout',
              `The server did not answer within ${this.milliseconds / 1_000} seconds.`,
              printed,
            )
          : fail('cancelled', 'The test was cancelled.'),
      );
    } finally {
      this.running.delete(testId);
    }
  }

  cancel(testId: string): void {
    this.running.get(testId)?.abort();
  }

  dispose(): void {
    for (const giveUp of this.running.values()) giveUp.abort();
  }
}

type Failed = ReturnType<typeof fail>;

async function attempt(
  server: McpServer,
  start: StartProbe,
  signal: AbortSignal,
  whyAborted: (printed: string) => Failed,
): Promise<Result<McpTestReport>> {
  const startedAt = Date.now();
  const started = await start(signal);
  if (!started.ok) return signal.aborted ? whyAborted('') : started;
  const probe = started.value;
  const kill = () => void probe.kill();
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  try {
    probe.transport.output.write(`${JSON.stringify(server)}\n`);
    const line = await firstLine(probe.transport.input);
    const printed = () => redactText(probe.stderr.tail()).trim();
    if (signal.aborted) return whyAborted(printed());
    const outcome = readOutcome(line ?? '');
    if (outcome?.ok) return ok(reportOf(redacted(outcome), Date.now() - startedAt));
    const words =
      outcome === null ? 'The server could not be tested.' : redactText(outcome.message);
    return failWith('unavailable', words, printed());
  } finally {
    signal.removeEventListener('abort', kill);
    await probe.close();
    probe.dispose();
  }
}

/** An error with the server's output, if there is any. */
function failWith(code: 'timeout' | 'unavailable', words: string, printed: string): Failed {
  return printed === '' ? fail(code, words) : fail(code, words, printed);
}

/** The first line; null if there is none, or if it is too long for a report. */
async function firstLine(input: Readable): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const piece = chunk as Buffer;
    const end = piece.indexOf(0x0a);
    pieces.push(end === -1 ? piece : piece.subarray(0, end));
    bytes += piece.length;
    if (end !== -1) return Buffer.concat(pieces).toString('utf8');
    if (bytes > REPORT_BYTES) return null;
  }
  return null;
}

type Reported = Extract<ProbeOutcome, { ok: true }>;

/** A server's output may repeat the secrets that it was given. */
function redacted(outcome: Reported): Reported {
  const without = (text: string | null) => text && redactText(text);
  const { name, version, protocol, tools, isComplete } = outcome;
  return {
    ok: true,
    name: without(name),
    version: without(version),
    protocol: without(protocol),
    tools: tools.map((tool) => ({
      name: redactText(tool.name),
      description: without(tool.description),
    })),
    isComplete,
  };
}
