import { setTimeout as delay } from 'node:timers/promises';
import type {
  AgentDefinition,
  AgentLease,
  AgentPool,
  ProcessView,
  SealRequest,
  ShutdownReport,
} from '#main/agents/agents';
import { type AgentConnection, ConnectionError, type TurnResult } from '#main/agents/connection';
import { DisposableStore } from '#main/base/disposable';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { AppException, type Result } from '#shared/errors';
import type { AgentSessionId } from '#shared/ids';
import type { CheckScript } from './checkScript';
import type { CheckTimings } from './limits';
import type { Scratch } from './scratch';
import { ScratchClient } from './scratchClient';
import type { DoneWork } from './verdicts';

export interface PatientParts {
  readonly pool: AgentPool;
  readonly script: CheckScript;
  readonly timings: CheckTimings;
  environment(): Promise<Readonly<Record<string, string | undefined>>>;
  openNamespace(): Promise<ProcessNamespace | null>;
  openSealed(definition: AgentDefinition, seal: SealRequest): Promise<Result<ProcessNamespace>>;
}

export interface Admission {
  readonly definition: AgentDefinition;
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
  readonly seal?: SealRequest;
  /** The session that the agent is started to resume. */
  readonly resumes?: AgentSessionId;
  onProcess(process: ProcessView): void;
}

/** An agent under examination, in a scratch project. The code that admits it must discharge it. */
export class Patient {
  private readonly held = new DisposableStore();

  private constructor(
    private readonly lease: AgentLease,
    readonly client: ScratchClient,
    readonly scratch: Scratch,
    private readonly parts: PatientParts,
    private readonly signal: AbortSignal,
  ) {
    this.held.add(lease);
    this.held.add(lease.attend(client));
  }

  static async admit(parts: PatientParts, admission: Admission): Promise<Patient> {
    const { definition, scratch, seal, resumes, signal, onProcess } = admission;
    const { refused, work } = parts.script;
    const lease = await parts.pool.lease({
      definition,
      workspace: scratch.path,
      seal,
      resumes,
      signal,
      onProgress: () => undefined,
      onProcess,
    });
    const client = new ScratchClient({
      folder: scratch.path,
      names: [refused.file, work.file, work.commandFile],
      environment: parts.environment,
      openNamespace: async () => {
        if (seal === undefined)
          return definition.namespace === false ? null : parts.openNamespace();
        const opened = await parts.openSealed(definition, seal);
        if (!opened.ok) throw new AppException(opened.error);
        return opened.value;
      },
    });
    return new Patient(lease, client, scratch, parts, signal);
  }

  get connection(): AgentConnection {
    return this.lease.connection;
  }

  async openSession(): Promise<AgentSessionId> {
    const opened = await this.connection.newSession(this.place, this.deadline('open'));
    this.route(opened.agentSessionId);
    return opened.agentSessionId;
  }

  /** Resumes a session; false if the agent does not support it. */
  async resume(id: AgentSessionId): Promise<boolean> {
    const { resumeSession } = this.connection;
    if (resumeSession === undefined) return false;
    this.route(id);
    await resumeSession(id, this.place, this.deadline('open'));
    return true;
  }

  /** The amount of repeated history; null if the agent does not support loading. */
  async load(id: AgentSessionId, replayMilliseconds: number): Promise<number | null> {
    const { loadSession } = this.connection;
    if (loadSession === undefined) return null;
    this.route(id);
    const spoken = this.client.heard();
    await loadSession(id, this.place, this.deadline('open'));
    // Some agents answer first and repeat the history afterwards.
    await Promise.race([spoken, delay(replayMilliseconds)]);
    return this.client.take().messages;
  }

  send(id: AgentSessionId, text: string): Promise<TurnResult> {
    return this.connection.prompt(id, [{ type: 'text', text }]);
  }

  /** Settles when the turn is over. */
  async prompt(id: AgentSessionId, text: string): Promise<void> {
    const { promptMilliseconds, cancelMilliseconds } = this.parts.timings;
    const turn = this.send(id, text);
    try {
      await this.within(promptMilliseconds, turn);
    } catch (error) {
      // The next prompt must not arrive while this one is still being answered.
      this.connection.cancel(id);
      await this.within(cancelMilliseconds, turn).catch(ignoreRefusal);
      throw error;
    }
  }

  /** Asks the agent to write its files, and returns the outcome. The files are removed again. */
  async work(id: AgentSessionId): Promise<{
    readonly written: DoneWork;
    readonly command: DoneWork;
    readonly beside: readonly string[];
  }> {
    const { file, commandFile, prompt } = this.parts.script.work;
    const { client, scratch } = this;
    client.take();
    client.allows = true;
    try {
      await this.prompt(id, prompt);
    } finally {
      client.allows = false;
    }
    const { written, ran, wasRefused, reachedOut } = client.take();
    if (await scratch.isGone()) {
      throw new AppException({
        code: 'not-found',
        message: 'It deleted the project that it was given.',
        detail:
          'Use it sealed or isolated, never in place: it then works on a copy, and your files change only when you accept.',
      });
    }
    const beside = await scratch.beside();
    const [isThere, hasRun] = [await scratch.has(file), await scratch.has(commandFile)];
    await scratch.drop(file);
    await scratch.drop(commandFile);
    return {
      written: { isThere, byUs: written.has(file), wasRefused, reachedOut },
      command: { isThere: hasRun, byUs: ran > 0, wasRefused, reachedOut },
      beside,
    };
  }

  /** Rejects when the time is up or the user cancels. */
  async within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.signal]);
    const late = delay(milliseconds, undefined, { signal }).then(() => {
      throw new ConnectionError('timeout', 'It did not answer in time.');
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      over.abort();
      late.catch(ignoreAll);
    }
  }

  deadline(kind: 'open' | 'answer'): AbortSignal {
    const { openMilliseconds, answerMilliseconds } = this.parts.timings;
    const milliseconds = kind === 'open' ? openMilliseconds : answerMilliseconds;
    return AbortSignal.any([this.signal, AbortSignal.timeout(milliseconds)]);
  }

  /** Ends the agent, and reports the steps that were needed. */
  async leave(): Promise<ShutdownReport> {
    await this.client.end();
    const report = await this.lease.kill();
    this.held.dispose();
    return report;
  }

  private get place() {
    return { cwd: this.scratch.path, additionalDirectories: [] };
  }

  private route(id: AgentSessionId): void {
    this.held.add(this.lease.route(id, this.client));
  }
}

/** Ignores a failure during clean-up, which is not a result. */
export function ignoreRefusal(error: unknown): null {
  if (error instanceof ConnectionError) return null;
  throw error;
}

function ignoreAll(): void {
  // The wait was given up, and its caller was told.
}
