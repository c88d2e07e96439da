import { app, dialog, shell, webContents } from 'electron';
import type { BuildFacts } from '#main/app/buildFacts';
import type { PendingCommands } from '#main/app/menu/pendingCommands';
import { checkExternalLink } from '#main/app/open/externalLinks';
import { makeSampleProject } from '#main/app/open/sampleProject';
import type { Paths } from '#main/app/paths';
import type { Quitting } from '#main/app/quitting';
import type { SettingsStore } from '#main/app/settings/settings';
import { fail, ok } from '#shared/errors';
import type { RequestName } from '#shared/ipc/contract';
import type { Broadcast } from './broadcast';
import type { Handlers } from './register';

export type AppRequest = Extract<RequestName, `app.${string}` | `settings.${string}`>;

export interface AppServices {
  readonly settings: SettingsStore;
  readonly paths: Paths;
  readonly pendingCommands: PendingCommands;
  readonly broadcast: Broadcast;
  readonly quitting: Quitting;
  /** The facts about a packaged app. */
  readonly build: BuildFacts | null;
}

/** Answers to the requests that need no session. */
export function createAppHandlers({
  settings,
  paths,
  pendingCommands,
  broadcast,
  quitting,
  build,
}: AppServices): Pick<Handlers, AppRequest> {
  return {
    'app.info': () =>
      ok({
        version: app.getVersion(),
        electron: process.versions.electron ?? '',
        node: build?.node ?? process.versions.node,
        isTrial: build?.fitToShip === false,
        platform: process.platform,
        logFolder: paths.logs,
        settingsPath: paths.settings,
      }),
    'app.openExternal': async ({ url }) => {
      const link = checkExternalLink(url);
      if (!link.ok) return link;
      await shell.openExternal(link.value);
      return ok(null);
    },
    'app.showItem': async ({ item }) => {
      const problem = await shell.openPath(paths[item]);
      return problem ? fail('io', problem) : ok(null);
    },
    'app.pickFolder': async () => {
      const picked = await dialog.showOpenDialog({
        properties: ['openDirectory', 'createDirectory'],
      });
      return ok({ folder: picked.filePaths[0] ?? null });
    },
    'app.sampleProject': async () => {
      const made = await makeSampleProject(paths.sample);
      return made.ok ? ok({ folder: made.value }) : made;
    },
    'app.ready': (_, windowId) => {
      broadcast.restart(windowId);
      return ok({ pending: pendingCommands.take() });
    },
    'app.eventsTaken': ({ characters }, windowId) => {
      broadcast.taken(windowId, characters);
      return ok(null);
    },
    'app.flushStorage': (_, windowId) => {
      webContents.fromId(windowId)?.session.flushStorageData();
      return ok(null);
    },
    'app.quitsWhenIdle': () => ok({ isWaiting: quitting.waits }),
    'app.answerQuit': ({ answer }) => {
      quitting.answer(answer);
      return ok(null);
    },
    'settings.get': () => ok({ settings: settings.value, problems: settings.problems }),
    'settings.update': async ({ changes }) => {
      const updated = await settings.update(changes);
      return updated.ok ? ok({ undo: updated.value }) : updated;
    },
    'settings.undo': async ({ undo }) => {
      const undone = await settings.undo(undo);
      return undone.ok ? ok(null) : undone;
    },
  };
}

export async function pickTarget(name: string): Promise<string | null> {
  const { filePath } = await dialog.showSaveDialog({ defaultPath: name });
  return filePath || null;
}
