import { layers } from './layers.mjs';

/** The violations among imports from `importsBelow`, one line each. */
export function violationsIn(imports) {
  return imports.flatMap((found) => {
    if (isTest(found.file)) return [];
    const layer = layerOf(found.file);
    if (layer === undefined) return [withoutRow(found.file)];
    const rule = brokenRule(layer, found);
    return rule ? [`${found.file} imports ${found.package ?? found.to}: ${rule}`] : [];
  });
}

/** Source files that belong to no row, whether or not they import anything. */
export function filesWithoutRow(files) {
  return files.filter((file) => !isTest(file) && layerOf(file) === undefined).map(withoutRow);
}

function withoutRow(file) {
  return `${file}: no row of scripts/layers/layers.mjs has it.`;
}

function brokenRule(layer, found) {
  if (!allows(layer, found)) return layer.rule;
  if (found.to === undefined) return null;
  if (isTest(found.to)) return 'Only tests import the code of tests.';
  const target = layerOf(found.to);
  if (target === layer || target?.shares === undefined) return null;
  return target.shares.some((place) => isIn(found.to, place)) ? null : target.rule;
}

/** Files that import each other's values in a circle, one line for each circle. */
export function circlesIn(imports) {
  const targets = new Map();
  for (const { file, to, isType } of imports) {
    if (to === undefined || isType) continue;
    targets.set(file, [...(targets.get(file) ?? []), to]);
  }
  const state = new Map();
  const circles = [];
  const visit = (file, path) => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    state.set(file, 'open');
    for (const to of targets.get(file) ?? []) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of targets.keys()) visit(file, []);
  return circles;
}

export function isTest(file) {
  return /\.test(\.tsx?)?$|\/testing\//.test(file);
}

function layerOf(file) {
  return layers
    .filter(({ part }) => isIn(file, part))
    .reduce(
      (longest, layer) => (layer.part.length > (longest?.part.length ?? 0) ? layer : longest),
      undefined,
    );
}

function allows({ part, may, packages, types = [] }, found) {
  if (found.package !== undefined) {
    const name = /^node:(?!module$)/.test(found.package) ? 'node:*' : found.package;
    return packages.includes(name) || (found.isType && types.includes(name));
  }
  return [part, ...may].some((place) => isIn(found.to, place));
}

/** A place is a folder, or a file with or without its ending. */
function isIn(file, place) {
  return file === place || file.startsWith(`${place}/`) || file.replace(/\.tsx?$/, '') === place;
}
