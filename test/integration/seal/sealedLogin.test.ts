import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Seals } from '#main/agents/process/seal/seals';
import { MemoryLogger } from '#test/support/memoryLogger';
import { testFolder } from '#test/support/testFolder';
import { whyNoSeal } from './whyNoSeal';

const reason = await whyNoSeal();

function place(program: string) {
  const folder = testFolder();
  const [copy, data] = [folder.folder('copy'), folder.folder('data')];
  const seals = new Seals({ folder: `${data}/seal`, data, logger: new MemoryLogger() });
  const variables = { PATH: '/usr/bin:/bin', HOME: folder.folder('home') };
  const agent = {
    ...{ id: 'agent', commandLine: [program], program: '/bin/true', variables },
    ...{ declared: [], choices: {} },
  };
  const requestFor = (project: string) => {
    return { project: [folder.folder(project)], copy, history: [], links: [] };
  };
  /** What a script prints in a seal of its own. */
  const run = async (script: string, project = 'project') => {
    const opened = await seals.open(requestFor(project), agent);
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    using namespace = opened.value.namespace;
    const launch = { file: '/bin/sh', args: ['-c', script], env: variables, cwd: copy };
    const { file, args, env, cwd } = namespace.enter(launch, 'shared');
    return spawnSync(file, args, { env, cwd, encoding: 'utf8' }).stdout.trim();
  };
  const logOut = () => seals.forgetLogin(requestFor('project'), agent);
  return { folder, run, logOut };
}

describe.skipIf(reason !== null)(`a login in a seal${reason ? ` (${reason})` : ''}`, () => {
  it('lasts for sealed sessions of the project, and until the agent is logged out', async () => {
    const { folder, run, logOut } = place('codex');
    const show = 'cat ~/.codex/auth.json || echo none';
    expect(await run(show)).toBe('none');
    await run('echo a login >~/.codex/auth.json');
    expect(await run(show)).toBe('a login');
    expect(await run(show, 'other')).toBe('none');
    expect(existsSync(folder.join('home/.codex/auth.json'))).toBe(false);
    await logOut();
    expect(await run(show)).toBe('none');
  });

  it('is that of the user’s own use where there is one', async () => {
    const { folder, run } = place('codex');
    const file = folder.write('home/.codex/auth.json', 'mine\n');
    expect(await run('cat ~/.codex/auth.json; echo renewed >~/.codex/auth.json')).toBe('mine');
    expect(readFileSync(file, 'utf8')).toBe('renewed\n');
  });

  it('begins with the user’s where it is kept apart, and takes up a newer one of theirs', async () => {
    const { folder, run } = place('opencode');
    const file = folder.write('home/.local/share/opencode/auth.json', 'mine\n');
    const show = 'cat ~/.local/share/opencode/auth.json';
    expect(await run(`${show}; echo other >~/.local/share/opencode/auth.json`)).toBe('mine');
    expect(await run(show)).toBe('other');
    expect(readFileSync(file, 'utf8')).toBe('mine\n');
    folder.write('home/.local/share/opencode/auth.json', 'newer\n');
    const later = new Date(Date.now() + 60_000);
    utimesSync(file, later, later);
    expect(await run(show)).toBe('newer');
  });

  it('keeps nobody waiting, and leads nowhere, whatever the agent puts in its place', async () => {
    const { folder, run } = place('opencode');
    folder.write('home/.local/share/opencode/auth.json', 'mine\n');
    const secret = folder.write('outside.txt', 'as it was\n');
    const kept = '$(readlink ~/.local/share/opencode/auth.json)';
    await run(`rm -f "${kept}"; mkfifo "${kept}"`);
    expect(await run(`test -p "${kept}" && echo a pipe`)).toBe('a pipe');
    await run(`rm -f "${kept}"; ln -s ${secret} "${kept}"`);
    expect(await run('cat ~/.local/share/opencode/auth.json')).not.toContain('as it was');
    expect(readFileSync(secret, 'utf8')).toBe('as it was\n');
  });
});
