import type { FileProblems } from '#main/base/fileProblems';
import type { Host } from '#main/host/host';
import type { Trash } from '#main/trash/trash';
import { ok } from '#shared/errors';
import { storageRequests } from '#shared/ipc/storage';
import type { Handlers } from './register';

export type StorageRequest = keyof typeof storageRequests;

export function isStorageRequest(name: string): name is StorageRequest {
  return Object.hasOwn(storageRequests, name);
}

export interface StorageServices {
  readonly host: Host;
  readonly trash: Trash;
  readonly files: FileProblems;
}

export function createStorageHandlers({
  host,
  trash,
  files,
}: StorageServices): Pick<Handlers, StorageRequest> {
  return {
    'storage.problems': async () =>
      ok({ sessions: await host.unreadable(), files: await files.look() }),
    'storage.trash': () => ok(trash.list()),
    'storage.restore': async ({ id }) => {
      const restored = await host.restore(id);
      return restored.ok ? ok({ sessionId: restored.value }) : restored;
    },
    'storage.empty': async () => {
      const emptied = await trash.empty();
      return emptied.ok ? ok(null) : emptied;
    },
  };
}
