import type { ClientCapabilities } from '@agentclientprotocol/sdk/unstable';

/** The client's capabilities. We use only what it offered. */
export interface ClientPowers {
  readonly readTextFile: boolean;
  readonly writeTextFile: boolean;
  readonly terminal: boolean;
  /** Whether it shows the output of commands that we run ourselves (`_meta.terminal_output`). */
  readonly terminalOutput: boolean;
  readonly forms: boolean;
  readonly links: boolean;
  readonly booleanOptions: boolean;
  readonly notices: boolean;
  readonly compaction: boolean;
}

export function powersOf(capabilities: ClientCapabilities | undefined): ClientPowers {
  const offers = (marker: unknown) => marker !== undefined && marker !== null && marker !== false;
  return {
    readTextFile: capabilities?.fs?.readTextFile === true,
    writeTextFile: capabilities?.fs?.writeTextFile === true,
    terminal: capabilities?.terminal === true,
    terminalOutput: capabilities?._meta?.terminal_output === true,
    forms: offers(capabilities?.elicitation?.form),
    links: offers(capabilities?.elicitation?.url),
    booleanOptions: offers(capabilities?.session?.configOptions?.boolean),
    notices: offers(capabilities?.session?.notices),
    compaction: offers(capabilities?.session?.compaction),
  };
}
