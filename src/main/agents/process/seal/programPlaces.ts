import { posix } from 'node:path';
import { INSTALL_MARK } from '#main/agents/install/installMark';
import { isInside } from './isInside';
import type { Grant, SealedSession, SealSystem } from './sealPlan';
import { secretPlaces } from './secretPlaces';

/**
 * Folders of the system in different distributions; the last four rows are NixOS, Guix and
 * openSUSE.
 */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/etc',
  '/opt',
  '/sys',
  '/nix',
  '/gnu',
  '/run/current-system',
  '/var/lib/ca-certificates',
];

/** Files in the system's run folder that programs reach through a link. */
const BEHIND_LINKS = ['/etc/resolv.conf', '/etc/localtime', '/usr/local', '/opt'];

/**
 * Toolchains below the home folder: if the first entry of a row is in PATH, the whole row is shown.
 * Nothing that holds tokens is listed.
 */
const TOOLCHAINS: readonly (readonly [string, ...string[]])[] = [
  ['.nvm'],
  ['.volta'],
  ['.asdf', '.tool-versions'],
  ['.local/share/mise', '.config/mise'],
  ['.local/share/fnm', '.fnm'],
  ['.local/share/pnpm'],
  ['.cargo/bin', '.rustup'],
  ['.pyenv'],
  ['.rbenv'],
  ['.rvm'],
  ['.sdkman'],
  ['.jenv'],
  ['.bun'],
  ['.deno'],
  ['.dotnet'],
  ['.ghcup'],
  ['.opam'],
  ['.nix-profile', '.local/state/nix'],
  ['.npm-global'],
  ['go/bin', 'go/pkg'],
  ['.local/bin', '.local/lib', '.local/share/pipx', '.local/share/uv', '.local/share/claude'],
];

const TOOLCHAIN = 'a toolchain in your PATH';
const LINKS_FOLLOWED = 10;
/**
 * How many levels above a program its package, or the folder that the app installed it in, is
 * looked for.
 */
const PACKAGE_LEVELS = 4;
const INSTALL_LEVELS = 10;

export function systemGrants({ look }: SealSystem): readonly Grant[] {
  const why = 'the system';
  const behind = BEHIND_LINKS.flatMap((path) => {
    const place = look(path);
    return place && place.real !== path ? [place.real] : [];
  });
  const missing = behind.filter((path) => !SYSTEM.some((folder) => isInside(path, folder)));
  return [...SYSTEM, ...missing].map((path) => ({ path, access: 'read', why }));
}

/** The folders in PATH, each with the neighbouring folders that its programs need. */
export function toolchainGrants(
  path: string,
  system: SealSystem,
  session: SealedSession,
): readonly Grant[] {
  const folders = path.split(':').filter((folder) => posix.isAbsolute(folder));
  const shown = folders.flatMap((folder) => {
    const clean = posix.normalize(folder).replace(/\/+$/, '');
    if (isPartOf(clean, SYSTEM) || isPartOf(clean, session.project)) return [];
    const row = TOOLCHAINS.find(([first]) => isInside(clean, `${system.home}/${first}`));
    if (row) return row.map((name) => `${system.home}/${name}`);
    return [withParent(clean, system, session)];
  });
  return [...new Set(shown)].map((shownPath) => ({
    path: shownPath,
    access: 'read',
    why: TOOLCHAIN,
  }));
}

/** Whether a link is followed from one path to another. */
export type MayLead = (from: string, to: string) => boolean;

/** The agent's own program and the files that its arguments name, each with its package. */
export function programGrants(
  files: readonly string[],
  system: SealSystem,
  session: SealedSession,
  mayLead: MayLead,
): readonly Grant[] {
  const shown = files
    .filter((file) => posix.isAbsolute(file))
    .flatMap((file) => chainOf(posix.normalize(file), system, mayLead))
    .filter((file) => !isPartOf(file, SYSTEM))
    .filter((file) => !isInside(file, session.copy))
    .map((file) => packageOf(file, system, session));
  return [...new Set(shown)].map((path) => ({ path, access: 'read', why: 'the agent’s program' }));
}

/**
 * A file and, if it is a link, all files on the way to its target, as far as links are followed.
 */
function chainOf(file: string, { look }: SealSystem, mayLead: MayLead): readonly string[] {
  const chain: string[] = [];
  let current: string | undefined = file;
  for (let hops = 0; current !== undefined && hops < LINKS_FOLLOWED; hops++) {
    const place = look(current);
    if (place?.kind !== 'file') break;
    if (!mayLead(file, current) || !mayLead(current, current)) break;
    chain.push(current);
    if (place.link === undefined) {
      if (place.real !== current) chain.push(place.real);
      break;
    }
    current = posix.resolve(posix.dirname(current), place.link);
  }
  return chain;
}

/** The nearest folder that is a package; otherwise the file's own folder, or only the file. */
function packageOf(file: string, system: SealSystem, session: SealedSession): string {
  const own = posix.dirname(file);
  if (isTooWide(own, system, session)) return file;
  const installed = installOf(own, system, session);
  if (installed !== null) return installed;
  let folder = own;
  for (let level = 0; level < PACKAGE_LEVELS && !isTooWide(folder, system, session); level++) {
    const isPackage = ['package.json', 'pyvenv.cfg', 'pyproject.toml'].some(
      (name) => system.look(`${folder}/${name}`) !== null,
    );
    if (isPackage) return folder;
    folder = posix.dirname(folder);
  }
  // If the settings name a file among keys, only that file is shown, without the keys.
  if (secretPlaces.some((name) => isInside(own, `${system.home}/${name}`))) return file;
  return posix.basename(own) === 'bin' ? withParent(own, system, session) : own;
}

/**
 * The folder that the app installed the program in: the program needs the packages next to its own.
 */
function installOf(own: string, system: SealSystem, session: SealedSession): string | null {
  let folder = own;
  for (let level = 0; level < INSTALL_LEVELS && !isTooWide(folder, system, session); level++) {
    if (system.look(`${folder}/${INSTALL_MARK}`) !== null) return folder;
    folder = posix.dirname(folder);
  }
  return null;
}

/** `…/node/bin` needs `…/node/lib`. */
function withParent(folder: string, system: SealSystem, session: SealedSession): string {
  const parent = posix.dirname(folder);
  const isBin = posix.basename(folder) === 'bin';
  return isBin && !isTooWide(parent, system, session) ? parent : folder;
}

/** Showing such a folder would show much more than a program. */
function isTooWide(folder: string, { home }: SealSystem, session: SealedSession): boolean {
  const kept = [home, session.copy, session.data, ...session.project];
  return (
    posix.dirname(folder) === '/' ||
    ['/var/tmp', `${home}/.local`, `${home}/.config`].includes(folder) ||
    kept.some((path) => isInside(path, folder))
  );
}

function isPartOf(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isInside(path, folder));
}
