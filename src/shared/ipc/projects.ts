import type { ProjectSetup } from '#shared/project/projectSetup';
import { type RequestMarker, request } from './marker';

export const projectRequests = {
  /** The content of the folder's `.airlock.json`, and whether it is trusted. */
  'projects.setup': request<{ readonly folder: string }, ProjectSetup>(),
  /** The branch of git that the folder is on; null outside a repository. */
  'projects.branch': request<{ readonly folder: string }, { readonly branch: string | null }>(),
  /** Shows the folder in the editor that the settings name, or in the system's file manager. */
  'projects.open': request<{ readonly folder: string; readonly in: 'editor' | 'files' }, null>(),
  /** Trusts the file as it was shown, or no longer. Refused if its content has changed since. */
  'projects.trust': request<
    { readonly folder: string; readonly hash: string; readonly isTrusted: boolean },
    ProjectSetup
  >(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;
