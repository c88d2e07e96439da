import { z } from 'zod';
import type { Checksum } from './download';
import { InstallFailure } from './installFailure';

/** A package that is part of an installation. */
export interface LockedPackage {
  /** The path to unpack it to, such as `node_modules/a/node_modules/b`. */
  readonly path: string;
  readonly version: string;
  readonly url: string;
  readonly checksum: Checksum;
}

/** The packages of an installation, as npm has resolved them. */
export interface Lock {
  /** The packages that this system needs. */
  readonly packages: readonly LockedPackage[];
  /** The package that was requested. */
  readonly main: {
    readonly version: string;
    readonly integrity: string;
    readonly bin: Readonly<Record<string, string>>;
    readonly node: string | null;
  };
}

export interface LockSystem {
  readonly platform: string;
  readonly arch: string;
  /** Set on Linux only. */
  readonly libc: 'glibc' | 'musl' | null;
}

const MAX_PACKAGES = 5_000;
const names = z.union([z.string(), z.array(z.string())]).optional();

const entrySchema = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  inBundle: z.boolean().optional(),
  os: names,
  cpu: names,
  libc: names,
  optional: z.boolean().optional(),
  bin: z.record(z.string(), z.string()).optional(),
  engines: z.record(z.string(), z.string()).optional().catch(undefined),
});

const lockSchema = z.object({ packages: z.record(z.string(), entrySchema) });

/**
 * A package's folder, such as `node_modules/@scope/name/node_modules/other`. No other place is
 * allowed.
 */
const place =
  /^node_modules\/(?:@[\w.~-]+\/)?[\w.~-]+(?:\/node_modules\/(?:@[\w.~-]+\/)?[\w.~-]+)*$/;

/** Throws an `InstallFailure` if a package has no checksum or does not come from a registry. */
export function readLock(text: string, packageName: string, system: LockSystem): Lock {
  const { packages } = parse(text);
  const entries = Object.entries(packages).filter(([path]) => path !== '');
  if (entries.length > MAX_PACKAGES) throw unusable('it needs too many packages');
  const wanted = entries.filter(([, entry]) => !entry.inBundle && isFor(entry, system));
  const main = packages[`node_modules/${packageName}`];
  if (main?.version === undefined || main.integrity === undefined) {
    throw unusable(`it does not name ${packageName}`);
  }
  return {
    packages: wanted.map(([path, entry]) => lockedPackage(path, entry)),
    main: {
      version: main.version,
      integrity: main.integrity,
      bin: main.bin ?? {},
      node: main.engines?.node ?? null,
    },
  };
}

function parse(text: string): z.infer<typeof lockSchema> {
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch {
    throw unusable('it cannot be read');
  }
}

function lockedPackage(path: string, entry: z.infer<typeof entrySchema>): LockedPackage {
  if (!place.test(path) || path.includes('/..') || entry.link) {
    throw unusable(`“${path.slice(0, 100)}” is not a registry package`);
  }
  const { version, resolved, integrity } = entry;
  const checksum = checksumOf(integrity ?? '');
  if (version === undefined || resolved === undefined || !/^https?:\/\//.test(resolved)) {
    throw unusable(`“${path}” does not come from a registry`);
  }
  if (checksum === null) throw unusable(`“${path}” has no SHA-512 checksum`);
  return { path, version, url: resolved, checksum };
}

/** The strongest checksum in an `integrity` field; null if none is strong enough. */
export function checksumOf(integrity: string): Checksum | null {
  const [, value] = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)(?:\?\S*)?(?:\s|$)/.exec(integrity) ?? [];
  return value === undefined ? null : { algorithm: 'sha512', encoding: 'base64', value };
}

function isFor({ os, cpu, libc }: z.infer<typeof entrySchema>, system: LockSystem): boolean {
  const isLibc = system.libc === null || allows(libc, system.libc);
  return allows(os, system.platform) && allows(cpu, system.arch) && isLibc;
}

/** Reads a list of allowed or excluded names by npm's rules. */
function allows(list: string | readonly string[] | undefined, name: string): boolean {
  if (list === undefined) return true;
  const entries = typeof list === 'string' ? [list] : list;
  if (entries.includes(`!${name}`)) return false;
  return (
    entries.length === 0 || entries.includes(name) || entries.every((one) => one.startsWith('!'))
  );
}

function unusable(why: string): InstallFailure {
  return new InstallFailure(
    'refused',
    `npm’s list of packages cannot be used: ${why}. Nothing was installed.`,
  );
}
