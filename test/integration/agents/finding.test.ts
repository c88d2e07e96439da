import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AgentFinder } from '#main/agents/found/agentFinder';
import type { ShellEnvironment } from '#main/agents/process/environment/shellEnvironment';
import { TemporaryFolder } from '../../support/temporaryFolder';
import { waitFor } from '../../support/waitFor';

const SYSTEM = '/usr/bin:/bin';

function folderOfPrograms() {
  const folder = new TemporaryFolder('airlock-finding');
  onTestFinished(() => folder.dispose());
  return folder;
}

function program(folder: TemporaryFolder, path: string, script: string): void {
  folder.folder(dirname(path));
  chmodSync(folder.write(path, `#!/bin/sh\n${script}\n`), 0o755);
}

interface Looking {
  readonly commands: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly shell?: Promise<ShellEnvironment>;
  readonly versionMilliseconds?: number;
}

function finderOf({ commands, variables, shell, versionMilliseconds = 700 }: Looking): AgentFinder {
  const answer = { variables, source: 'process', shell: null } as const;
  const finder = new AgentFinder({
    commands: () => commands,
    environment: () => shell ?? Promise.resolve(answer),
    inherited: variables,
    versionMilliseconds,
  });
  onTestFinished(() => finder.dispose());
  return finder;
}

describe.skipIf(process.platform === 'win32')('finding agents', () => {
  it('tells path, version and login of what is in PATH and of what is elsewhere', async () => {
    const folder = folderOfPrograms();
    program(folder, 'bin/claude', 'echo "2.1.9 (Claude Code)"');
    program(folder, 'home/.local/bin/codex', 'echo codex-cli 0.9.1-beta.2');
    folder.folder('home/.codex');
    folder.write('home/.codex/auth.json', '{}');
    // A package says its version in a file; nothing is run.
    folder.folder('lib/gemini-cli/bundle');
    program(folder, 'lib/gemini-cli/bundle/gemini', `touch ${folder.join('gemini-ran')}`);
    folder.write(
      'lib/gemini-cli/package.json',
      JSON.stringify({ name: '@google/gemini-cli', version: '0.61.0' }),
    );
    const path = [folder.join('bin'), folder.join('lib/gemini-cli/bundle'), SYSTEM];
    const variables = { HOME: folder.join('home'), PATH: path.join(delimiter) };
    const finder = finderOf({ commands: ['claude', 'codex', 'gemini', 'opencode'], variables });
    await finder.look();
    expect(finder.finding('claude')).toEqual({
      path: folder.join('bin/claude'),
      isInPath: true,
      version: '2.1.9',
      login: process.platform === 'darwin' ? 'unknown' : 'none',
    });
    expect(finder.finding('codex')).toEqual({
      path: folder.join('home/.local/bin/codex'),
      isInPath: false,
      version: '0.9.1-beta.2',
      login: 'found',
    });
    expect(finder.finding('gemini')).toMatchObject({ version: '0.61.0' });
    expect(existsSync(folder.join('gemini-ran'))).toBe(false);
    expect(finder.finding('opencode')).toMatchObject({ path: null });
  });

  it('shows an agent that hangs when asked, and waits for none', async () => {
    const folder = folderOfPrograms();
    program(folder, 'bin/claude', 'exec sleep 100');
    program(folder, 'bin/codex', 'while :; do echo no version here; done');
    const variables = {
      HOME: folder.folder('home'),
      PATH: [folder.join('bin'), SYSTEM].join(delimiter),
    };
    const finder = finderOf({ commands: ['claude', 'codex'], variables });
    const looking = finder.look();
    await waitFor(finder.onDidChange, () => finder.finding('claude') !== null, { what: 'found' });
    expect(finder.finding('claude')).toMatchObject({ path: join(folder.path, 'bin/claude') });
    await looking;
    expect(finder.finding('claude')).toMatchObject({ version: null });
    expect(finder.finding('codex')).toMatchObject({ version: null });
    expect(finder.isLooking).toBe(false);
  });

  it('shows what is there before a slow login shell has answered, and then what that adds', async () => {
    const folder = folderOfPrograms();
    program(folder, 'bin/claude', 'echo 2.0.0');
    program(folder, 'more/codex', 'echo 1.0.0');
    const home = folder.folder('home');
    const variables = { HOME: home, PATH: [folder.join('bin'), SYSTEM].join(delimiter) };
    const shell = Promise.withResolvers<ShellEnvironment>();
    const finder = finderOf({ commands: ['claude', 'codex'], variables, shell: shell.promise });
    const looking = finder.look();
    await waitFor(finder.onDidChange, () => finder.finding('claude')?.version === '2.0.0', {
      what: 'the version of the first',
    });
    const path = [folder.join('more'), variables.PATH].join(delimiter);
    shell.resolve({ variables: { HOME: home, PATH: path }, source: 'login-shell', shell: 'sh' });
    await looking;
    expect(finder.finding('codex')).toMatchObject({ isInPath: true, version: '1.0.0' });
  });

  it('shows what the login shell adds although an agent still hangs when asked', async () => {
    const folder = folderOfPrograms();
    const released = folder.join('released');
    program(folder, 'bin/claude', `until [ -e '${released}' ]; do sleep 0.05; done; echo 2.0.0`);
    program(folder, 'more/codex', 'echo 1.0.0');
    const home = folder.folder('home');
    const variables = { HOME: home, PATH: [folder.join('bin'), SYSTEM].join(delimiter) };
    const path = [folder.join('more'), variables.PATH].join(delimiter);
    const shell = Promise.resolve({
      variables: { HOME: home, PATH: path },
      source: 'login-shell',
      shell: 'sh',
    } as const);
    const commands = ['claude', 'codex'];
    const finder = finderOf({ commands, variables, shell, versionMilliseconds: 60_000 });
    const looking = finder.look();
    await waitFor(finder.onDidChange, () => finder.finding('codex')?.version === '1.0.0', {
      what: 'the agent in the PATH of the login shell',
    });
    expect(finder.finding('claude')).toMatchObject({ version: null });
    folder.write('released', '');
    await looking;
    expect(finder.finding('claude')).toMatchObject({ version: '2.0.0' });
  });

  it('sees a login that only the login shell has, and asks for no version twice', async () => {
    const folder = folderOfPrograms();
    const asked = folder.join('asked');
    program(folder, 'bin/codex', `echo asked >> '${asked}'; echo 1.0.0`);
    const path = [folder.join('bin'), SYSTEM].join(delimiter);
    const variables = { HOME: folder.folder('home'), PATH: path };
    const shell = Promise.resolve({
      variables: { ...variables, CODEX_API_KEY: 'a key' },
      source: 'login-shell',
      shell: 'sh',
    } as const);
    const finder = finderOf({ commands: ['codex'], variables, shell });
    await finder.look();
    expect(finder.finding('codex')).toMatchObject({ login: 'found', version: '1.0.0' });
    expect(readFileSync(asked, 'utf8')).toBe('asked\n');
  });

  it('finds an agent in a usual place although PATH has one that cannot be run', async () => {
    const folder = folderOfPrograms();
    folder.folder('bin');
    chmodSync(folder.write('bin/codex', '#!/bin/sh\n'), 0o644);
    program(folder, 'home/.local/bin/codex', 'echo 1.0.0');
    const path = [folder.join('bin'), SYSTEM].join(delimiter);
    const variables = { HOME: folder.join('home'), PATH: path };
    const finder = finderOf({ commands: ['codex'], variables });
    await finder.look();
    expect(finder.finding('codex')).toMatchObject({
      path: folder.join('home/.local/bin/codex'),
      version: '1.0.0',
    });
  });

  it('finds nothing with an empty PATH and an empty home folder, and says so', async () => {
    const folder = folderOfPrograms();
    const variables = { HOME: folder.folder('home'), PATH: '' };
    const finder = finderOf({ commands: ['airlock-no-such-agent'], variables });
    await finder.look();
    expect(finder.finding('airlock-no-such-agent')).toMatchObject({ path: null });
  });
});
