import type { TerminalId } from '#shared/ids';
import type { TerminalList, UserTerminal } from '#shared/terminal/terminal';
import { plainOutput } from '#shared/text/plainOutput';
import { call, onEvent } from '#window/ipc/client';

export interface StepEnd {
  /** Null if it was ended from outside. */
  readonly exitCode: number | null;
  readonly output: string;
}

/** Until a window shows the terminal and it has its own size. */
const FIRST_SIZE = { columns: 100, rows: 24 };

/** Runs a command of the user's in the project's folder, in a terminal beside the others. */
export async function runStep(
  folder: string,
  name: string,
  command: string,
  /** Told of the terminal, in which the command may ask the user something. */
  onStarted: (terminal: UserTerminal) => void,
): Promise<StepEnd> {
  const place = { folder };
  const terminal = await call('terminals.create', {
    place,
    size: FIRST_SIZE,
    run: { name, command },
  });
  const { id } = terminal;
  onStarted(terminal);
  const exitCode = await ended(id);
  const output = await call('terminals.tail', { terminalId: id }).then(
    ({ data }) => plainOutput(data),
    () => '',
  );
  return { exitCode, output };
}

async function ended(id: TerminalId): Promise<number | null> {
  let stop: () => void = () => undefined;
  try {
    return await new Promise<number | null>((resolve, reject) => {
      const look = ({ user }: TerminalList) => {
        const state = user.find((one) => one.id === id)?.state;
        if (state?.type === 'running') return;
        resolve(state?.exitCode ?? null);
      };
      stop = onEvent('terminals.changed', look);
      call('terminals.list', null).then(look, reject);
    });
  } finally {
    stop();
  }
}

/** The address that a program printed last; null if it printed none. */
export function addressIn(output: string): string | null {
  return output.match(/https?:\/\/[^\s'"<>]+/g)?.at(-1) ?? null;
}
