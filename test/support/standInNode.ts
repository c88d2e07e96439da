/** How to run a Node program. */
export interface NodeCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The Node that runs the tests, be it Electron's or its own: for code of ours. */
export function standInNode(): NodeCommand {
  return {
    command: process.execPath,
    env: process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  };
}

/** The Node that `npm test` was started with, as users run agents: it starts three times as fast as Electron. */
export function agentNode(): NodeCommand {
  const command = process.env.AIRLOCK_NODE;
  return command === undefined ? standInNode() : { command, env: {} };
}
