import { posix, win32 } from 'node:path';
import { lookUp, type Variables } from '#main/agents/process/environment/environmentLookup';

export interface PlacesSystem {
  readonly variables: Variables;
  readonly platform: NodeJS.Platform;
  /** The names in a folder; empty if it cannot be read. */
  list(folder: string): Promise<readonly string[]>;
}

/**
 * Folders in which installers put programs that may not be in PATH, for example when the app was
 * started from a desktop, or from a shell in which no version manager is set up. All belong to the
 * user or the system; none depends on the project.
 */
export async function usualPlaces(system: PlacesSystem): Promise<readonly string[]> {
  const { variables, platform } = system;
  return platform === 'win32' ? windowsPlaces(variables) : unixPlaces(system);
}

function windowsPlaces(variables: Variables): readonly string[] {
  const below = (name: string, ...parts: readonly string[]) => {
    const base = lookUp(variables, name, 'win32');
    return base === undefined ? [] : [win32.join(base, ...parts)];
  };
  return [
    ...below('APPDATA', 'npm'),
    ...below('LOCALAPPDATA', 'Volta', 'bin'),
    ...below('LOCALAPPDATA', 'pnpm'),
    ...below('USERPROFILE', '.bun', 'bin'),
    ...below('USERPROFILE', '.local', 'bin'),
  ];
}

async function unixPlaces({ variables, list }: PlacesSystem): Promise<readonly string[]> {
  const { HOME: home } = variables;
  const system = ['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin'];
  if (home === undefined || !posix.isAbsolute(home)) return system;
  const inHome = (...parts: readonly string[]) => posix.join(home, ...parts);
  const moved = (name: string, usual: string) => {
    const value = variables[name];
    return value !== undefined && posix.isAbsolute(value) ? value : usual;
  };
  const nvm = posix.join(moved('NVM_DIR', inHome('.nvm')), 'versions', 'node');
  const fnm = posix.join(moved('FNM_DIR', inHome('.local', 'share', 'fnm')), 'node-versions');
  const prefixes = ['NPM_CONFIG_PREFIX', 'npm_config_prefix'].flatMap((name) => {
    const value = variables[name];
    return value !== undefined && posix.isAbsolute(value) ? [posix.join(value, 'bin')] : [];
  });
  const places = [
    inHome('.local', 'bin'),
    inHome('bin'),
    inHome('.claude', 'local'),
    inHome('.opencode', 'bin'),
    ...prefixes,
    inHome('.npm-global', 'bin'),
    posix.join(moved('VOLTA_HOME', inHome('.volta')), 'bin'),
    posix.join(moved('BUN_INSTALL', inHome('.bun')), 'bin'),
    moved('PNPM_HOME', inHome('.local', 'share', 'pnpm')),
    inHome('Library', 'pnpm'),
    ...newestFirst(await list(nvm)).map((version) => posix.join(nvm, version, 'bin')),
    ...newestFirst(await list(fnm)).map((version) =>
      posix.join(fnm, version, 'installation', 'bin'),
    ),
    inHome('.asdf', 'shims'),
    inHome('.local', 'share', 'mise', 'shims'),
    inHome('.cargo', 'bin'),
    ...system,
  ];
  return [...new Set(places)];
}

/** Sorts versions by number, so that `v22.9.0` comes before `v8.1.0`. Other names come last. */
function newestFirst(names: readonly string[]): readonly string[] {
  return names.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
}
