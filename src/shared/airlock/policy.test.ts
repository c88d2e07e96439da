import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from './foldName';
import { assessPath, windowsFault } from './policy';

const red = [
  '.git/hooks/pre-commit',
  '.git/config',
  '.git',
  'packages/a/.git/config',
  '.GIT/config',
  '.Git/hooks/x',
  '.git /config',
  '.git./config',
  '.gi\u200ct/config',
  'GIT~1/config',
  '.git::$INDEX_ALLOCATION/config',
  '.vscode/tasks.json',
  '.vscode',
  '.VSCODE/settings.json',
  '.idea/workspace.xml',
  '.mcp.json',
  'sub/.mcp.json',
  '.claude/settings.json',
  '.codex/config.toml',
  '.cursor/mcp.json',
  '.airlock.json',
  '.husky/pre-commit',
  '.envrc',
  '.npmrc',
  '.bashrc',
  '.zshenv',
  '.github/workflows/ci.yml',
  '.GitHub/Workflows/ci.yml',
  '.gitlab-ci.yml',
  '.ssh/authorized_keys',
  '.devcontainer/devcontainer.json',
  'CLAUDE.md',
  'AGENTS.md',
  '.pre-commit-config.yaml',
  '.ＧＩＴ/config',
  '.gitmodules',
];

const ordinary = [
  'src/index.ts',
  'package.json',
  'README.md',
  '.gitignore',
  '.github/ISSUE_TEMPLATE.md',
  'src/git/config.ts',
  'vscode/tasks.json',
  'docs/.nojekyll',
  'a.git/config.ts',
  'src/claude.ts',
  'my.npmrc.md',
  'caf\u00e9/x',
  'cafe\u0301/x',
  'console.ts',
  'com.example/a',
  'a:b',
  'x:y/z',
];

const refused = ['', '/etc/passwd', '../x', 'a/../../x', 'a/./b', 'a//b', 'C:/x', 'a\0b'];

/** Files like all others, but not on Windows. */
const notOnWindows = ['NUL', 'src/con.txt', 'drivers/aux.c', 'a\\b', 'C:\\Users\\x', 'a:b'];

describe('assessPath', () => {
  it.each(red)('asks about %j', (path) => {
    expect(assessPath(path).type).toBe('red');
  });

  it.each(ordinary)('allows %j', (path) => {
    expect(assessPath(path)).toEqual({ type: 'ordinary' });
  });

  it.each(notOnWindows)('allows %j where it names a file', (path) => {
    expect(assessPath(path)).toEqual({ type: 'ordinary' });
    expect(windowsFault(path)).toMatch(/^On Windows, /);
  });

  it('knows a file by what Windows takes for its folder', () => {
    expect(assessPath('.vscode\\tasks.json').type).toBe('red');
    expect(windowsFault('src/console.ts')).toBeNull();
  });

  it.each(refused)('refuses %j', (path) => {
    expect(assessPath(path).type).toBe('refused');
  });

  it('recognises a known path in any case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...red), fc.array(fc.boolean()), (path, flips) => {
        const spelled = [...path]
          .map((sign, index) => (flips[index] ? sign.toUpperCase() : sign.toLowerCase()))
          .join('');
        expect(assessPath(spelled).type).toBe('red');
        expect(assessPath(spelled.normalize('NFD')).type).toBe('red');
      }),
    );
  });

  it('treats names as equal that are the same to some file system', () => {
    expect(foldName('É')).toBe(foldName('e\u0301'));
    expect(foldName('.Git. ')).toBe('.git');
  });
});
