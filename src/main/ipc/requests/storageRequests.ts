import { z } from 'zod';
import type { FileProblems } from '#main/base/files/fileProblems';
import type { Host } from '#main/host/host';
import type { Guards, Handlers } from '#main/ipc/register';
import type { Trash } from '#main/trash/trash';
import { ok } from '#shared/errors';
import type { storageRequests } from '#shared/ipc/storage';

export type StorageRequest = keyof typeof storageRequests;

export const storageGuards: Pick<Guards, StorageRequest> = {
  'storage.problems': z.null(),
  'storage.trash': z.null(),
  'storage.restore': z.strictObject({ id: z.string().min(1).max(200) }),
  'storage.empty': z.null(),
};

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
