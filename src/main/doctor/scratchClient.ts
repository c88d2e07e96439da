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
import type { SessionEvent } from '#shared/session/events';
import type {
  ElicitationOutcome,
  PermissionKind,
  PermissionOutcome,
} from '#shared/session/request/requests';
import { WRITTEN_CHARACTERS } from './limits';

export interface ScratchClientOptions {
  readonly folder: string;
  /** Names of files: a request that names none of them is refused. */
  readonly names: readonly string[];
  /** The one line for a shell that may be run. */
  readonly command: string;
  environment(): Promise<Readonly<Record<string, string | undefined>>>;
  openNamespace(): Promise<ProcessNamespace | null>;
}

/**
 * Stands for the user in a check. It allows what the check has asked for, unless it is to refuse, and
 * nothing else; files are read and written in the scratch project alone.
 */
export class ScratchClient extends DisposableOwner implements SessionClient {
  /** Whether what the check has asked for is allowed: while it is asked for. */
  allows = false;
  private asked = 0;
  private refusedOthers = 0;
  private readonly written = new Set<string>();
  private ran = 0;
  private messages = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly files: SessionFiles;
  readonly terminals: SessionTerminals;
  private readonly commands: AgentTerminals;

  constructor(private readonly options: ScratchClientOptions) {
    super();
    const { folder, environment, openNamespace } = options;
    this.files = new SessionFiles([folder]);
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

  /** What was asked for, written and run since the last time. */
  take() {
    const { asked, refusedOthers, ran, messages } = this;
    const written = new Set(this.written);
    this.written.clear();
    [this.asked, this.refusedOthers, this.ran, this.messages] = [0, 0, 0, 0];
    return { asked, wasRefused: refusedOthers > 0, written, ran, messages };
  }

  async end(): Promise<void> {
    await this.commands.close();
    this.dispose();
  }

  ingest(events: readonly SessionEvent[]): void {
    const spoken = events.filter(
      ({ type }) => type === 'message.appended' || type === 'tool.updated',
    );
    this.messages += spoken.length;
    if (spoken.length > 0) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Settles when the agent next says or does something. */
  heard(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  congestion(): null {
    return null;
  }

  warn(): void {
    // The channel notes it beside the messages, which are counted.
  }

  notUnderstood(): void {
    // It is counted there as well.
  }

  async askPermission({ tool, title, options }: PermissionAsk): Promise<PermissionOutcome> {
    const may = this.allow(JSON.stringify([title, tool]));
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

  readTextFile(
    { path, line, limit }: { path: string; line: number | null; limit: number | null },
    room: ByteBudget,
  ): Promise<Result<string>> {
    return this.files.read(path, line, limit, room);
  }

  async writeTextFile({ path, content }: { path: string; content: string }): Promise<Result<void>> {
    if (!this.allow(path)) return fail('refused', 'The user does not allow this.');
    if (content.length > WRITTEN_CHARACTERS) return fail('refused', 'The file is too large.');
    const { folder } = this.options;
    const place = await this.files.locate(path, 'write');
    if (!place.ok) return place;
    const way = relative(folder, place.value).split(sep).join('/');
    let wasThere = false;
    try {
      // Through folders that are held open: nobody can swap one for a link to somewhere else.
      await AnchoredFolder.within(folder, way, { create: true }, async (held, name) => {
        // Some write the file themselves, and then ask for the same.
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
    // What a command of the agent's prints says nothing about the agent.
  }

  /** An agent may run elsewhere: what a line does beside naming the file would be done here, for it. */
  private mayRun(intended: IntendedCommand): Result<void> {
    const isNamed = this.allow([intended.command, ...intended.args].join(' '));
    const { command, folder } = this.options;
    if (!isNamed || !isSameLine(shellLineOf(intended), command, folder)) {
      if (isNamed) this.refusedOthers++;
      return fail('refused', 'The user does not allow this.');
    }
    this.ran++;
    return ok();
  }

  private allow(text: string): boolean {
    const isOurs = this.options.names.some((name) => text.includes(name));
    if (!isOurs) this.refusedOthers++;
    else this.asked++;
    return isOurs && this.allows;
  }
}

/** The line that a shell is given; null for any other command, and where variables are set for it. */
function shellLineOf({ command, args, env }: IntendedCommand): string | null {
  const [flag, line] = args;
  if (env.length > 0) return null;
  if (args.length === 0) return command;
  const isShell =
    /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh$/.test(command) && /^-l?c$/.test(flag ?? '');
  return isShell && args.length === 2 && line !== undefined ? line : null;
}

/** Agents write the same line with other spaces, with quotes, with the whole path, or go to the folder first. */
function isSameLine(line: string | null, command: string, folder: string): boolean {
  if (line === null) return false;
  const bare = line.replace(/(["'])([\w./-]+)\1/g, '$2').replace(/[ \t]+/g, ' ');
  const [, place, rest = bare] = /^ ?cd (\S+) ?(?:&&|;)(.*)$/s.exec(bare) ?? [];
  if (place !== undefined && place !== '.' && place !== folder) return false;
  const [words = '', target = '', ...more] = rest.split('>').map((part) => part.trim());
  const name = target.startsWith(`${folder}/`) ? target.slice(folder.length + 1) : target;
  const [expected, file] = command.split('>').map((part) => part.trim());
  return more.length === 0 && words === expected && name.replace(/^\.\//, '') === file;
}
