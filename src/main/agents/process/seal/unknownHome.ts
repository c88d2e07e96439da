import type { Grant, SealedAgent, SealPlan, SealSystem } from './sealPlan';
import { secretPlaces } from './secretPlaces';

/* The home folder of an agent that is not in the table of places. */

/** Everything in the home folder, read-only; secret places are removed afterwards. */
export function homeGrants({ privateHome }: SealedAgent, system: SealSystem): readonly Grant[] {
  const { home } = system;
  const shown = homeNames(system).map(
    (name): Grant => ({
      path: `${home}/${name}`,
      access: 'read',
      why: 'your home folder, since this agent’s own folders are not known',
      isBroad: true,
    }),
  );
  const own: Grant = {
    path: privateHome,
    access: 'write',
    why: 'a home folder of its own, kept between its sessions',
    isMade: true,
  };
  return [...shown, own];
}

/** Entries of the home folder that an agent may read; links are replaced by their targets. */
function homeNames(system: SealSystem): readonly string[] {
  const { home } = system;
  if (home === '/') return [];
  const secret = new Set(secretPlaces);
  return system.list(home).filter((name) => {
    const place = system.look(`${home}/${name}`);
    const isShown = place?.kind === 'folder' || place?.kind === 'file';
    return isShown && place.link === undefined && !secret.has(name);
  });
}

/**
 * The sockets in the home folder: even in a read-only folder an agent could talk to the programs
 * that listen there.
 */
export function homeSockets(system: SealSystem): readonly string[] {
  const { home } = system;
  const folders = homeNames(system).flatMap((name) => {
    const folder = `${home}/${name}`;
    const isDeep = ['.config', '.local', '.cache'].includes(name);
    return [folder, ...(isDeep ? system.list(folder).map((inner) => `${folder}/${inner}`) : [])];
  });
  return [home, ...folders].flatMap((folder) =>
    system.sockets(folder).map((name) => `${folder}/${name}`),
  );
}

export function homeLinks({ privateHome }: SealedAgent, system: SealSystem): SealPlan['homeLinks'] {
  return homeNames(system).map((name) => ({
    path: `${privateHome}/${name}`,
    target: `${system.home}/${name}`,
  }));
}
