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
 * The imports of a source file or style sheet: static and dynamic, of values and types, by
 * `require`, globs and workers. Each is `{ file, specifier, isType }` with either `to`, a file of
 * the project, or `package`, which may be `electron` or a `node:` module. A name that is only
 * computed at run time counts as the package `computed: …`, which no row allows. Files are relative
 * to the project's root, with forward slashes.
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
  const quoted = source.matchAll(/(?:\bfrom|@import|\burl\()\s*["']([^"']+)["']/g);
  const bare = source.matchAll(/\burl\(\s*([^"'\s)]+)\s*\)/g);
  return [...quoted, ...bare]
    .map(([, specifier]) => ({ specifier, isType: false }))
    .filter(({ specifier }) => !specifier.startsWith('data:'));
}

function written(path, source) {
  const parsed = parseSync(path, source);
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const found = rare.test(source) ? rareImports(parsed.program, source) : [];
  for (const { moduleRequest, start } of module.staticImports) {
    // `import { type A }` still loads the file when it runs (verbatimModuleSyntax), `import type`
    // does not.
    const isType = /^import\s+type\s+[\w{*]/.test(source.slice(start, moduleRequest.start));
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

/**
 * Walking the whole tree of a file is slow: this tells which files may use one of the rarer ways.
 */
const rare =
  /\bimport\s*\(|\brequire\b|\bgetBuiltinModule\b|\bWorker\(|\bURL\(|import\.meta\.(?:glob|resolve)|\bdeclare module\b|^\s*\/\/\/ *<reference /m;

/** Imports that the parser does not list: in types, by `require`, globs, workers or references. */
function rareImports(program, source) {
  const found = references(source);
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    found.push(...rareImport(node, source));
    const callee = isImporting(node) ? node.callee : undefined;
    for (const key in node) {
      if (typeof node[key] === 'object' && node[key] !== callee) visit(node[key]);
    }
  };
  visit(program.body);
  return found;
}

/** A library, such as the page's types (`lib="dom"`), counts as a package: `lib: dom`. */
function references(source) {
  return [...source.matchAll(/^\s*\/\/\/ *<reference\b(.*)$/gm)].flatMap(([, attributes]) =>
    [...attributes.matchAll(/\b(path|types|lib)\s*=\s*["']([^"']+)["']/g)].map(
      ([, kind, name]) => ({
        specifier: kind === 'lib' ? `lib: ${name}` : name,
        isType: true,
      }),
    ),
  );
}

function isImporting(node) {
  return node.type === 'CallExpression' && IMPORTING.has(calledName(node.callee));
}

function rareImport(node, source) {
  const named = (argument, isType = false) => {
    const specifier = literalOf(argument);
    return [specifier === undefined ? computed(argument, source) : { specifier, isType }];
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
      if (first === undefined || !isImporting(node)) return [];
      // A pattern with alternatives, or with its own base, may leave its folder.
      if (/[{(]/.test(literalOf(first) ?? '') || hasBase(second)) return [computed(node, source)];
      return (first.elements ?? [first]).flatMap((one) => named(one));
    case 'NewExpression':
      if (first === undefined) return [];
      if (calledName(node.callee) === 'URL') {
        return second?.object?.type === 'MetaProperty' ? named(first) : [];
      }
      return /Worker$/.test(calledName(node.callee)) && literalOf(first) ? named(first) : [];
    // A mention without a call, so it may be called by another name.
    case 'Identifier':
      return LOADERS.has(node.name) ? [computed(node, source)] : [];
    case 'MemberExpression':
      return LOADERS.has(literalOf(node.property)) ? [computed(node, source)] : [];
    default:
      return [];
  }
}

function computed({ start, end }, source) {
  return { specifier: `computed: ${source.slice(start, end)}`, isType: false };
}

function hasBase(options) {
  return options?.properties?.some(({ key }) => (key?.name ?? literalOf(key)) === 'base') ?? false;
}

const LOADERS = new Set(['require', 'getBuiltinModule']);
const IMPORTING = new Set([...LOADERS, 'glob', 'globEager', 'resolve']);

/** The name of the called function or method. Some methods only count on `import.meta`. */
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
  if (/^(?:computed|lib): /.test(specifier)) return { package: specifier };
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
