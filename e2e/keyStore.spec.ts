import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures';
import { Workbench } from './pages/workbench';

const PROGRAMS = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].map(
  (name) => `/usr/bin/${name}`,
);
test.skip(!PROGRAMS.every(existsSync), 'GNOME Keyring is not installed.');

const ASKING = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/'];
const SECRETS_NAME = 'string:org.freedesktop.secrets';

const AGENT_SECRET = 'agent-secret-71c0ffee';
const SERVER_SECRET = 'server-secret-82c0ffee';
const TYPED_SECRET = 'typed-secret-93c0ffee';

/** A key store of its own: GNOME Keyring on a bus of its own, unlocked. */
async function startKeyStore(home: string) {
  mkdirSync(home, { recursive: true });
  const programs: ChildProcess[] = [];
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  programs.push(bus);
  const [address] = (await once(bus.stdout.setEncoding('utf8'), 'data')) as [string];
  const environment = {
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DBUS_SESSION_BUS_ADDRESS: address.trim(),
  };
  const keyring = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    {
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  programs.push(keyring);
  keyring.stdin.end('password');
  const isThere = () =>
    spawnSync('dbus-send', [...ASKING, 'org.freedesktop.DBus.NameHasOwner', SECRETS_NAME], {
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    }).stdout;
  await expect.poll(isThere).toContain('boolean true');
  return {
    environment,
    stop: () => {
      for (const program of programs) program.kill();
    },
  };
}

test('secrets in the settings move to the system’s key store, and stay there over a restart', async ({
  open,
  launch,
  script,
  folder,
  project,
}, info) => {
  const store = await startKeyStore(join(folder, 'key-store'));
  try {
    const { command, args, env } = script({ turns: [[{ say: 'Done.' }]] });
    const told = join(folder, 'told');
    // Notes what it is given, and goes on as the agent.
    const noting = ['-c', `printf %s "$ALPHA_API_KEY" > '${told}'; exec "$0" "$@"`, command];
    const alpha = { command: 'sh', args: [...noting, ...args], env };
    const launching = {
      env: store.environment,
      args: ['--password-store=gnome-libsecret'],
    };
    const server = { command: 'server', env: { SERVER_TOKEN: SERVER_SECRET } };
    const first = await open(
      { Alpha: { ...alpha, env: { ...env, ALPHA_API_KEY: AGENT_SECRET } } },
      { ...launching, settings: { mcpServers: { tiny: server } } },
    );
    const { window, userData, workbench } = first;
    await window.keyboard.press('ControlOrMeta+,');
    const settings = workbench.dialog('Settings');
    await settings.getByRole('tab', { name: 'Agents' }).click();
    await settings.getByRole('button', { name: 'Environment of Alpha' }).click();
    await window.screenshot({ path: info.outputPath('before.png') });
    await settings.getByRole('button', { name: 'Move to the key store' }).click();
    await expect(settings.getByRole('list', { name: 'Secrets' })).toContainText('ALPHA_API_KEY');
    await window.screenshot({ path: info.outputPath('moved.png') });
    await settings.getByRole('tab', { name: 'MCP servers' }).click();
    await settings.getByRole('button', { name: 'Move to the key store' }).click();
    await expect(settings.getByRole('button', { name: 'Move to the key store' })).toHaveCount(0);
    await window.screenshot({ path: info.outputPath('servers.png') });
    // A key that is typed for a new server goes there at once.
    await settings.getByRole('button', { name: 'Add a server' }).click();
    const form = settings.getByRole('form', { name: 'Add an MCP server' });
    await form.getByLabel('Name').fill('typed');
    await form.getByLabel('Command').fill('server');
    await form.getByLabel('Environment').fill(`TYPED_TOKEN=${TYPED_SECRET}`);
    await form.getByRole('button', { name: 'Add server' }).click();
    await expect(settings.getByRole('list', { name: 'MCP servers' })).toContainText('typed');
    await settings.getByRole('tab', { name: 'Agents' }).click();
    await settings.getByRole('button', { name: 'Edit Alpha' }).click();
    const edited = settings.getByRole('form', { name: 'Edit agent' });
    const lines = await edited.getByLabel('Environment').inputValue();
    await edited.getByLabel('Environment').fill(`${lines}\nTYPED_API_KEY=${TYPED_SECRET}`);
    await edited.getByRole('button', { name: 'Save' }).click();
    await settings.getByRole('button', { name: 'Environment of Alpha' }).click();
    await expect(settings.getByRole('list', { name: 'Secrets' })).toContainText('TYPED_API_KEY');
    await window.screenshot({ path: info.outputPath('typed.png') });
    const kept = () => readFileSync(join(userData, 'settings.json'), 'utf8');
    await expect.poll(kept).toContain('"typed"');
    expect(kept()).not.toContain(TYPED_SECRET);
    await expect.poll(kept).not.toContain(SERVER_SECRET);
    expect(kept()).not.toContain(AGENT_SECRET);
    const locked = readFileSync(join(userData, 'data/secrets.json'), 'utf8');
    expect(locked).not.toMatch(new RegExp(`${AGENT_SECRET}|${SERVER_SECRET}|${TYPED_SECRET}`));
    await first.close();
    const second = await launch({ ...launching, userData, settings: null });
    const again = new Workbench(second.window);
    const session = await again.start({ folder: project, prompt: 'Begin' });
    await expect(session.transcript).toContainText('Done.');
    expect(readFileSync(told, 'utf8')).toBe(AGENT_SECRET);
  } finally {
    store.stop();
  }
});
