import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/project.mjs';
import { importsBelow, importsOf, sourceFiles } from './importGraph.mjs';
import { layers } from './layers.mjs';
import { circlesIn, filesWithoutRow, isTest, violationsIn } from './violations.mjs';

const imports = importsBelow('src');
const files = sourceFiles('src');

const MOST_FILES_IN_A_ROOM = 22;

it('finds imports of every kind', () => {
  const source = `
    import type { A } from '#shared/ids';
    import b, { type C } from './b.css';
    import '../side';
    export { d } from 'zod';
    export * from 'node:fs';
    const e = await import('@base-ui/react/menu');
    const f = () => import('#main/engine/engine');
  `;
  const found = importsOf('src/renderer/app/x.tsx', source);
  expect(found.map(({ to, package: name, isType }) => [to ?? name, isType])).toEqual([
    ['src/shared/ids.ts', true],
    ['src/renderer/app/b.css', false],
    ['src/renderer/side', false],
    ['zod', false],
    ['node:fs', false],
    ['@base-ui/react', false],
    ['src/main/engine/engine.ts', false],
  ]);
});

it('finds imports of the rarer kinds', () => {
  const source = `
/// <reference path="../../main/host/host.ts" />
    type A = import('#main/host/host').Host;
    type B = typeof import('zod');
    import c = require('node:fs');
    const d = require('electron');
    const e = process.getBuiltinModule?.('node:net');
    const f = import.meta.glob('../features/*/View.tsx');
    const g = new Worker(new URL('./worker.ts', import.meta.url));
    const h = import.meta.glob(['./a/*.ts', \`./b/*.ts\`]);
    const i = new SharedWorker('./shared.ts');
    const j = import.meta.resolve('ws');
    const k = globalThis.require?.('node:' + name);
    const l = process['getBuiltinModule']('node:tls');
    declare module 'unbash' { interface Shell {} }
    const notImports = [new URL('./page', address), path.resolve('zod'), new Worker(path)];
  `;
  const found = importsOf('src/renderer/app/x.tsx', source);
  expect(found.map(({ to, package: name, isType }) => [to ?? name, isType])).toEqual([
    ['src/main/host/host.ts', true],
    ['src/main/host/host.ts', true],
    ['zod', true],
    ['node:fs', false],
    ['electron', false],
    ['node:net', false],
    ['src/renderer/features/*/View.tsx', false],
    ['src/renderer/app/worker.ts', false],
    ['src/renderer/app/a/*.ts', false],
    ['src/renderer/app/b/*.ts', false],
    ['src/renderer/app/shared.ts', false],
    ['ws', false],
    ["computed: 'node:' + name", false],
    ['node:tls', false],
    ['unbash', true],
  ]);
});

it('finds imports that are disguised', () => {
  const source = `
/// <reference lib="dom" />
/// <reference resolution-mode="import" types="electron" />
    import { type A } from './a';
    export { type B } from './b';
    (0, require)('ws');
    const c = require;
    const d = process.getBuiltinModule;
    const e = globalThis['require'];
    const f = import.meta.glob('./{a,../composer}/*.ts');
    const g = import.meta.glob('./*.ts', { base: '../composer' });
  `;
  const found = importsOf('src/renderer/app/x.tsx', source);
  expect(found.map(({ to, package: name, isType }) => [to ?? name, isType])).toEqual([
    ['lib: dom', true],
    ['electron', true],
    ['computed: require', false],
    ['computed: require', false],
    ['computed: getBuiltinModule', false],
    ["computed: globalThis['require']", false],
    ["computed: import.meta.glob('./{a,../composer}/*.ts')", false],
    ["computed: import.meta.glob('./*.ts', { base: '../composer' })", false],
    ['src/renderer/app/a', false],
    ['src/renderer/app/b', true],
  ]);
});

it('finds what a style sheet imports', () => {
  const source = `
    @import '../ui/tokens.css';
    @import url(../ui/reset.css);
    .card { composes: card head from "../question.module.css"; background: url("data:image/png;base64,AA=="); }
  `;
  const found = importsOf('src/renderer/features/thread/x.css', source);
  expect(found.map(({ to }) => to)).toEqual([
    'src/renderer/features/ui/tokens.css',
    'src/renderer/features/question.module.css',
    'src/renderer/features/ui/reset.css',
  ]);
});

it('the source keeps to the layers', () => {
  expect(violationsIn(imports)).toEqual([]);
  expect(filesWithoutRow(files)).toEqual([]);
});

it('no files import each other’s values in a circle', () => {
  expect(circlesIn(imports)).toEqual([]);
});

it('the window imports its own folders by their alias', () => {
  const upward = imports.filter(
    ({ file, specifier }) =>
      file.startsWith('src/renderer/') &&
      !file.endsWith('.css') &&
      posix.normalize(specifier).startsWith('../'),
  );
  expect(upward.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([]);
});

it('no folder holds more source files than the limit', () => {
  const rooms = new Map();
  for (const file of files.filter((file) => !isTest(file))) {
    const room = dirname(file);
    rooms.set(room, (rooms.get(room) ?? 0) + 1);
  }
  expect([...rooms].filter(([, files]) => files > MOST_FILES_IN_A_ROOM)).toEqual([]);
});

it('every row names places that exist and are used', () => {
  for (const { part, may, shares = [] } of layers) {
    for (const place of [part, ...may, ...shares]) {
      const files = [place, `${place}.ts`, `${place}.tsx`].map((file) => join(root, file));
      // Exactly one, so that a folder with the same name as a public file does not become public
      // with it.
      expect(files.filter(existsSync), `${part} names ${place}`).toHaveLength(1);
    }
  }
});

it('every wire has a row', () => {
  const wires = files
    .filter((file) => /^src\/main\/agents\/wires\/(?!detect)[^/]+\/connect\.ts$/.test(file))
    .map(dirname);
  expect(wires.length).toBeGreaterThan(5);
  expect(wires.filter((wire) => !layers.some(({ part }) => part === wire))).toEqual([]);
});

/** A file, what it would import, and words from the rule that forbids it. */
const refused = [
  ['src/shared/session/x.ts', 'node:fs/promises', /pure/],
  ['src/shared/session/x.ts', 'zod', /pure/],
  ['src/shared/session/x.ts', '#main/base/queue', /pure/],
  ['src/shared/session/x.ts', '../../main/base/queue', /pure/],
  ['src/preload/x.ts', 'zod', /contract/],
  ['src/preload/x.ts', '#shared/ids', /contract/],
  ['src/demo-agent/x.ts', '../main/host/host', /program of its own/],
  ['src/demo-agent/x.ts', 'electron', /program of its own/],
  ['src/main/base/x.ts', '../host/host', /Node alone/],
  ['src/main/base/x.ts', 'zod', /Node alone/],
  ['src/main/git/x.ts', '#main/airlock/airlock', /no other area/],
  ['src/main/agents/x.ts', '#main/host/host', /no other area/],
  ['src/main/agents/x.ts', '@agentclientprotocol/sdk', /ACP SDK/],
  ['src/main/agents/wires/claude/x.ts', '@agentclientprotocol/sdk', /ACP SDK/],
  ['src/main/agents/wires/acp/x.ts', 'electron', /A wire knows/],
  ['src/main/agents/wires/claude/x.ts', '../codex/codexLink', /A wire knows/],
  ['src/main/agents/wires/codex/x.ts', '../acp/acpLink', /A wire knows/],
  ['src/main/agents/lines/x.ts', '../wires/acp/acpLink', /A wire knows/],
  ['src/main/airlock/x.ts', '#main/engine/engine', /airlock knows git/],
  ['src/main/airlock/x.ts', '#main/agents/agents', /airlock knows git/],
  ['src/main/permissions/x.ts', '#main/host/host', /Permission rules/],
  ['src/main/host/x.ts', 'unbash', /public files/],
  ['src/main/mcp/x.ts', '@modelcontextprotocol/sdk/client/index.js', /MCP servers know/],
  ['src/main/mcp/probe/x.ts', '#main/host/host', /tries a server/],
  ['src/main/agents/socket/x.ts', '#main/host/host', /agents at an address/],
  ['src/main/projects/x.ts', 'electron', /Projects/],
  ['src/main/projects/x.ts', '#main/host/store/log/eventLog', /Projects/],
  ['src/main/trash/x.ts', '#main/airlock/airlock', /trash/],
  ['src/main/ptyHost/x.ts', 'electron', /pty host/],
  ['src/main/ptyHost/x.ts', '#main/host/host', /pty host/],
  ['src/main/terminals/x.ts', '@lydell/node-pty', /pty host/],
  ['src/main/host/store/x.ts', '../../agents/process/agentProcess', /public files/],
  ['src/main/host/x.ts', '#main/ptyHost/pty', /public files/],
  ['src/main/host/x.ts', '../projects/trustStore', /public files/],
  ['src/main/host/x.ts', '#main/airlock/ledger/ledger', /public files/],
  ['src/main/host/x.ts', 'electron', /public files/],
  ['src/main/host/x.ts', 'node:module', /public files/],
  ['src/main/doctor/x.ts', '#main/host/host', /Checking an agent/],
  ['src/main/engine/engine.ts', 'electron', /no window/],
  ['src/main/cli/x.ts', 'electron', /without a window/],
  ['src/main/app/x.ts', '#main/host/host', /does not know sessions/],
  ['src/main/app/x.ts', 'electron-updater', /does not know sessions/],
  ['src/main/app/update/x.ts', '#main/host/host', /Updates belong/],
  ['src/main/ipc/x.ts', '#main/airlock/airlock', /Requests of the window/],
  ['src/main/ipc/x.ts', '#main/host/store/log/eventLog', /Requests of the window/],
  ['src/main/ipc/x.ts', '#main/terminals/pty/ptyTerminal', /Requests of the window/],
  ['src/main/index.ts', '../renderer/app/appearance', /window’s code/],
  ['src/main/startSessions.ts', '../renderer/app/appearance', /window’s code/],
  ['src/renderer/diagnostics/x.ts', '../state/settingsStore', /Reporting an error/],
  ['src/renderer/ipc/x.ts', '../state/settingsStore', /Talking to main/],
  ['src/renderer/ui/x.tsx', '../state/settingsStore', /design system/],
  ['src/renderer/ui/x.tsx', '../features/thread/Thread', /design system/],
  ['src/renderer/state/x.ts', '../features/thread/Thread', /State knows/],
  ['src/renderer/state/x.ts', '#window/actions/deleteSession', /State knows/],
  ['src/renderer/actions/x.ts', '#window/features/thread/Thread', /Actions change/],
  ['src/renderer/commands/x.ts', '../features/thread/threadCommands', /Commands know/],
  ['src/renderer/features/panes/x.tsx', '../thread/Thread', /never imports another/],
  ['src/renderer/features/review/model/x.ts', '../../thread/Thread', /never imports another/],
  ['src/renderer/features/thread/rows/x.tsx', '../../composer/Composer', /never imports another/],
  ['src/renderer/features/thread/x.tsx', '../../app/appearance', /never imports another/],
  ['src/renderer/features/thread/x.tsx', '../review/worker.ts?worker', /never imports another/],
  ['src/renderer/features/thread/x.tsx', '@xterm/xterm', /one feature each/],
  ['src/renderer/features/terminal/x.tsx', 'monaco-editor', /one feature each/],
  ['src/renderer/app/x.tsx', 'monaco-editor', /never imports main/],
  ['src/renderer/app/x.tsx', 'node:fs', /never imports main/],
  ['src/renderer/app/x.tsx', '#main/host/host', /never imports main/],
  ['src/renderer/main.tsx', '../main/engine/engine', /never imports main/],
  ['src/main/mcp/x.ts', './probe/probe', /only one with the MCP SDK/],
  ['src/main/engine/x.ts', '#main/mcp/probe/probe', /only one with the MCP SDK/],
  ['src/main/agents/x.ts', './socket/index', /process of its own/],
  ['src/main/index.ts', './ptyHost/pty', /only one with node-pty/],
  ['src/main/host/x.ts', './host.test', /Only tests/],
  ['src/demo-agent/x.ts', './testing/testClient', /Only tests/],
  ['src/elsewhere/x.ts', '#shared/ids', /no row/],
];

describe('an import that breaks a rule is refused', () => {
  it.each(refused)('%s: %s', (file, specifier, rule) => {
    for (const source of [
      `import { a } from '${specifier}';`,
      `import type { a } from '${specifier}';`,
      `export { a } from '${specifier}';`,
      `const a = await import('${specifier}');`,
      `const a = require('${specifier}');`,
      `type A = import('${specifier}').A;`,
    ]) {
      expect(violationsIn(importsOf(file, source)), source).toEqual([expect.stringMatching(rule)]);
    }
  });

  it('every rule has such an example', () => {
    const told = refused
      .flatMap(([file, specifier]) => violationsIn(importsOf(file, `import '${specifier}';`)))
      .join('\n');
    for (const { rule } of layers) expect(told).toContain(rule);
  });
});

it('a file that imports nothing belongs to a row, too', () => {
  expect(
    filesWithoutRow(['src/shared/ids.ts', 'src/main/lost.ts', 'src/main/lost.test.ts']),
  ).toEqual([expect.stringMatching(/^src\/main\/lost\.ts: no row/)]);
});

it('a package whose types may be imported does not allow imports of its values', () => {
  const violations = (source) => violationsIn(importsOf('src/main/agents/wires/acp/x.ts', source));
  expect(violations("import type * as acp from '@agentclientprotocol/sdk';")).toEqual([]);
  expect(violations("import * as acp from '@agentclientprotocol/sdk';")).toHaveLength(1);
  expect(violations("import { type A, b } from '@agentclientprotocol/sdk';")).toHaveLength(1);
});

it('two files that import each other’s values are a circle, and importing types is not', () => {
  const link = (file, to, isType) => ({ file, to, isType });
  expect(circlesIn([link('a', 'b', false), link('b', 'a', false)])).toEqual(['a → b → a']);
  expect(circlesIn([link('a', 'b', false), link('b', 'a', true)])).toEqual([]);
});
