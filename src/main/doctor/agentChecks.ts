import { mkdir } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import type { AgentDefinition } from '#main/agents/agents';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import type { LongWorks } from '#main/base/longWorks';
import { Queue } from '#main/base/queue';
import { redactPiece } from '#main/base/secrets/redact';
import { onUnexpectedError } from '#main/base/unexpected';
import {
  type AgentCheck,
  type AgentCheckState,
  checkReport,
  checkStepList,
  checkSteps,
} from '#shared/agentCheck';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { AgentId } from '#shared/ids';
import { Examination, type ExaminationParts } from './examination';
import type { KeptChecks } from './keptChecks';
import { CHECKS_AT_ONCE, KEPT_VERSION_CHARACTERS } from './limits';
import { plainWords } from './plainWords';
import { removeScratches } from './scratch';

export interface AgentChecksOptions extends Omit<ExaminationParts, 'folder' | 'hidden'> {
  /** The folder for scratch projects, which contains nothing else. */
  readonly folder: string;
  readonly kept: KeptChecks;
  readonly works: LongWorks;
  readonly clientVersion: string;
  findAgent(id: AgentId): AgentDefinition | undefined;
  /** The version of an agent's program as found on this computer; null if unknown. */
  programVersion(id: AgentId): string | null;
}

interface RunningCheck {
  readonly cancel: AbortController;
  state: NonNullable<AgentCheckState['running']>;
}

/** Runs checks of agents and keeps the results. They never run in a user's project. */
export class AgentChecks extends DisposableOwner {
  private readonly running = new Map<AgentId, RunningCheck>();
  private readonly failures = new Map<AgentId, string>();
  private readonly queue = this.register(new Queue({ limit: CHECKS_AT_ONCE }));
  private readonly changes = this.register(new Emitter<AgentId>());
  private swept: Promise<void> | undefined;

  /** Fires when the known results of an agent's checks have changed. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly options: AgentChecksOptions) {
    super();
  }

  state(id: AgentId): AgentCheckState {
    const [last = null, ...others] = this.options.kept.of(id);
    const isOther = (one: AgentCheck) => one.version !== last?.version;
    // Assume as many steps as in the last check, if there was one.
    const before =
      others.find((one) => isOther(one) && one.withPrompts === last?.withPrompts) ??
      others.find(isOther);
    return {
      running: this.running.get(id)?.state ?? null,
      last,
      before: before ?? null,
      failure: this.failures.get(id) ?? null,
    };
  }

  /** Returns at once; `onDidChange` reports the results. */
  start(id: AgentId, withPrompts: boolean): Result<null> {
    const definition = this.options.findAgent(id);
    if (definition === undefined) return fail('not-found', 'This agent is not in the settings.');
    if (this.running.has(id)) return fail('conflict', 'This agent is already being checked.');
    this.check(definition, withPrompts).catch(onUnexpectedError);
    return ok(null);
  }

  /** Settles when the check is done; null if it gave no result, which `state` then explains. */
  async check(definition: AgentDefinition, withPrompts: boolean): Promise<AgentCheck | null> {
    const { id, name } = definition;
    const cancel = new AbortController();
    const running: RunningCheck = { cancel, state: { withPrompts, step: 'start', findings: [] } };
    this.running.set(id, running);
    this.failures.delete(id);
    this.tell(id);
    try {
      const title = `Checking ${name}`;
      const check = await this.queue.run(() =>
        this.options.works.run({ title, canCancel: true }, (task) => {
          const signal = AbortSignal.any([task.signal, cancel.signal]);
          return this.examine(definition, running, signal, task.report);
        }),
      );
      await this.options.kept.add(check).catch(reportDisk);
      return check;
    } catch (error) {
      if (!cancel.signal.aborted && !isCancelled(error)) this.failures.set(id, wordsOf(error));
      return null;
    } finally {
      this.running.delete(id);
      this.tell(id);
    }
  }

  cancel(id: AgentId): void {
    this.running.get(id)?.cancel.abort();
  }

  /** A report without secrets, by the same rules as traces. */
  report(id: AgentId): Result<string> {
    const [last] = this.options.kept.of(id);
    if (last === undefined) return fail('not-found', 'This agent was not checked yet.');
    return ok(checkReport(last).split('\n').map(redactPiece).join('\n'));
  }

  /** Ends running checks; settles when none is left. */
  async close(): Promise<void> {
    for (const { cancel } of this.running.values()) cancel.abort();
    await this.queue.drain();
  }

  private async examine(
    definition: AgentDefinition,
    running: RunningCheck,
    signal: AbortSignal,
    report: (detail: string, done: number, total: number) => void,
  ): Promise<AgentCheck> {
    const { folder, clientVersion, programVersion } = this.options;
    const { id, name } = definition;
    const { withPrompts } = running.state;
    const [work, hidden] = [join(folder, 'work'), join(folder, 'project')];
    this.swept ??= removeScratches(work);
    await this.swept;
    await mkdir(hidden, { recursive: true });
    const tried = checkStepList.filter((step) => withPrompts || !checkSteps[step].needsPrompt);
    const parts = { ...this.options, folder: work, hidden };
    const examination = new Examination(parts, {
      definition,
      withPrompts,
      signal,
      onStep: (step, findings) => {
        running.state = { withPrompts, step, findings: [...findings] };
        report(checkSteps[step].title, findings.length, tried.length);
        this.tell(id);
      },
    });
    const program = versionWords(programVersion(id));
    const { identity, ...examined } = await examination.run();
    return {
      agentId: id,
      name,
      version: versionWords(identity?.version ?? null) ?? program,
      programVersion: program,
      ...examined,
      at: Date.now(),
      app: clientVersion,
      system: `${platform()} ${arch()}`,
      withPrompts,
    };
  }

  private tell(id: AgentId): void {
    if (!this.isDisposed) this.changes.fire(id);
  }
}

/** The version as a short text; null if nothing is left of it. */
function versionWords(version: string | null): string | null {
  return (version && plainWords(version, KEPT_VERSION_CHARACTERS)) || null;
}

function isCancelled(error: unknown): boolean {
  const isAbort = error instanceof DOMException && error.name === 'AbortError';
  return isAbort || (error instanceof AppException && error.code === 'cancelled');
}

function wordsOf(error: unknown): string {
  if (error instanceof AppException) return error.message;
  onUnexpectedError(error);
  return 'The check could not be finished. See the log for details.';
}

/**
 * Ignores a failed write, because the result is shown anyway; unreadable files are reported like
 * others.
 */
function reportDisk(error: unknown): void {
  if (!(error instanceof AppException)) onUnexpectedError(error);
}
