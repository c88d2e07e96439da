import { SPARE_EDITORS } from '../limits';
import type { DiffLook } from './diffOptions';
import type { DiffSurface } from './diffSurface';
import { loadMonaco } from './loadMonaco';

const spare: DiffSurface[] = [];

/** A diff editor for as long as a pane shows one; making one takes longer than filling one. */
export async function borrowSurface(look: DiffLook): Promise<DiffSurface> {
  const surface = spare.pop();
  if (surface === undefined) {
    const [monaco, module] = await Promise.all([loadMonaco(), import('./diffSurface')]);
    return new module.DiffSurface(monaco, look);
  }
  surface.setLook(look);
  return surface;
}

export function giveBack(surface: DiffSurface): void {
  surface.clear();
  surface.node.remove();
  if (spare.length < SPARE_EDITORS) spare.push(surface);
  else surface.dispose();
}
