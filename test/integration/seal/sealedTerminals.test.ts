import { existsSync, mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Seals } from '#main/agents/process/seal/seals';
import { AgentTerminals } from '#main/terminals/terminals';
import { UserTerminals } from '#main/terminals/userTerminals';
import { ok } from '#shared/errors';
import type { SessionId } from '#shared/ids';
import { MemoryLogger } from '#test/support/memoryLogger';
import { TemporaryFolder } from '#test/support/temporaryFolder';
import { unwrap } from '#test/support/testEngine';
import { testFolder } from '#test/support/testFolder';
import { waitFor } from '#test/support/waitFor';
import { never, shell, wishForTty } from '../terminals/agentCommands';
import { buildPtyHost, runningPtyHost } from '../terminals/runningPtyHost';
import { whyNoSeal } from './whyNoSeal';

const reason = await whyNoSeal();
const built = new TemporaryFolder();
let hostFile: string;
beforeAll(async () => {
  hostFile = await buildPtyHost(built.join('ptyHost.mjs'));
});
afterAll(() => built.dispose());

const sessionId = 'ses_1' as SessionId;

/** A copy, a project beside it, and seals around the first. */
function place() {
  const folder = testFolder();
  const [copy, project] = [folder.folder('copy'), folder.folder('project')];
  const data = folder.folder('data');
  const logger = new MemoryLogger();
  const seals = new Seals({ folder: `${data}/seal`, data, logger });
  const environment = { PATH: '/usr/bin:/bin', HOME: folder.folder('home'), SECRET_TOKEN: 'x' };
  const open = async () => {
    const opened = await seals.open(
      { project: [project], copy, history: [], links: [] },
      {
        id: 'agent',
        commandLine: ['claude'],
        program: '/bin/true',
        variables: environment,
        declared: [],
        choices: {},
      },
    );
    if (!opened.ok) throw new Error(JSON.stringify(opened.error));
    return opened.value.namespace;
  };
  const { client } = runningPtyHost(hostFile);
  const script = (name: string) =>
    `test -t 0 && echo a terminal; echo "[$SECRET_TOKEN]"; touch '${project}/${name}'; touch ${name}; exit 5`;
  return { folder, copy, project, environment, open, client, script };
}

describe.skipIf(reason !== null)(
  `terminals of a sealed session${reason ? ` (${reason})` : ''}`,
  () => {
    it('run an agent’s command in a pty, sealed', async () => {
      const { copy, project, environment, open, client, script } = place();
      const terminals = new AgentTerminals({
        cwd: copy,
        ptys: client,
        openNamespace: open,
        environment: async () => environment,
        locate: async (path) => ok(path),
        record: () => undefined,
      });
      onTestFinished(() => terminals.dispose());
      const id = unwrap(await terminals.create(shell(script('made'), { env: wishForTty })));
      expect(unwrap(await terminals.waitForExit(id, never))).toEqual({ exitCode: 5, signal: null });
      const { output } = unwrap(terminals.output(id));
      expect(output).toContain('a terminal');
      expect(output).toContain('[]');
      expect(existsSync(`${project}/made`)).toBe(false);
      expect(existsSync(`${copy}/made`)).toBe(true);
    });

    it('obey nothing outside that an agent sets for its command', async () => {
      const { copy, project, environment, open, script } = place();
      mkdirSync(`${copy}/bin`);
      const terminals = new AgentTerminals({
        cwd: copy,
        openNamespace: open,
        environment: async () => environment,
        locate: async (path) => ok(path),
        record: () => undefined,
      });
      onTestFinished(() => terminals.dispose());
      const evil = `#!/bin/sh\n: >'${project}/evil'\n`;
      const programs = ['bash', 'env', 'nsenter', 'setpriv', 'setsid', 'unshare', 'touch'];
      const plant = programs
        .map((name) => `printf '%s' "$EVIL" >bin/${name}; chmod +x bin/${name}`)
        .join(';');
      const planting = shell(plant, { env: [{ name: 'EVIL', value: evil }] });
      await terminals.waitForExit(unwrap(await terminals.create(planting)), never);
      const env = [
        { name: 'PATH', value: `${copy}/bin:/usr/bin:/bin` },
        { name: 'GCONV_PATH', value: copy },
        { name: 'LC_ALL', value: 'en_US.EVIL' },
        { name: 'IFS', value: '/' },
        { name: 'POSIXLY_CORRECT', value: '1' },
      ];
      const id = unwrap(await terminals.create(shell(script('made'), { env })));
      expect(unwrap(await terminals.waitForExit(id, never))).toEqual({ exitCode: 5, signal: null });
      expect(existsSync(`${project}/evil`)).toBe(false);
      expect(existsSync(`${project}/made`)).toBe(false);
    });

    it('open the user’s shell in the copy sealed, since the agent wrote what a prompt may run', async () => {
      const { folder, copy, project, environment, open, client } = place();
      const terminals = await UserTerminals.open({
        ptys: client,
        file: folder.join('terminals.json'),
        logger: new MemoryLogger(),
        shell: () => folder.join('home', 'not-shown'),
        environment: async () => environment,
        enclosure: async (id) => ok(id === sessionId ? await open() : null),
      });
      onTestFinished(() => terminals.dispose());
      const over = waitFor(terminals.onDidChange, () =>
        terminals.list().some(({ state }) => state.type === 'ended'),
      );
      const size = { columns: 80, rows: 24 };
      const wish = { ...size, cwd: copy, sessionId, run: null };
      const { id } = unwrap(await terminals.create(wish));
      client.input(id, `touch '${project}/made'; touch made; exit\r`);
      await over;
      expect(unwrap(terminals.tail(id))).toContain('This shell is sealed');
      expect(existsSync(`${project}/made`)).toBe(false);
      expect(existsSync(`${copy}/made`)).toBe(true);
    });

    it('run a project’s own commands sealed, also when they are run again', async () => {
      const { folder, copy, project, environment, open, client, script } = place();
      const terminals = await UserTerminals.open({
        ptys: client,
        file: folder.join('terminals.json'),
        logger: new MemoryLogger(),
        shell: () => '/bin/sh',
        environment: async () => environment,
        enclosure: async (id) => ok(id === sessionId ? await open() : null),
      });
      onTestFinished(() => terminals.dispose());
      const size = { columns: 80, rows: 24 };
      const isOver = () => terminals.list().some(({ state }) => state.type === 'ended');
      const over = waitFor(terminals.onDidChange, isOver);
      const run = { name: 'Setup', command: script('made') };
      const { id } = unwrap(await terminals.create({ ...size, cwd: copy, sessionId, run }));
      await over;
      expect(terminals.get(id)?.state).toMatchObject({ type: 'ended', exitCode: 5 });
      const again = waitFor(terminals.onDidChange, isOver);
      unwrap(await terminals.restart(id, size));
      await again;
      expect(unwrap(terminals.tail(id))).toContain('[]');
      expect(existsSync(`${project}/made`)).toBe(false);
      expect(existsSync(`${copy}/made`)).toBe(true);
    });
  },
);
