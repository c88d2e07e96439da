import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A Node program, and the variables that make the program act as Node. */
export interface OwnNode {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The facts about the running process that decide which Node to use. */
export interface RunningProgram {
  readonly execPath: string;
  readonly platform: NodeJS.Platform;
  /** Electron's folder of resources; undefined in Node. */
  readonly resourcesPath?: string | undefined;
  readonly versions: { readonly electron?: string | undefined };
}

/** The folder of an installed app with its own Node and the programs that run on it. */
export const PROGRAMS_FOLDER = 'programs';

/**
 * The Node that our own programs run on, such as the shipped agent. An installed app has a separate
 * Node, because its Electron cannot run as one; elsewhere it is the one inside Electron.
 */
export function ownNode(running: RunningProgram = process): OwnNode {
  const { execPath, platform, resourcesPath, versions } = running;
  if (versions.electron === undefined) return { file: execPath, env: {} };
  const name = platform === 'win32' ? 'node.exe' : 'node';
  const installed = resourcesPath && join(resourcesPath, PROGRAMS_FOLDER, name);
  if (installed && existsSync(installed)) return { file: installed, env: {} };
  return { file: execPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
}
