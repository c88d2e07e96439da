import { z } from 'zod';
import { folder } from './folderGuard';
import type { Guards } from './guards';
import type { ProjectRequest } from './projectHandlers';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const projectGuards: Pick<Guards, ProjectRequest> = {
  'projects.setup': z.strictObject({ folder }),
  'projects.trust': z.strictObject({ folder, hash, isTrusted: z.boolean() }),
};
