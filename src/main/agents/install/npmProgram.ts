import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { versionIn } from '#main/agents/found/agentVersion';
import { locateCommand } from '#main/agents/found/locateCommand';
import { agentEnvironment } from '#main/agents/process/environment/agentEnvironment';
import type { Variables } from '#main/agents/process/environment/environmentLookup';
import type { ShellEnvironment } from '#main/agents/process/environment/shellEnvironment';
import { ifExists } from '#main/base/files/ifExists';
import { randomName } from '#main/base/files/randomName';
import { download } from './download';
import { InstallFailure } from './installFailure';
import { checksumOf } from './npmLock';
import { placeOnce } from './placeOnce';
import { type RunResult, runToEnd } from './runToEnd';
import { unpackTarball } from './tarball';

const PUBLIC_REGISTRY = 'https://registry.npmjs.org';

/** Used if the user has no npm. It needs no other package, and runs on the Node of this program. */
const OWN_NPM = {
  version: '11.19.1',
  integrity:
    'sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==',
} as const;
const MAX_NPM_BYTES = 100_000_000;

/** The command that resolves the list of packages; the user sees the same line before it runs. */
const RESOLVE = [
  'install',
  '--package-lock-only',
  '--package-lock=true',
  '--ignore-scripts',
  '--save-exact',
  '--no-audit',
  '--no-fund',
  '--lockfile-version=3',
  '--omit-lockfile-registry-resolved=false',
] as const;

export function resolveLine(packageName: string, version: string): string {
  return ['npm', ...RESOLVE, `${packageName}@${version}`].join(' ');
}

export interface NpmProgramOptions {
  /** The folder of our own npm. */
  readonly folder: string;
  readonly environment: () => Promise<ShellEnvironment>;
  readonly fetch: typeof globalThis.fetch;
  readonly stallMilliseconds: number;
  /** The registry for our own downloads; by default the one that npm is configured with. */
  readonly registry?: string | undefined;
  /** Variables in addition to those of the login shell. */
  readonly variables?: Variables;
}

interface Npm {
  readonly file: string;
  readonly before: readonly string[];
  readonly variables: Variables;
}

/** The user's npm, with its registry, proxy and certificates, or else our own. */
export class NpmProgram {
  constructor(private readonly options: NpmProgramOptions) {}

  /** The lock file's text for one exact version, created in this folder. No package script runs. */
  async resolve(folder: string, spec: string, signal: AbortSignal): Promise<string> {
    await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
    const { code, errors } = await this.run([...RESOLVE, spec], folder, signal);
    const lock = await ifExists(readFile(join(folder, 'package-lock.json'), 'utf8'));
    if (code === 0 && lock !== undefined) return lock;
    throw explain(spec, errors);
  }

  /** The newest release of a package; null if the registry does not tell. */
  async latest(packageName: string, signal: AbortSignal): Promise<string | null> {
    const args = ['view', `${packageName}@latest`, 'version', '--json'];
    const { code, output } = await this.run(args, homedir(), signal);
    return code === 0 ? versionIn(output) : null;
  }

  async registry(signal: AbortSignal): Promise<string> {
    if (this.options.registry !== undefined) return this.options.registry;
    const { code, output } = await this.run(['config', 'get', 'registry'], homedir(), signal);
    const address = output.trim().replace(/\/+$/, '');
    return code === 0 && /^https?:\/\/\S+$/.test(address) ? address : PUBLIC_REGISTRY;
  }

  private async run(args: readonly string[], cwd: string, signal: AbortSignal): Promise<RunResult> {
    const npm = await this.find(signal);
    const variables = agentEnvironment({ inherited: npm.variables, cwd, runId: 'install' });
    const all = { ...variables, ...this.options.variables, ...npmVariables(npm) };
    const request = { file: npm.file, args: [...npm.before, ...args], cwd, variables: all, signal };
    try {
      return await runToEnd(request);
    } catch (error) {
      if (signal.aborted) throw new InstallFailure('cancelled', 'The installation was cancelled.');
      throw new InstallFailure('unavailable', 'npm could not be run.', (error as Error).message);
    }
  }

  private async find(signal: AbortSignal): Promise<Npm> {
    const { variables } = await this.options.environment();
    const located = await locateCommand('npm', { cwd: homedir(), variables });
    if (located.ok) {
      return { file: located.value.file, before: [], variables: located.value.variables };
    }
    const script = join(await this.ownNpm(variables, signal), 'bin', 'npm-cli.js');
    return { file: process.execPath, before: [script], variables };
  }

  private async ownNpm(variables: Variables, signal: AbortSignal): Promise<string> {
    const folder = join(this.options.folder, OWN_NPM.version);
    if ((await ifExists(readFile(join(folder, 'package.json')))) !== undefined) return folder;
    const { fetch, stallMilliseconds, registry } = this.options;
    const base = registry ?? variables.npm_config_registry ?? PUBLIC_REGISTRY;
    const checksum = checksumOf(OWN_NPM.integrity);
    if (checksum === null) throw new Error('The checksum of npm is not valid.');
    await mkdir(this.options.folder, { recursive: true });
    const staging = join(this.options.folder, `.${randomName()}`);
    await mkdir(staging);
    try {
      const to = join(staging, 'npm.tgz');
      const url = `${base.replace(/\/+$/, '')}/npm/-/npm-${OWN_NPM.version}.tgz`;
      const limits = { signal, stallMilliseconds, maxBytes: MAX_NPM_BYTES };
      await download({ url, to, checksum, fetch, ...limits });
      const unpacked = join(staging, 'npm');
      await unpackTarball(to, unpacked, { strip: 1, maxBytes: MAX_NPM_BYTES, signal });
      await placeOnce(unpacked, folder);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
    return folder;
  }
}

/** Our own npm runs on the Node inside Electron. */
function npmVariables({ before }: Npm): Variables {
  return before.length > 0 && process.versions.electron !== undefined
    ? { ELECTRON_RUN_AS_NODE: '1' }
    : {};
}

function explain(spec: string, errors: string): InstallFailure {
  const [, code = ''] = /npm (?:error|ERR!) code (\w+)/.exec(errors) ?? [];
  switch (code) {
    case 'ENOSPC':
      return new InstallFailure('io', 'The disk is full. Nothing was installed.', errors);
    case 'E404':
    case 'ETARGET':
      return new InstallFailure('not-found', `The npm registry has no ${spec}.`, errors);
    case 'E401':
    case 'E403':
      return new InstallFailure(
        'authentication-required',
        'The npm registry requires a login. Log in with “npm login” in a terminal, then try again.',
        errors,
      );
    case 'ENOTFOUND':
    case 'ECONNREFUSED':
    case 'ETIMEDOUT':
    case 'EAI_AGAIN':
    case 'ECONNRESET':
    case 'ERR_SOCKET_TIMEOUT':
      return new InstallFailure(
        'unavailable',
        'The npm registry could not be reached. Check your connection and try again.',
        errors,
      );
    default:
      return new InstallFailure(
        'unavailable',
        `npm could not work out what ${spec} needs.`,
        errors,
      );
  }
}
