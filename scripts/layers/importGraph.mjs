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
 * What a source file imports: static and dynamic, values and types, `require`, globs and workers. Each is `{ file, specifier, isType }` with
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
  const parsed = parseSync(path, source);
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const found = rare.test(source) ? rareImports(parsed.program, source) : [];
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

/** Reading the whole tree of a file is slow: this tells which files may import in one of the rarer ways. */
const rare =
  /\bimport\(|\brequire\(|\bgetBuiltinModule\b|import\.meta\.(?:glob|url)|^\/\/\/ *<reference /m;

/** Imports that the parser does not list: in types, by `require`, by a glob, of a worker, by a reference. */
function rareImports(program, source) {
  const found = [...source.matchAll(/^\/\/\/ *<reference (?:path|types)="([^"]+)"/gm)].map(
    ([, specifier]) => ({ specifier, isType: true }),
  );
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    const imported = rareImport(node);
    if (imported) found.push(imported);
    for (const key in node) if (typeof node[key] === 'object') visit(node[key]);
  };
  visit(program.body);
  return found;
}

function rareImport(node) {
  const value = (argument) =>
    typeof argument?.value === 'string' ? { specifier: argument.value, isType: false } : null;
  switch (node.type) {
    case 'TSImportType':
      return { specifier: node.source.value, isType: true };
    case 'TSExternalModuleReference':
      return value(node.expression);
    case 'CallExpression':
      return requires(node.callee) ? value(node.arguments[0]) : null;
    case 'NewExpression':
      return node.callee.name === 'URL' && isMeta(node.arguments[1]?.object)
        ? value(node.arguments[0])
        : null;
    default:
      return null;
  }
}

function requires(callee) {
  if (callee.name === 'require') return true;
  const method = callee.property?.name;
  return method === 'getBuiltinModule' || (method === 'glob' && isMeta(callee.object));
}

function isMeta(node) {
  return node?.type === 'MetaProperty';
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

/** The source files below a folder of the project, relative to its root, with forward slashes. */
export function sourceFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => `${folder}/${slashed(path)}`);
}

function slashed(path) {
  return path.split(sep).join('/');
}
