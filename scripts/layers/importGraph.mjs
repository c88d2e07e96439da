import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseSync } from 'vite';
import { readJson, root } from '../setup/project.mjs';

/** The aliases of package.json, such as `#main/*` for `./src/main/*.ts`. */
const aliases = Object.entries(readJson(join(root, 'package.json')).imports).map(
  ([name, target]) => ({
    prefix: name.slice(0, name.indexOf('*')),
    folder: target.slice(0, target.indexOf('*')),
  }),
);

/** Every import of the source below a folder of the project. */
export function importsBelow(folder) {
  return sourceFiles(folder).flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8')),
  );
}

/**
 * What a source file imports: static and dynamic, values and types. Each is `{ file, specifier, isType }` with
 * either `to`, a file of the project, or `package`, which may be `electron` or a `node:` module.
 * Files are relative to the project's root, with forward slashes.
 */
export function importsOf(file, source) {
  return written(file, source).map(({ specifier, isType }) => ({
    file,
    specifier,
    isType,
    ...targetOf(file, specifier),
  }));
}

function written(path, source) {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const found = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const isType = entries.length > 0 && entries.every((entry) => entry.isType);
    found.push({ specifier: moduleRequest.value, isType });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries.filter((entry) => entry.moduleRequest)) {
      found.push({ specifier: moduleRequest.value, isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const text = source.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text);
    found.push({ specifier: literal ? literal[2] : `computed: ${text}`, isType: false });
  }
  return found;
}

function targetOf(file, specifier) {
  const bare = specifier.split('?')[0];
  if (bare.startsWith('.')) return { to: resolveFile(resolve(root, dirname(file), bare)) };
  const alias = aliases.find(({ prefix }) => bare.startsWith(prefix));
  if (alias) return { to: resolveFile(join(root, alias.folder, bare.slice(alias.prefix.length))) };
  return { package: bare.startsWith('node:') ? bare : packageName(bare) };
}

function packageName(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const ENDINGS = ['', '.ts', '.tsx', '/index.ts'];

function resolveFile(path) {
  const found = ENDINGS.map((ending) => `${path}${ending}`).find(
    (candidate) => existsSync(candidate) && statSync(candidate).isFile(),
  );
  return slashed(relative(root, found ?? path));
}

/** The TypeScript files below a folder of the project, relative to its root, with forward slashes. */
export function sourceFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => `${folder}/${slashed(path)}`);
}

function slashed(path) {
  return path.split(sep).join('/');
}
