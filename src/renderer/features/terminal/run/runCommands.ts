import type { Runnable } from '#shared/terminal/terminal';
import type { Command } from '#window/commands/command';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { currentPlace, onPlaceChange } from '#window/features/terminal/place';
import { runCommand } from '#window/features/terminal/terminalActions';
import { call } from '#window/ipc/client';
import { dialogStore } from '#window/state/layout/dialogStore';

let unregister: (() => void) | undefined;
let asked = 0;

/** Offers the project's own commands in the palette, until the returned function is called. */
export function followRunnables(): () => void {
  const stops = [
    onPlaceChange(() => load().catch(reportError)),
    dialogStore.subscribe(({ open }, previous) => {
      // Scripts may have changed since; new commands appear while the palette is open.
      if (open === 'palette' && previous.open !== 'palette') load().catch(reportError);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    unregister?.();
    unregister = undefined;
  };
}

async function load(): Promise<void> {
  const question = ++asked;
  const place = currentPlace();
  const isNowhere = 'folder' in place && place.folder === null;
  const runnables = isNowhere ? [] : await call('terminals.runnables', { place });
  // The folder has changed in the meantime, and a newer answer will follow.
  if (question !== asked) return;
  unregister?.();
  unregister = commands.register(runnables.map(commandOf));
}

function commandOf(runnable: Runnable): Command {
  return {
    id: `run.${runnable.source}.${runnable.name}`,
    title: `Run ${runnable.name}`,
    group: 'Run',
    keywords: `${runnable.command} ${runnable.detail} script task`,
    run: () => runCommand(runnable),
  };
}
