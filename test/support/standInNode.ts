/** How to run a Node program. */
export interface NodeCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The Node that runs the tests, either Electron's or a separate one: for our own code. */
export function standInNode(): NodeCommand {
  return {
    command: process.execPath,
    env: process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  };
}

/**
 * The Node that `npm test` was started with, which runs agents as on users' machines. It starts
 * three times as fast as Electron.
 */
export function agentNode(): NodeCommand {
  const command = process.env.AIRLOCK_NODE;
  return command === undefined ? standInNode() : { command, env: {} };
}
