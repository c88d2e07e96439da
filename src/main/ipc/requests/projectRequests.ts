import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { folder } from '#main/ipc/folderGuard';
import type { Guards, Handlers } from '#main/ipc/register';
import type { Projects } from '#main/projects/projects';
import { fail, ok } from '#shared/errors';
import type { projectRequests } from '#shared/ipc/projects';
import type { ChangeServices } from './changeRequests';

export type ProjectRequest = keyof typeof projectRequests;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const projectGuards: Pick<Guards, ProjectRequest> = {
  'projects.setup': z.strictObject({ folder }),
  'projects.branch': z.strictObject({ folder }),
  'projects.open': z.strictObject({ folder, in: z.enum(['editor', 'files']) }),
  'projects.trust': z.strictObject({ folder, hash, isTrusted: z.boolean() }),
};

export interface ProjectServices extends Pick<ChangeServices, 'openInEditor'> {
  readonly projects: Projects;
  /** Shows a folder in the system's file manager. */
  showInFolder(path: string): void;
}

export function createProjectHandlers({
  projects,
  openInEditor,
  showInFolder,
}: ProjectServices): Pick<Handlers, ProjectRequest> {
  return {
    'projects.setup': (input) => projects.read(input.folder),
    'projects.branch': (input) => projects.branch(input.folder),
    'projects.open': async (input) => {
      const found = await stat(input.folder).catch(() => null);
      if (!found?.isDirectory()) return fail('not-found', `${input.folder} no longer exists.`);
      if (input.in === 'editor') return (await openInEditor(input.folder, null)) ?? ok(null);
      showInFolder(input.folder);
      return ok(null);
    },
    'projects.trust': (input) => projects.trust(input.folder, input.hash, input.isTrusted),
  };
}
