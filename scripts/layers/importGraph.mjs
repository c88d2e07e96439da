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

/** Every import of the source and the style sheets below a folder of the project. */
export function importsBelow(folder) {
  return filesBelow(folder)
    .filter((file) => SOURCE.test(file) || file.endsWith('.css'))
    .flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));
}

/**
 * What a file imports: static and dynamic, values and types, `require`, globs and workers; and what a style sheet
 * imports. Each is `{ file, specifier, isType }` with either `to`, a file of the project, or `package`, which may be
 * `electron` or a `node:` module. A name that is made only at run time counts as the package `computed: …`, which no
 * row allows. Files are relative to the project's root, with forward slashes.
 */
export function importsOf(file, source) {
  const found = file.endsWith('.css') ? styleImports(source) : written(file, source);
  return found.map(({ specifier, isType }) => ({
    file,
    specifier,
    isType,
    ...targetOf(file, specifier),
  }));
}

function styleImports(source) {
  return [...source.matchAll(/(?:\bfrom|@import|\burl\()\s*["']([^"']+)["']/g)]
    .map(([, specifier]) => ({ specifier, isType: false }))
    .filter(({ specifier }) => !specifier.startsWith('data:'));
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
  /\bimport\(|\brequire\b|\bgetBuiltinModule\b|\bWorker\(|\bURL\(|import\.meta\.(?:glob|resolve)|\bdeclare module\b|^\s*\/\/\/ *<reference /m;

/** Imports that the parser does not list: in types, by `require`, by a glob, of a worker, by a reference. */
function rareImports(program, source) {
  const found = [
    ...source.matchAll(/^\s*\/\/\/ *<reference (?:path|types)=["']([^"']+)["']/gm),
  ].map(([, specifier]) => ({ specifier, isType: true }));
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    found.push(...rareImport(node, source));
    for (const key in node) if (typeof node[key] === 'object') visit(node[key]);
  };
  visit(program.body);
  return found;
}

function rareImport(node, source) {
  const named = (argument, isType = false) => {
    const specifier =
      literalOf(argument) ?? `computed: ${source.slice(argument.start, argument.end)}`;
    return [{ specifier, isType }];
  };
  const [first, second] = node.arguments ?? [];
  switch (node.type) {
    case 'TSImportType':
      return named(node.source, true);
    case 'TSExternalModuleReference':
      return named(node.expression);
    case 'TSModuleDeclaration':
      return literalOf(node.id) === undefined ? [] : named(node.id, true);
    case 'CallExpression':
      if (first === undefined || !IMPORTING.has(calledName(node.callee))) return [];
      return (first.elements ?? [first]).flatMap((one) => named(one));
    case 'NewExpression':
      if (first === undefined) return [];
      if (calledName(node.callee) === 'URL') {
        return second?.object?.type === 'MetaProperty' ? named(first) : [];
      }
      return /Worker$/.test(calledName(node.callee)) && literalOf(first) ? named(first) : [];
    default:
      return [];
  }
}

const IMPORTING = new Set(['require', 'getBuiltinModule', 'glob', 'globEager', 'resolve']);

/** The name that is called, or of the method that is: of `import.meta` only what imports. */
function calledName(callee) {
  const method = callee.property?.name ?? literalOf(callee.property);
  if (method === undefined) return callee.name ?? '';
  return OF_META.has(method) && callee.object.type !== 'MetaProperty' ? '' : method;
}

const OF_META = new Set(['glob', 'globEager', 'resolve']);

/** The text of a string, or of a template without a variable. */
function literalOf(node) {
  if (typeof node?.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0].value.cooked;
}

function targetOf(file, specifier) {
  if (specifier.startsWith('computed: ')) return { package: specifier };
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
  return filesBelow(folder).filter((file) => SOURCE.test(file) && !file.endsWith('.d.ts'));
}

const SOURCE = /\.[cm]?[jt]sx?$/;

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (path) => `${folder}/${slashed(path)}`,
  );
}

function slashed(path) {
  return path.split(sep).join('/');
}
