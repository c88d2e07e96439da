import { z } from 'zod';
import type { Projects } from '#main/projects/projects';
import type { projectRequests } from '#shared/ipc/projects';
import { folder } from './folderGuard';
import type { Guards, Handlers } from './register';

export type ProjectRequest = keyof typeof projectRequests;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const projectGuards: Pick<Guards, ProjectRequest> = {
  'projects.setup': z.strictObject({ folder }),
  'projects.branch': z.strictObject({ folder }),
  'projects.trust': z.strictObject({ folder, hash, isTrusted: z.boolean() }),
};

export interface ProjectServices {
  readonly projects: Projects;
}

export function createProjectHandlers({
  projects,
}: ProjectServices): Pick<Handlers, ProjectRequest> {
  return {
    'projects.setup': (input) => projects.read(input.folder),
    'projects.branch': (input) => projects.branch(input.folder),
    'projects.trust': (input) => projects.trust(input.folder, input.hash, input.isTrusted),
  };
}
