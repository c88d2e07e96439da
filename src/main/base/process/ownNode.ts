import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A Node, and the variables that make the program one. */
export interface OwnNode {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The facts of the running process that tell which Node there is. */
export interface RunningProgram {
  readonly execPath: string;
  readonly platform: NodeJS.Platform;
  /** Electron's folder of resources; a Node has none. */
  readonly resourcesPath?: string | undefined;
  readonly versions: { readonly electron?: string | undefined };
}

/** The folder of an installed app with its Node and the programs that it runs. */
export const PROGRAMS_FOLDER = 'programs';

/**
 * The Node that programs of ours run on, such as the agent that we ship. An installed app has one of its
 * own, because its Electron cannot be run as one; elsewhere it is the one inside Electron.
 */
export function ownNode(running: RunningProgram = process): OwnNode {
  const { execPath, platform, resourcesPath, versions } = running;
  if (versions.electron === undefined) return { file: execPath, env: {} };
  const name = platform === 'win32' ? 'node.exe' : 'node';
  const installed = resourcesPath && join(resourcesPath, PROGRAMS_FOLDER, name);
  if (installed && existsSync(installed)) return { file: installed, env: {} };
  return { file: execPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
}
