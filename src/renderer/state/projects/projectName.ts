import type { Settings } from '#shared/settings';
import { visibleWords } from '#shared/text/visiblePath';
import { settingsStore } from '#window/state/settingsStore';
import { folderName } from './folderName';

/** The user's name for a project, or the name of its folder. */
export function projectName(
  folder: string,
  projects: Settings['projects'] = settingsStore.getState().settings.projects,
): string {
  const given = Object.hasOwn(projects, folder) ? projects[folder]?.name : undefined;
  return given === undefined ? folderName(folder) : visibleWords(given);
}
