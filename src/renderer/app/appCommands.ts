import type { AppCommandId } from '#shared/commands/commandTable';
import type { Theme } from '#shared/settings';
import { type Command, command } from '../commands/command';
import { call } from '../ipc/client';
import { openDialog } from '../state/dialogStore';
import { openAddAgent } from '../state/settingsSection';
import { settingsStore, updateSetting } from '../state/settingsStore';
import { toggleSidebar } from '../state/sidebarStore';
import { otherTheme } from './appearance';
import { pickAndOpenFolder } from './openFolder';
import { trySampleProject } from './sampleProject';

/** What can be done at any time, whatever is open. */
export const appCommands: readonly Command[] = [
  command('session.new', {
    run: () => openDialog('newSession'),
  }),
  command('folder.open', {
    run: pickAndOpenFolder,
  }),
  command('project.setup', {
    run: () => openDialog('projectSetup'),
  }),
  command('sample.try', {
    run: trySampleProject,
  }),
  command('palette.show', {
    run: () => openDialog('palette'),
  }),
  command('palette.showAnywhere', {
    run: () => openDialog('palette'),
  }),
  command('sidebar.toggle', {
    run: toggleSidebar,
  }),
  command('theme.toggle', {
    run: () => updateSetting(['theme'], otherTheme()),
  }),
  themeCommand('theme.system', 'system'),
  themeCommand('theme.light', 'light'),
  themeCommand('theme.dark', 'dark'),
  themeCommand('theme.high-contrast', 'high-contrast'),
  command('window.reload', {
    run: () => window.location.reload(),
  }),
  command('settings.show', {
    run: () => openDialog('settings'),
  }),
  command('agents.add', {
    run: openAddAgent,
  }),
  command('settings.openFile', {
    run: async () => void (await call('app.showItem', { item: 'settings' })),
  }),
  command('logs.open', {
    run: async () => void (await call('app.showItem', { item: 'logs' })),
  }),
];

function themeCommand(id: AppCommandId, theme: Theme): Command {
  return command(id, {
    enabled: () => settingsStore.getState().settings.theme !== theme,
    run: () => updateSetting(['theme'], theme),
  });
}
