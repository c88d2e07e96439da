import { app, dialog, shell } from 'electron';
import { checkExternalLink } from '#main/app/externalLinks';
import type { Paths } from '#main/app/paths';
import type { PendingCommands } from '#main/app/pendingCommands';
import { makeSampleProject } from '#main/app/sampleProject';
import type { SettingsStore } from '#main/app/settings';
import { fail, ok } from '#shared/errors';
import { requests } from '#shared/ipc/contract';
import type { Broadcast } from './broadcast';
import { type ChangeRequest, createChangeHandlers, isChangeRequest } from './changeHandlers';
import {
  createInspectorHandlers,
  type InspectorRequest,
  isInspectorRequest,
} from './inspectorHandlers';
import { createProjectHandlers, isProjectRequest, type ProjectRequest } from './projectHandlers';
import type { Handlers } from './register';
import {
  createSessionHandlers,
  isSessionRequest,
  type SessionRequest,
  type SessionServices,
} from './sessionHandlers';
import { createStorageHandlers, isStorageRequest, type StorageRequest } from './storageHandlers';
import {
  createTerminalHandlers,
  isTerminalRequest,
  type TerminalRequest,
} from './terminalHandlers';

export interface HandlerServices {
  /** Sessions come up once the window is drawn; requests that come sooner wait for them. */
  readonly sessions: Promise<SessionServices>;
  readonly settings: SettingsStore;
  readonly paths: Paths;
  readonly pendingCommands: PendingCommands;
  readonly broadcast: Broadcast;
}

/** Two-line answers to the window's requests; the work is done by the services. */
export function createHandlers(services: HandlerServices): Handlers {
  const { settings, paths, pendingCommands, broadcast } = services;
  return {
    ...waitingFor(services.sessions.then(createEngineHandlers)),
    'app.info': () =>
      ok({
        version: app.getVersion(),
        electron: process.versions.electron ?? '',
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

type EngineHandlers = Pick<
  Handlers,
  | SessionRequest
  | ChangeRequest
  | ProjectRequest
  | InspectorRequest
  | StorageRequest
  | TerminalRequest
>;

function createEngineHandlers(services: SessionServices): EngineHandlers {
  return {
    ...createSessionHandlers(services),
    ...createChangeHandlers(services),
    ...createProjectHandlers(services),
    ...createInspectorHandlers(services),
    ...createStorageHandlers(services),
    ...createTerminalHandlers(services),
  };
}

function waitingFor(ready: Promise<EngineHandlers>): EngineHandlers {
  const names = Object.keys(requests).filter(
    (name) =>
      isSessionRequest(name) ||
      isChangeRequest(name) ||
      isProjectRequest(name) ||
      isInspectorRequest(name) ||
      isStorageRequest(name) ||
      isTerminalRequest(name),
  );
  const entries = names.map((name) => [
    name,
    async (input: never, windowId: number) => (await ready)[name](input, windowId),
  ]);
  return Object.fromEntries(entries) as EngineHandlers;
}

export async function pickTarget(name: string): Promise<string | null> {
  const { filePath } = await dialog.showSaveDialog({ defaultPath: name });
  return filePath || null;
}
