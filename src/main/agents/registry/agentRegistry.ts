import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { hostOf } from '#main/agents/install/download';
import type { LockSystem } from '#main/agents/install/npmLock';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import { onUnexpectedError } from '#main/base/unexpected';
import type { RegistryState } from '#shared/ipc/agents';
import { bundledRegistry } from './bundledRegistry';
import { parseRegistry, REGISTRY_BYTES, type RegistryAgent } from './registryFile';

const READ_MILLISECONDS = 10_000;
/** How long a copy counts as fresh: the registry is published about once an hour. */
const FRESH_MILLISECONDS = 60 * 60_000;

const keptSchema = z.object({ v: z.literal(1), at: z.number(), text: z.string() });

export interface AgentRegistryOptions {
  /** The address of the registry: a web address, a `file:` address, or empty for none. */
  readonly address: () => string;
  /** The file that keeps the last valid list. */
  readonly file: string;
  readonly onProblem: ReportProblem;
  readonly system: LockSystem;
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly milliseconds?: number | undefined;
  readonly now?: () => number;
}

/**
 * The list of agents in the ACP registry. It never blocks anything: until the registry has been
 * read, or if it cannot be, the last valid list or the list that comes with the app is used.
 */
export class AgentRegistry extends DisposableOwner {
  private readonly changes = this.register(new Emitter<void>());
  private readonly kept: KeptFile<z.infer<typeof keptSchema>>;
  private readonly closing = new AbortController();
  private content: readonly RegistryAgent[] = bundledRegistry;
  private source: RegistryState['source'] = 'bundled';
  private at: number | null = null;
  private problem: string | null = null;
  private skipped = 0;
  private triedAt = Number.NEGATIVE_INFINITY;
  private reading: Promise<void> | null = null;
  private opening: Promise<void> | null = null;

  readonly onDidChange = this.changes.event;

  constructor(private readonly options: AgentRegistryOptions) {
    super();
    const { file: path, onProblem } = options;
    const parse = (value: unknown) => keptSchema.safeParse(value).data ?? null;
    this.kept = new KeptFile({ path, onProblem, isDerived: true, version: 1, parse });
  }

  get agents(): readonly RegistryAgent[] {
    return this.content;
  }

  get state(): RegistryState {
    const { source, at, problem, skipped } = this;
    return { source, at, problem, skipped, isReading: this.reading !== null };
  }

  /**
   * Reads the kept list once, and then the registry in the background unless that was done
   * recently.
   */
  async open(): Promise<void> {
    this.opening ??= this.readKept();
    await this.opening;
    if (this.now() - Math.max(this.triedAt, this.at ?? 0) > FRESH_MILLISECONDS) {
      this.refresh().catch(onUnexpectedError);
    }
  }

  refresh(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = null;
      if (!this.isDisposed) this.changes.fire();
    });
    return this.reading;
  }

  protected override release(): void {
    this.closing.abort();
    super.release();
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private async readKept(): Promise<void> {
    const kept = await this.kept.read();
    if (kept.type !== 'found' || this.source !== 'bundled') return;
    const content = parseRegistry(kept.value.text, this.options.system);
    if (content === null) return;
    this.take(content.agents, 'kept', kept.value.at);
  }

  private async read(): Promise<void> {
    const address = this.options.address();
    this.triedAt = this.now();
    if (address === '') {
      this.problem = null;
      return;
    }
    const answer = await this.fetchText(address);
    if (this.isDisposed) return;
    if (!answer.ok) {
      this.problem = answer.problem;
      return;
    }
    const content = parseRegistry(answer.text, this.options.system);
    if (content === null) {
      this.problem = `What ${hostOf(address)} sent is not a list of agents.`;
      return;
    }
    const { agents, skipped } = content;
    const isUseless = agents.length === 0 && skipped > 0;
    this.problem = isUseless ? 'None of its entries can be understood.' : null;
    this.skipped = skipped;
    if (agents.length === 0) return;
    const at = this.now();
    this.take(agents, 'registry', at);
    await this.kept
      .write(() => `${JSON.stringify({ v: 1, at, text: answer.text })}\n`)
      .catch(onUnexpectedError);
  }

  private take(
    agents: readonly RegistryAgent[],
    source: RegistryState['source'],
    at: number,
  ): void {
    this.content = agents;
    this.source = source;
    this.at = at;
  }

  private async fetchText(address: string): Promise<Answer> {
    const { milliseconds = READ_MILLISECONDS, fetch = globalThis.fetch } = this.options;
    const timeout = AbortSignal.timeout(milliseconds);
    const signal = AbortSignal.any([timeout, this.closing.signal]);
    try {
      if (address.startsWith('file:')) return await readLocal(fileURLToPath(address));
      const response = await fetch(address, { signal });
      if (!response.ok) {
        return failed(`${hostOf(address)} answered with ${response.status}.`);
      }
      return await bounded(response);
    } catch (error) {
      if (timeout.aborted) return failed(`${hostOf(address)} did not answer in time.`);
      const { code, message } = error as NodeJS.ErrnoException;
      if (address.startsWith('file:')) return failed(`It cannot be read (${code ?? message}).`);
      return failed(`${hostOf(address)} could not be reached.`);
    }
  }
}

type Answer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

const TOO_LARGE = 'It is too large to be a list of agents.';

function failed(problem: string): Answer {
  return { ok: false, problem };
}

async function bounded(response: Response): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > REGISTRY_BYTES) return failed(TOO_LARGE);
    chunks.push(chunk);
  }
  return { ok: true, text: Buffer.concat(chunks).toString() };
}

async function readLocal(path: string): Promise<Answer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return size > REGISTRY_BYTES
      ? failed(TOO_LARGE)
      : { ok: true, text: await file.readFile('utf8') };
  } finally {
    await file.close();
  }
}
