import type { Projects } from '#main/projects/projects';
import { projectRequests } from '#shared/ipc/projects';
import type { Handlers } from './register';

export type ProjectRequest = keyof typeof projectRequests;

export function isProjectRequest(name: string): name is ProjectRequest {
  return Object.hasOwn(projectRequests, name);
}

export interface ProjectServices {
  readonly projects: Projects;
}

export function createProjectHandlers({
  projects,
}: ProjectServices): Pick<Handlers, ProjectRequest> {
  return {
    'projects.setup': (input) => projects.read(input.folder),
    'projects.trust': (input) => projects.trust(input.folder, input.hash, input.isTrusted),
  };
}
