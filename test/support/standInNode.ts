/** How to run a Node program with the Node that runs the tests, be it Electron's or its own. */
export interface NodeCommand {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

export function standInNode(): NodeCommand {
  return {
    command: process.execPath,
    env: process.versions.electron === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' },
  };
}
