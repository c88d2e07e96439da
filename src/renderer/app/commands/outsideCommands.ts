import { assertNever } from '#shared/errors';
import type { AppCommand } from '#shared/ipc/contract';
import { commands } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { setCurrentFolder } from '#window/state/projects/folderStore';
import { goToWaiting } from '#window/state/waiting';

/**
 * Handles commands from the menu, the command line and second starts, as soon as the window can.
 */
export function obeyOutsideCommands(): void {
  onEvent('app.command', obey);
  call('app.ready', null)
    .then(({ pending }) => pending.forEach(obey))
    .catch(reportError);
}

function obey(command: AppCommand): void {
  switch (command.name) {
    case 'openFolder':
      // A folder from the command line opens no dialog, because nobody asked for one.
      if (command.folder !== undefined) setCurrentFolder(command.folder);
      else commands.run('folder.open');
      return;
    case 'newSession':
      commands.run('session.new');
      return;
    case 'showSettings':
      commands.run('settings.show');
      return;
    case 'showCommandPalette':
      commands.run('palette.show');
      return;
    case 'showSession':
      goToWaiting(command.sessionId).catch(reportError);
      return;
    case 'runCommand':
      commands.run(command.id);
      return;
    default:
      assertNever(command);
  }
}
