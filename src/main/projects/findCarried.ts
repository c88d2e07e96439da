import type { Dirent } from 'node:fs';
import { entriesBelow } from '#main/base/files/anchoredFolder';
import { isGitName } from '#shared/airlock/gitName';
import type { CarriedThing, CarryRule } from '#shared/project/projectSetup';
import { GlobPattern, type GlobState } from '#shared/text/globPattern';
import { CARRIED_THINGS, SEARCHED_ENTRIES } from './limits';

export interface Found {
  readonly things: readonly CarriedThing[];
  /** Whether there were too many files to check or to carry over. */
  readonly isIncomplete: boolean;
}

interface Track {
  readonly rule: CarryRule;
  readonly state: GlobState;
}

interface Folder {
  readonly path: string;
  readonly tracks: readonly Track[];
}

/** The files that the rules match in a folder. Links are found, but never followed. */
export async function findCarried(root: string, rules: readonly CarryRule[]): Promise<Found> {
  const things: CarriedThing[] = [];
  const folders: Folder[] = [{ path: '', tracks: rules.flatMap(trackOf) }];
  let searched = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of await entriesOf(root, folder.path)) {
      if (++searched > SEARCHED_ENTRIES || things.length >= CARRIED_THINGS) {
        return { things, isIncomplete: true };
      }
      if (isGitName(entry.name)) continue;
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`;
      const tracks = enter(folder.tracks, entry.name);
      const match = tracks.find(({ state }) => state.isMatch);
      if (match) {
        const isThing = entry.isFile() || entry.isDirectory() || entry.isSymbolicLink();
        const isFolder = entry.isDirectory();
        if (isThing) things.push({ path, as: match.rule.as, isFolder });
      } else if (entry.isDirectory() && tracks.length > 0) {
        folders.push({ path, tracks });
      }
    }
  }
  return { things, isIncomplete: false };
}

function trackOf(rule: CarryRule): Track[] {
  const pattern = GlobPattern.parse(rule.path);
  return pattern.ok ? [{ rule, state: pattern.value.start() }] : [];
}

/** Installed packages are large and full of copies, so `**` enters them only if they are named. */
function enter(tracks: readonly Track[], name: string): readonly Track[] {
  return tracks
    .filter(({ state }) => name !== 'node_modules' || state.names(name))
    .map(({ rule, state }) => ({ rule, state: state.enter(name) }))
    .filter(({ state }) => state.isMatch || state.isOpen);
}

async function entriesOf(root: string, folder: string): Promise<readonly Dirent[]> {
  const entries = await entriesBelow(root, folder === '' ? [] : folder.split('/'));
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
