import '../../../src/renderer/ui/tokens.css';
import { hunkZones } from '../../../src/renderer/features/review/model/diffZones';
import { borrowSurface, giveBack } from '../../../src/renderer/features/review/monaco/surfacePool';
import { computeHunks, rangeOf } from '../../../src/shared/airlock/hunks';

const look = {
  sideBySide: true,
  ignoreWhitespace: false,
  collapseUnchanged: true,
  wrapLines: false,
};

/**
 * The cost of a click on a file: from having two texts to showing their differences, with a bar
 * above each.
 */
async function firstDiff(original, modified) {
  const started = performance.now();
  const hunks = computeHunks(original, modified);
  const surface = await borrowSurface(look);
  document.getElementById('editor')?.append(surface.node);
  const drawn = new Promise((resolve) => {
    const unsubscribe = surface.diffListeners.subscribe(() => {
      unsubscribe();
      resolve();
    });
  });
  const ranges = hunks.map(rangeOf);
  surface.show({ key: `${started}`, path: 'bench.txt', original, modified, hunks: ranges });
  await drawn;
  const views = hunks.map((hunk) => ({ hunk: { type: 'text', id: hunk.id, ...rangeOf(hunk) } }));
  surface.zones.set(hunkZones(views));
  await nextFrame();
  await nextFrame();
  const milliseconds = performance.now() - started;
  giveBack(surface);
  return { milliseconds, hunks: hunks.length };
}

function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

Object.assign(window, { firstDiff });
