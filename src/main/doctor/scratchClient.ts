import { lstat, rm, writeFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import type {
  PathStatus,
  PermissionAsk,
  SessionClient,
  SessionTerminals,
} from '#main/agents/connection';
import type { ByteBudget } from '#main/base/byteBudget';
import { DisposableOwner } from '#main/base/disposable';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { ifExists } from '#main/base/files/ifExists';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import { SessionFiles } from '#main/host/files/sessionFiles';
import { AgentTerminals, type IntendedCommand } from '#main/terminals/terminals';
import { fail, ok, type Result } from '#shared/errors';
import type { AgentSessionId } from '#shared/ids';
import type { ToolContent } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { changedFacts, noFacts } from '#shared/session/request/askedFacts';
import type {
  ElicitationOutcome,
  PermissionKind,
  PermissionOutcome,
} from '#shared/session/request/requests';
import { AllowedWork } from './allowedWork';
import { WRITTEN_CHARACTERS } from './limits';

export interface ScratchClientOptions {
  readonly folder: string;
  /** Names of files that may be written; all others are refused. */
  readonly names: readonly string[];
  environment(): Promise<Readonly<Record<string, string | undefined>>>;
  openNamespace(): Promise<ProcessNamespace | null>;
}

/**
 * Acts for the user in a check. It allows only what the check has asked for, and nothing while it
 * is set to refuse. Files are read and written only in the scratch project.
 */
export class ScratchClient extends DisposableOwner implements SessionClient {
  /** Whether the requested work is allowed; true only while the check asks for it. */
  allows = false;
  /** The agent's id for its conversation; null if it has reported none. */
  named: AgentSessionId | null = null;
  private asked = 0;
  private refusedOthers = 0;
  private reachedOut = 0;
  private readonly written = new Set<string>();
  private ran = 0;
  private messages = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly files: SessionFiles;
  readonly terminals: SessionTerminals;
  private readonly commands: AgentTerminals;
  private readonly allowed: AllowedWork;

  constructor(private readonly options: ScratchClientOptions) {
    super();
    const { folder, environment, openNamespace } = options;
    this.files = new SessionFiles([folder]);
    this.allowed = new AllowedWork(options);
    this.commands = this.register(
      new AgentTerminals({
        cwd: folder,
        environment,
        openNamespace,
        locate: (path) => this.files.locate(path),
        mayRun: async (command) => this.mayRun(command),
        record: () => undefined,
      }),
    );
    this.terminals = this.commands;
  }

  /** Returns what was requested, written and run since the last call. */
  take() {
    const { asked, refusedOthers, reachedOut, ran, messages } = this;
    const written = new Set(this.written);
    this.written.clear();
    [this.asked, this.refusedOthers, this.reachedOut, this.ran, this.messages] = [0, 0, 0, 0, 0];
    const wasRefused = refusedOthers > 0;
    return { asked, wasRefused, reachedOut: reachedOut > 0, written, ran, messages };
  }

  async end(): Promise<void> {
    await this.commands.close();
    this.dispose();
  }

  ingest(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (event.type === 'agent.attached') this.named = event.agentSessionId;
    }
    const spoken = events.filter(
      ({ type }) => type === 'message.appended' || type === 'tool.updated',
    );
    this.messages += spoken.length;
    if (spoken.length > 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Settles when the agent next sends or does something. */
  heard(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  congestion(): null {
    return null;
  }

  warn(): void {
    // The channel records it next to the messages, which are counted.
  }

  notUnderstood(): void {
    // The channel counts these messages as well.
  }

  async askPermission(
    { tool, title, options }: PermissionAsk,
    _signal: AbortSignal,
    look?: () => Promise<readonly ToolContent[]>,
  ): Promise<PermissionOutcome> {
    const found = (await look?.()) ?? [];
    const told = found.length === 0 ? tool : { ...tool, content: found };
    const asked = changedFacts({ ...noFacts, title }, told);
    const may = this.allow(this.allowed.coversRequest(asked));
    const wanted: readonly PermissionKind[] = may
      ? ['allow_once', 'allow_always', 'other']
      : ['reject_once', 'reject_always'];
    const option = wanted
      .map((kind) => options.find((one) => one.kind === kind))
      .find((one) => one !== undefined);
    return option === undefined ? { type: 'cancelled' } : { type: 'selected', optionId: option.id };
  }

  async elicit(): Promise<ElicitationOutcome> {
    return { type: 'cancelled' };
  }

  untilTurnEnds(): AbortSignal {
    return new AbortController().signal;
  }

  readTextFile(
    { path, line, limit }: { path: string; line: number | null; limit: number | null },
    room: ByteBudget,
  ): Promise<Result<string>> {
    return this.files.read(path, line, limit, room);
  }

  async writeTextFile({ path, content }: { path: string; content: string }): Promise<Result<void>> {
    const { folder, names } = this.options;
    const place = await this.files.locate(path, 'write');
    if (!place.ok) {
      this.reachedOut++;
      return place;
    }
    const way = relative(folder, place.value).split(sep).join('/');
    if (!this.allow(names.includes(way))) return fail('refused', 'The user does not allow this.');
    if (content.length > WRITTEN_CHARACTERS) return fail('refused', 'The file is too large.');
    let wasThere = false;
    try {
      // Use folders that are held open, so that nobody can replace one with a link.
      await AnchoredFolder.within(folder, way, { create: true }, async (held, name) => {
        // Some agents write the file themselves, and then request the same.
        wasThere = (await ifExists(lstat(held.at(name)))) !== undefined;
        await rm(held.at(name), { force: true });
        await writeFile(held.at(name), content, { flag: 'wx' });
      });
    } catch (error) {
      return fail('io', `${path} could not be written.`, String(error));
    }
    if (!wasThere) this.written.add(way);
    return ok();
  }

  readFile(path: string, room: ByteBudget): Promise<Result<Uint8Array>> {
    return this.files.readBytes(path, room);
  }

  pathStatus(path: string): Promise<Result<PathStatus>> {
    return this.files.status(path);
  }

  findFiles(pattern: string): Promise<Result<readonly string[]>> {
    return this.files.find(pattern);
  }

  terminalData(): void {
    // The output of the agent's commands tells nothing about the agent.
  }

  private mayRun({ command, args, env }: IntendedCommand): Result<void> {
    if (!this.allow(this.allowed.coversCommand([command, ...args], env))) {
      return fail('refused', 'The user does not allow this.');
    }
    this.ran++;
    return ok();
  }

  private allow(isOurs: boolean): boolean {
    if (!isOurs) this.refusedOthers++;
    else this.asked++;
    return isOurs && this.allows;
  }
}
