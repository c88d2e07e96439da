import { chmod, mkdir, open, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { versionOf } from '#main/agents/found/agentVersion';
import { locateCommand } from '#main/agents/found/locateCommand';
import type { ShellEnvironment } from '#main/agents/process/environment/shellEnvironment';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { ifExists } from '#main/base/files/ifExists';
import type { Logger } from '#main/base/log/logger';
import { Queue } from '#main/base/queue';
import { fail, ok, type Result } from '#shared/errors';
import type { InstallProgress } from '#shared/ipc/agents';
import { download } from './download';
import type { ArchiveSource, Installable, PackageSource } from './installable';
import type { InstalledAgents, InstallManifest } from './installedAgents';
import { InstallFailure } from './installFailure';
import { nodeProgramFor } from './nodePrograms';
import { type Lock, type LockSystem, readLock } from './npmLock';
import { NpmProgram } from './npmProgram';
import { placeOnce } from './placeOnce';
import { unpackTarball } from './tarball';
import { compareVersions, oldestIn } from './versions';

const STALL_MILLISECONDS = 30_000;
const RESOLVE_MILLISECONDS = 5 * 60_000;
const DOWNLOADS_AT_ONCE = 4;
/** The download limit; the largest agents take half of it. */
const MAX_BYTES = 2_000_000_000;
const VERSION_MILLISECONDS = 3_000;
/** The shortest time between two progress reports to a window. */
const TELL_MILLISECONDS = 100;

export interface AgentInstallerOptions {
  readonly installed: InstalledAgents;
  /** The folder of our own npm, for users who have none. */
  readonly npmFolder: string;
  readonly environment: () => Promise<ShellEnvironment>;
  readonly logger: Logger;
  /** Node's by default; the app passes one that knows the system's proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly stallMilliseconds?: number | undefined;
  readonly system?: LockSystem | undefined;
}

interface Job {
  readonly abort: AbortController;
  progress: InstallProgress;
}

/** Installs agents into the folder of the app: exact versions, checked, without running their scripts. */
export class AgentInstaller extends DisposableOwner {
  private readonly jobs = new Map<string, Job>();
  private readonly changes = this.register(new Emitter<string>());
  readonly npm: NpmProgram;

  /** The progress of this agent's installation has changed, or it has ended. */
  readonly onDidChange = this.changes.event;

  constructor(private readonly options: AgentInstallerOptions) {
    super();
    const { npmFolder: folder, environment } = options;
    const { fetch, stallMilliseconds } = this;
    this.npm = new NpmProgram({ folder, environment, fetch, stallMilliseconds });
  }

  private get fetch(): typeof globalThis.fetch {
    return this.options.fetch ?? globalThis.fetch;
  }

  private get stallMilliseconds(): number {
    return this.options.stallMilliseconds ?? STALL_MILLISECONDS;
  }

  /** Null while none is under way. */
  progress(id: string): InstallProgress | null {
    return this.jobs.get(id)?.progress ?? null;
  }

  cancel(id: string): void {
    this.jobs.get(id)?.abort.abort();
  }

  /** Settles when the agent is installed, or with the reason why nothing was installed. */
  async install(wanted: Installable): Promise<Result<null>> {
    const { id, version } = wanted;
    if (this.jobs.has(id)) return fail('conflict', 'This agent is already being installed.');
    const abort = new AbortController();
    const job: Job = { abort, progress: { phase: 'resolving', received: 0, total: null } };
    this.jobs.set(id, job);
    this.changes.fire(id);
    let staged: string | null = null;
    try {
      staged = await this.options.installed.stage();
      const { from } = wanted;
      const manifest =
        from.type === 'npm'
          ? await this.fromPackage(wanted, from, staged, job)
          : await this.fromArchive(wanted, from, staged, job);
      abort.signal.throwIfAborted();
      await this.options.installed.add(staged, manifest);
      this.options.logger.info('installed', { id, version, bytes: manifest.bytes });
      return ok(null);
    } catch (error) {
      const failure = explain(error, abort.signal);
      this.options.logger.warn('not installed', { id, version, error: failure.error });
      return { ok: false, error: failure.error };
    } finally {
      if (staged !== null) await rm(staged, { recursive: true, force: true });
      this.jobs.delete(id);
      if (!this.isDisposed) this.changes.fire(id);
    }
  }

  protected override release(): void {
    for (const { abort } of this.jobs.values()) abort.abort();
    super.release();
  }

  private async fromPackage(
    wanted: Installable,
    from: PackageSource,
    staged: string,
    job: Job,
  ): Promise<InstallManifest> {
    const system = this.options.system ?? thisSystem();
    const patience = AbortSignal.timeout(RESOLVE_MILLISECONDS);
    const signal = AbortSignal.any([job.abort.signal, patience]);
    const spec = `${from.package}@${wanted.version}`;
    const lock = readLock(await this.npm.resolve(staged, spec, signal), from.package, system);
    if (lock.main.version !== wanted.version) {
      throw new InstallFailure(
        'refused',
        `The npm registry offered ${lock.main.version} instead of ${spec}.`,
      );
    }
    const bytes = await this.fetchPackages(lock, staged, job);
    const program = await programOf(staged, from, lock, system);
    const isScript = await isNodeScript(join(staged, program));
    const node = isScript ? await this.nodeFor(lock.main.node, job) : null;
    return manifestOf(wanted, {
      source: `npm:${spec}`,
      integrity: lock.main.integrity,
      program,
      isScript,
      node,
      bytes,
    });
  }

  private async fetchPackages({ packages }: Lock, staged: string, job: Job): Promise<number> {
    const archives = join(staged, '.archives');
    await mkdir(archives);
    const queue = new Queue({ limit: DOWNLOADS_AT_ONCE });
    const meter = new Meter(packages.length, (received, total) =>
      this.tell(job, { phase: 'downloading', received, total }),
    );
    // The first download that fails ends the others.
    const stop = new AbortController();
    const signal = AbortSignal.any([job.abort.signal, stop.signal]);
    let bytes = 0;
    const fetchOne = async ({ url, checksum, path }: (typeof packages)[number], index: number) => {
      signal.throwIfAborted();
      const to = join(archives, `${index}.tgz`);
      await download({ ...this.limits(signal), url, to, checksum, ...meter.part() });
      bytes += await unpackTarball(to, join(staged, path), {
        strip: 1,
        maxBytes: MAX_BYTES,
        signal,
      });
      await rm(to);
    };
    const results = await Promise.allSettled(
      packages.map((one, index) =>
        queue
          .run(() => fetchOne(one, index))
          .catch((error: unknown) => {
            stop.abort();
            throw error;
          }),
      ),
    );
    const failures = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    const first = failures.find(
      (error) => error instanceof InstallFailure && error.code !== 'cancelled',
    );
    if (failures.length > 0) throw first ?? failures[0];
    await rm(archives, { recursive: true });
    return bytes;
  }

  /** The version of the Node installed for this agent; null if the user's Node is new enough. */
  private async nodeFor(range: string | null, job: Job): Promise<string | null> {
    const oldest = oldestIn(range ?? '') ?? '0.0.0';
    const own = await this.userNode();
    if (own !== null && compareVersions(own, oldest) >= 0) return null;
    const node = nodeProgramFor(process.platform, process.arch);
    if (node === null || compareVersions(node.version, oldest) < 0) {
      const have = own === null ? 'there is none' : `yours is ${own}`;
      throw new InstallFailure(
        'unavailable',
        `This agent needs Node ${oldest} or newer (${have}), and none can be installed for this system. Install Node, then try again.`,
      );
    }
    const { installed } = this.options;
    const place = installed.nodeFolder(node.version);
    if ((await ifExists(stat(installed.nodeFile(node.version)))) !== undefined) return node.version;
    const { signal } = job.abort;
    const staged = await installed.stage();
    try {
      const registry = await this.npm.registry(signal);
      const url = `${registry}/${node.package}/-/${node.package}-${node.version}.tgz`;
      const to = join(staged, 'node.tgz');
      const meter = new Meter(1, (received, total) =>
        this.tell(job, { phase: 'node', received, total }),
      );
      const { checksum } = node;
      await download({ ...this.limits(signal), url, to, checksum, ...meter.part() });
      const unpacked = join(staged, 'node');
      const keep = (path: string) => path === node.file || path === 'LICENSE';
      await unpackTarball(to, unpacked, { strip: 1, maxBytes: MAX_BYTES, signal, keep });
      await mkdir(dirname(place), { recursive: true });
      await placeOnce(unpacked, place);
    } finally {
      await rm(staged, { recursive: true, force: true });
    }
    return node.version;
  }

  private async userNode(): Promise<string | null> {
    const { variables } = await this.options.environment();
    const located = await locateCommand('node', { cwd: homedir(), variables });
    if (!located.ok) return null;
    const { file } = located.value;
    const milliseconds = VERSION_MILLISECONDS;
    return versionOf({ file, variables: located.value.variables, packageName: null, milliseconds });
  }

  private async fromArchive(
    wanted: Installable,
    { url, sha256, program }: ArchiveSource,
    staged: string,
    job: Job,
  ): Promise<InstallManifest> {
    const { signal } = job.abort;
    const meter = new Meter(1, (received, total) =>
      this.tell(job, { phase: 'downloading', received, total }),
    );
    const path = program.replace(/^\.[\\/]/, '').replaceAll('\\', '/');
    const isTarball = /\.(?:tar\.gz|tgz)$/i.test(new URL(url).pathname);
    const to = join(staged, isTarball ? '.archive' : basename(path));
    const checksum = { algorithm: 'sha256', encoding: 'hex', value: sha256.toLowerCase() } as const;
    await download({ ...this.limits(signal), url, to, checksum, ...meter.part() });
    let bytes = meter.received;
    if (isTarball) {
      bytes = await unpackTarball(to, staged, { strip: 0, maxBytes: MAX_BYTES, signal });
      await rm(to);
    }
    const file = isTarball ? path : basename(path);
    if ((await ifExists(stat(join(staged, file))))?.isFile() !== true) {
      throw new InstallFailure(
        'refused',
        `The archive has no ${path}. Nothing was installed.`,
        url,
      );
    }
    await chmod(join(staged, file), 0o755);
    return manifestOf(wanted, {
      source: url,
      integrity: `sha256-${sha256}`,
      program: file,
      isScript: false,
      node: null,
      bytes,
    });
  }

  private limits(signal: AbortSignal) {
    const { fetch, stallMilliseconds } = this;
    return { fetch, stallMilliseconds, maxBytes: MAX_BYTES, signal };
  }

  private tell(job: Job, progress: InstallProgress): void {
    job.progress = progress;
    for (const [id, one] of this.jobs) if (one === job) this.changes.fire(id);
  }
}

/**
 * Adds up what several downloads have received. The total size is known once each has reported its
 * own.
 */
class Meter {
  received = 0;
  private size = 0;
  private sized = 0;
  private toldAt = 0;

  constructor(
    private readonly parts: number,
    private readonly tell: (received: number, total: number | null) => void,
  ) {
    tell(0, null);
  }

  part() {
    return {
      onSize: (bytes: number) => {
        this.size += bytes;
        this.sized++;
      },
      onBytes: (bytes: number) => {
        this.received += bytes;
        const now = performance.now();
        if (now - this.toldAt < TELL_MILLISECONDS) return;
        this.toldAt = now;
        this.tell(this.received, this.sized === this.parts ? this.size : null);
      },
    };
  }
}

type Found = Pick<
  InstallManifest,
  'source' | 'integrity' | 'program' | 'isScript' | 'node' | 'bytes'
>;

function manifestOf({ id, name, version, args, env }: Installable, found: Found): InstallManifest {
  return {
    v: 1,
    id,
    name,
    version,
    args: [...args],
    env: { ...env },
    installedAt: Date.now(),
    ...found,
  };
}

/** The path of the file that starts the agent, relative to the folder. */
async function programOf(
  staged: string,
  from: PackageSource,
  { main }: Lock,
  { platform, arch }: LockSystem,
): Promise<string> {
  if (from.native) {
    const name = from.native.package.replace('{platform}', platform).replace('{arch}', arch);
    const file = `node_modules/${name}/${from.native.file}${platform === 'win32' ? '.exe' : ''}`;
    if ((await ifExists(stat(join(staged, file))))?.isFile() !== true) {
      throw new InstallFailure('unavailable', `${from.package} has no program for this system.`);
    }
    await chmod(join(staged, file), 0o755);
    return file;
  }
  const names = Object.keys(main.bin);
  const name = from.bin ?? (names.length === 1 ? names[0] : from.package.split('/').at(-1));
  const bin =
    main.bin[name ?? ''] ??
    (new Set(Object.values(main.bin)).size === 1 ? Object.values(main.bin)[0] : undefined);
  if (bin === undefined || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(bin)) {
    throw new InstallFailure('refused', `${from.package} does not say how it is started.`);
  }
  const file = join('node_modules', from.package, bin).replaceAll('\\', '/');
  if ((await ifExists(stat(join(staged, file))))?.isFile() !== true) {
    throw new InstallFailure('refused', `${from.package} lacks the program that it names.`);
  }
  await chmod(join(staged, file), 0o755);
  return file;
}

async function isNodeScript(file: string): Promise<boolean> {
  if (/\.[cm]?js$/i.test(file)) return true;
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(128), 0, 128, 0);
    return /^#![^\n]*\bnode\b/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Electron itself runs on no other C library. */
export function thisSystem(): LockSystem {
  const { platform, arch } = process;
  return { platform, arch, libc: platform === 'linux' ? 'glibc' : null };
}

function explain(error: unknown, signal: AbortSignal): InstallFailure {
  if (signal.aborted) return new InstallFailure('cancelled', 'The installation was cancelled.');
  if (error instanceof InstallFailure) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') {
    return new InstallFailure('io', 'The disk is full. Nothing was installed.');
  }
  return new InstallFailure('io', 'The agent could not be installed.', message);
}
