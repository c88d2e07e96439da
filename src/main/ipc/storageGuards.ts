import { z } from 'zod';
import type { Guards } from './guards';
import type { StorageRequest } from './storageHandlers';

export const storageGuards: Pick<Guards, StorageRequest> = {
  'storage.problems': z.null(),
  'storage.trash': z.null(),
  'storage.restore': z.strictObject({ id: z.string().min(1).max(200) }),
  'storage.empty': z.null(),
};
