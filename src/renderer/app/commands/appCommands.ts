import type { AppCommandId } from '#shared/commands/commandTable';
import { AppException } from '#shared/errors';
import type { Theme } from '#shared/settings';
import { otherTheme } from '#window/app/appearance';
import { type Command, command } from '#window/commands/command';
import { call } from '#window/ipc/client';
import { lookForSeal } from '#window/state/agents/sealAvailability';
import { openDialog } from '#window/state/layout/dialogStore';
import { goToSession } from '#window/state/layout/reveal';
import { openAddAgent, openPermissionRules } from '#window/state/layout/settingsSection';
import { toggleSidebar } from '#window/state/layout/sidebarStore';
import { setCurrentFolder } from '#window/state/projects/folderStore';
import { openProjectSetup } from '#window/state/projects/projectToSetUp';
import { settingsStore, updateSetting } from '#window/state/settingsStore';
import { checkForUpdates } from '#window/state/updates';

/** One prompt only reads; the other asks before the agent fixes the sample's mistake. */
const prompts = [
  'find TODO',
  'replace "item.price + item.quantity" with "item.price * item.quantity" in src/cart.js',
];

/** A first look without setup: a small project with two sessions of our own agent. */
async function trySampleProject(): Promise<void> {
  const [{ folder }, { agents }, seal] = await Promise.all([
    call('app.sampleProject', null),
    call('agents.list', null),
    lookForSeal(),
  ]);
  const agent = agents.find(({ builtIn }) => builtIn);
  if (agent === undefined) {
    throw new AppException({ code: 'not-found', message: 'The built-in agent is disabled.' });
  }
  setCurrentFolder(folder);
  // The sample works with or without a seal, and the session's badge shows which it has.
  const wanted = settingsStore.getState().settings.defaultIsolation;
  const isolation = wanted === 'sealed' && !seal.available ? 'isolated' : wanted;
  const started = await Promise.all(
    prompts.map((text) =>
      call('sessions.create', {
        agentId: agent.id,
        folder,
        isolation,
        prompt: [{ type: 'text', text }],
        continues: null,
      }),
    ),
  );
  for (const { sessionId } of started) goToSession(sessionId, 'tile');
}

/** The commands that are always available, whatever is open. */
export const appCommands: readonly Command[] = [
  command('session.new', {
    run: () => openDialog('newSession'),
  }),
  command('folder.open', {
    run: pickAndOpenFolder,
  }),
  command('project.setup', {
    run: () => openProjectSetup(null),
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
    run: () => void updateSetting(['theme'], otherTheme()),
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
  command('agents.scores', {
    run: () => openDialog('scores'),
  }),
  command('settings.permissions', {
    run: openPermissionRules,
  }),
  command('settings.openFile', {
    run: async () => void (await call('app.showItem', { item: 'settings' })),
  }),
  command('updates.check', {
    run: checkForUpdates,
  }),
  command('logs.open', {
    run: async () => void (await call('app.showItem', { item: 'logs' })),
  }),
];

function themeCommand(id: AppCommandId, theme: Theme): Command {
  return command(id, {
    enabled: () => settingsStore.getState().settings.theme !== theme,
    run: () => void updateSetting(['theme'], theme),
  });
}

/** Lets the user pick a folder, and opens the new-session dialog for it. */
async function pickAndOpenFolder(): Promise<void> {
  const { folder } = await call('app.pickFolder', null);
  if (folder === null) return;
  setCurrentFolder(folder);
  openDialog('newSession');
}
