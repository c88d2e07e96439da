import type {
  CreateTerminalRequest,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
} from '@agentclientprotocol/sdk/unstable';

interface TestTerminal {
  readonly request: CreateTerminalRequest;
  readonly exited: Promise<WaitForTerminalExitResponse>;
  readonly exit: (response: WaitForTerminalExitResponse) => void;
  output: string;
  released: boolean;
}

/** Terminals that run nothing: a test defines what they print and how they end. */
export class TestTerminals {
  readonly all = new Map<string, TestTerminal>();
  /** How each terminal ends at once; without it, terminals run until they are ended. */
  script: { output: string; exitCode: number } | undefined;

  create(request: CreateTerminalRequest): string {
    let exit: TestTerminal['exit'] | undefined;
    const exited = new Promise<WaitForTerminalExitResponse>((resolve) => {
      exit = resolve;
    });
    if (!exit) throw new Error('a promise runs its function at once');
    const id = `terminal-${this.all.size + 1}`;
    this.all.set(id, { request, exited, exit, output: this.script?.output ?? '', released: false });
    if (this.script) exit({ exitCode: this.script.exitCode });
    return id;
  }

  waitForExit(id: string): Promise<WaitForTerminalExitResponse> {
    return this.#get(id).exited;
  }

  output(id: string): TerminalOutputResponse {
    return { output: this.#get(id).output, truncated: false };
  }

  release(id: string): void {
    const terminal = this.#get(id);
    terminal.released = true;
    terminal.exit({ signal: 'SIGTERM' });
  }

  #get(id: string): TestTerminal {
    const terminal = this.all.get(id);
    if (!terminal) throw new Error(`no such terminal: ${id}`);
    return terminal;
  }
}
