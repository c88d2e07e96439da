import { z } from 'zod';
import type { ArchiveSource, PackageSource } from '#main/agents/install/installable';
import type { LockSystem } from '#main/agents/install/npmLock';

/** A registry agent, with the facts that apply to this system. */
export interface RegistryAgent {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string | null;
  readonly website: string | null;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly from: PackageSource | ArchiveSource | null;
  /** Why it cannot be installed here; null if it can. */
  readonly whyNot: string | null;
}

export interface RegistryContent {
  readonly agents: readonly RegistryAgent[];
  /** The number of invalid entries that were left out. */
  readonly skipped: number;
}

/** Ten times the registry's size today. */
export const REGISTRY_BYTES = 1_000_000;
const MAX_AGENTS = 500;

const text = z.string().max(1_000);
const program = {
  args: z.array(text).max(50).optional(),
  env: z.record(z.string().max(200), text).optional(),
};
const packageSchema = z.object({ package: text, cmd: text.optional(), ...program });
const binarySchema = z.object({
  archive: text,
  cmd: text,
  sha256: z.string().optional(),
  ...program,
});

const agentSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,60}$/),
  name: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+[0-9A-Za-z.+-]{0,60}$/),
  description: text.optional().catch(undefined),
  website: text.optional().catch(undefined),
  repository: text.optional().catch(undefined),
  distribution: z.object({
    npx: packageSchema.optional().catch(undefined),
    uvx: packageSchema.optional().catch(undefined),
    binary: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
});

/** Null if the text is not a registry at all. An error in one agent leaves out only that agent. */
export function parseRegistry(content: string, system: LockSystem): RegistryContent | null {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    // Any error means that the text is not a registry.
    return null;
  }
  const list = z.object({ agents: z.array(z.unknown()).max(MAX_AGENTS) }).safeParse(value).data;
  if (list === undefined) return null;
  const seen = new Set<string>();
  const agents = list.agents.flatMap((entry): RegistryAgent[] => {
    const { data } = agentSchema.safeParse(entry);
    if (data === undefined || seen.has(data.id)) return [];
    seen.add(data.id);
    return [agentOf(data, system)];
  });
  return { agents, skipped: list.agents.length - agents.length };
}

type Entry = z.infer<typeof agentSchema>;

function agentOf(entry: Entry, system: LockSystem): RegistryAgent {
  const { id, name, version, description = null, repository = null } = entry;
  const website = webAddress(entry.website ?? repository);
  const found = fromPackage(entry) ?? fromBinary(entry, system) ?? otherwise(entry);
  return { id, name, version, description, website, ...found };
}

type Source = Pick<RegistryAgent, 'args' | 'env' | 'from' | 'whyNot'>;

const nothing = { args: [], env: {}, from: null } as const;

function fromPackage({ version, distribution: { npx } }: Entry): Source | null {
  if (npx === undefined) return null;
  const [, name, pinned] = /^((?:@[\w.~-]+\/)?[\w.~-]+)@(\d[\w.+-]*)$/.exec(npx.package) ?? [];
  if (name === undefined || pinned !== version) {
    return { ...nothing, whyNot: 'The registry does not name an exact version of its package.' };
  }
  const { args = [], env = {}, cmd = null } = npx;
  const from: PackageSource = { type: 'npm', package: name, bin: cmd };
  return { args, env: withoutRisky(env), from, whyNot: null };
}

const architectures: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };
const platforms: Readonly<Record<string, string>> = { win32: 'windows' };

function fromBinary({ distribution: { binary } }: Entry, system: LockSystem): Source | null {
  if (binary === undefined) return null;
  const platform = platforms[system.platform] ?? system.platform;
  const key = `${platform}-${architectures[system.arch] ?? system.arch}`;
  const { data } = binarySchema.safeParse(binary[key]);
  if (data === undefined) return { ...nothing, whyNot: 'There is no program for this system.' };
  const { archive: url, sha256, cmd, args = [], env = {} } = data;
  if (sha256 === undefined || !/^[0-9a-f]{64}$/i.test(sha256)) {
    return { ...nothing, whyNot: 'The registry has no checksum of its download.' };
  }
  if (!/^(?:https|http):\/\//.test(url) || /\.(?:zip|tar\.bz2|tbz2?|tar\.xz)$/i.test(url)) {
    return { ...nothing, whyNot: 'Airlock cannot unpack this kind of archive.' };
  }
  if (/(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[a-z]:/i.test(cmd)) {
    return { ...nothing, whyNot: 'The program that the registry names is not in its archive.' };
  }
  const from: ArchiveSource = { type: 'archive', url, sha256, program: cmd };
  return { args, env: withoutRisky(env), from, whyNot: null };
}

function otherwise({ distribution: { uvx } }: Entry): Source {
  const whyNot =
    uvx === undefined
      ? 'The registry does not say how it is installed.'
      : `It is a Python package, which Airlock does not install. It can be run with “uvx ${uvx.package}”.`;
  return { ...nothing, whyNot };
}

/** Variables with which a list from the network could make other programs run. */
const risky =
  /^(?:PATH|HOME|SHELL|USERPROFILE|TMPDIR|IFS|BASH_ENV|ENV|NODE_.*|NPM_.*|LD_.*|DYLD_.*|PYTHON.*|PIP_.*|UV_.*|GIT_.*|ELECTRON_.*|AIRLOCK_.*|.*_PROXY)$/i;

function withoutRisky(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => /^[A-Za-z_]\w*$/.test(name) && !risky.test(name)),
  );
}

function webAddress(address: string | null): string | null {
  return address !== null && /^https:\/\/\S+$/.test(address) ? address : null;
}
