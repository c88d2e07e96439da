import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { dialogStore } from '#window/state/layout/dialogStore';
import { showTerminal } from '#window/state/layout/terminalToShow';

/** Used until the terminal is drawn and has its own size. */
const FIRST_SIZE = { columns: 100, rows: 24 };

/** Runs a user's command in a visible terminal, and closes any dialog in front of it. */
export function runInTerminal(name: string, command: string): void {
  call('terminals.create', { place: { folder: null }, size: FIRST_SIZE, run: { name, command } })
    .then((terminal) => {
      dialogStore.setState({ open: null });
      showTerminal(terminal);
    })
    .catch(reportError);
}
