import type { Theme } from '#shared/settings';
import type { Command } from '../commands/command';
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
  {
    id: 'session.new',
    title: 'New session',
    group: 'Sessions',
    key: 'Mod+N',
    keywords: 'agent start run task prompt',
    run: () => openDialog('newSession'),
  },
  {
    id: 'folder.open',
    title: 'Open folder…',
    group: 'Sessions',
    key: 'Mod+O',
    keywords: 'project workspace directory',
    run: pickAndOpenFolder,
  },
  {
    id: 'project.setup',
    title: 'Review project set-up…',
    group: 'Sessions',
    keywords: 'trust airlock.json carry env node_modules command',
    run: () => openDialog('projectSetup'),
  },
  {
    id: 'sample.try',
    title: 'Try it on a sample project',
    group: 'Sessions',
    keywords: 'demo example first start tour',
    run: trySampleProject,
  },
  {
    id: 'palette.show',
    title: 'Show command palette',
    group: 'View',
    key: 'Mod+K',
    hidden: true,
    run: () => openDialog('palette'),
  },
  {
    // In a terminal the other key is the program's.
    id: 'palette.showAnywhere',
    title: 'Show command palette',
    group: 'View',
    key: 'Mod+Shift+P',
    hidden: true,
    run: () => openDialog('palette'),
  },
  {
    id: 'sidebar.toggle',
    title: 'Show or hide sidebar',
    group: 'View',
    key: 'Mod+B',
    keywords: 'toggle panel sessions',
    run: toggleSidebar,
  },
  {
    id: 'theme.toggle',
    title: 'Switch between light and dark',
    group: 'View',
    keywords: 'toggle theme appearance',
    run: () => updateSetting(['theme'], otherTheme()),
  },
  themeCommand('system', 'Use system theme'),
  themeCommand('light', 'Use light theme'),
  themeCommand('dark', 'Use dark theme'),
  themeCommand('high-contrast', 'Use high-contrast theme'),
  {
    id: 'window.reload',
    title: 'Reload window',
    group: 'View',
    run: () => window.location.reload(),
  },
  {
    id: 'settings.show',
    title: 'Open settings',
    group: 'App',
    key: 'Mod+,',
    keywords: 'preferences options configuration about version',
    run: () => openDialog('settings'),
  },
  {
    id: 'agents.add',
    title: 'Add an agent…',
    group: 'App',
    keywords: 'settings claude codex gemini opencode install new',
    run: openAddAgent,
  },
  {
    id: 'settings.openFile',
    title: 'Open settings file',
    group: 'App',
    keywords: 'settings.json edit agents key bindings',
    run: async () => void (await call('app.showItem', { item: 'settings' })),
  },
  {
    id: 'logs.open',
    title: 'Open log folder',
    group: 'App',
    keywords: 'diagnostics debug bug report',
    run: async () => void (await call('app.showItem', { item: 'logs' })),
  },
];

function themeCommand(theme: Theme, title: string): Command {
  return {
    id: `theme.${theme}`,
    title,
    group: 'View',
    keywords: 'appearance color',
    enabled: () => settingsStore.getState().settings.theme !== theme,
    run: () => updateSetting(['theme'], theme),
  };
}
