import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  test as base,
  type ElectronApplication,
  _electron as electron,
  expect,
  type Page,
} from '@playwright/test';
import type { Scenario } from '../test/agent/scenario';
import { type AgentProgram, peerAgent } from '../test/support/peerAgent';
import { type ScriptedAgent, scriptedAgent } from '../test/support/scenario';
import { TemporaryFolder } from '../test/support/temporaryFolder';
import { Workbench } from './pages/workbench';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));

export interface RunningApp {
  readonly electron: ElectronApplication;
  readonly window: Page;
  readonly userData: string;
  close(): Promise<void>;
}

export interface OpenApp extends RunningApp {
  readonly workbench: Workbench;
}

export interface LaunchOptions {
  /** Starts on the data of an earlier run. */
  readonly userData?: string;
  /**
   * Besides these, sessions are isolated and no other agents looked for, unless a test chooses; null:
   * none, as for a new user.
   */
  readonly settings?: object | null;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** An agent as the settings have it; it speaks ACP unless told. */
export interface Agent extends AgentProgram {
  readonly wire?: string;
  readonly namespace?: boolean;
}

/** Agents by the name that they have in the dialog. */
export type Agents = Readonly<Record<string, Agent>>;

export interface Fixtures {
  /** A folder that is removed after the test. */
  readonly folder: string;
  /** A small project that sessions can work on. */
  readonly project: string;
  /** An agent that plays a scenario: one given here, or one of test/scenarios. */
  script(scenario: Scenario | string): ScriptedAgent;
  /** A program of test/peers, by the name of its wire; which that is, the app finds out. */
  peer(name: string, ...args: readonly string[]): Agent;
  /**
   * Starts the app with these agents and nothing else in its settings. Once more in the same test, the app that runs
   * gets these agents and settings, too, and nothing is on its screen; unless it must be started anew for what is wanted.
   */
  open(agents: Agents, options?: LaunchOptions): Promise<OpenApp>;
  launch(options?: LaunchOptions): Promise<RunningApp>;
  readonly app: RunningApp;
}

/** The built app in a real Electron, each with user data of its own, closed after the test. */
export const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    using folder = new TemporaryFolder('airlock-e2e');
    await use(folder.path);
  },

  launch: async ({ folder }, use) => {
    const running: RunningApp[] = [];
    let count = 0;
    await use(async (options = {}) => {
      const userData = options.userData ?? join(folder, `user-data-${count++}`);
      const app = await launchApp(userData, options);
      running.push(app);
      return app;
    });
    await Promise.all(running.map((app) => app.close()));
  },

  project: async ({ folder }, use) => {
    const project = join(folder, 'project');
    await mkdir(project);
    await writeFile(join(project, 'notes.md'), '# Notes\n\nNothing yet.\n');
    await use(project);
  },

  script: async ({}, use) => {
    const folder = new TemporaryFolder('airlock-agents');
    let count = 0;
    await use((scenario) => scriptedAgent(folder, scenario, `agent-${count++}`));
    folder.dispose();
  },

  peer: async ({}, use) => {
    const folders: TemporaryFolder[] = [];
    await use((name, ...args) => {
      const folder = new TemporaryFolder('airlock-peer');
      folders.push(folder);
      return { ...peerAgent(folder, name, ...args), wire: 'auto' };
    });
    for (const folder of folders) folder.dispose();
  },

  open: async ({ launch }, use) => {
    let running: OpenApp | undefined;
    await use(async (agents, { settings, ...start } = {}) => {
      if (running !== undefined && Object.keys(start).length === 0) {
        await changeSettings(running, agents, settings ?? {});
        await running.workbench.closePanes();
        const [agent] = Object.keys(agents);
        const usual = { ...(agent !== undefined && { agent }), isolation: 'Isolated' } as const;
        return { ...running, workbench: new Workbench(running.window, usual) };
      }
      const app = await launch({
        ...start,
        settings: { agents: agentSettings(agents), ...settings },
      });
      const opened = { ...app, workbench: new Workbench(app.window) };
      running = opened;
      app.electron.on('close', () => {
        if (running === opened) running = undefined;
      });
      return opened;
    });
  },

  app: async ({ launch }, use) => {
    await use(await launch());
  },
});

/**
 * Virtual displays have no GPU, and imitating one costs more than drawing without. What turns or slides would be
 * drawn at every frame, by the processor that the tests need.
 */
const DRAWING = ['--disable-gpu', '--force-prefers-reduced-motion'];

/** The built-in agent need not talk at a pace for people. */
const atOnce = { AIRLOCK_DEMO_AGENT_PACE: 'instant' };

/** How the app is started by hand on the data of one that runs; settles when it has ended. */
export async function startAgain({ userData }: RunningApp, ...args: string[]): Promise<void> {
  const { executablePath, env } = program();
  await promisify(execFile)(
    executablePath,
    [projectRoot, `--user-data-dir=${userData}`, ...DRAWING, ...args],
    { env },
  );
}

/** Adds agents and changes settings of the running app. */
async function changeSettings(
  { window }: RunningApp,
  agents: Agents,
  settings: object = {},
): Promise<void> {
  const changes = [
    ...Object.entries(agentSettings(agents)).map(([id, value]) => ({
      path: ['agents', id],
      value,
    })),
    ...Object.entries(settings).map(([name, value]) => ({ path: [name], value })),
  ];
  if (changes.length === 0) return;
  const changed = await window.evaluate(
    async (input) => {
      const { airlock } = globalThis as unknown as {
        airlock: { request: Record<string, (input: unknown) => Promise<{ ok: boolean }>> };
      };
      return airlock.request['settings.update']?.(input);
    },
    { changes },
  );
  expect(changed).toMatchObject({ ok: true });
}

function program() {
  const executablePath = process.env.AIRLOCK_ELECTRON;
  if (!executablePath) throw new Error('AIRLOCK_ELECTRON is not set; run the tests with npm test.');
  const { ELECTRON_RUN_AS_NODE: _, ...environment } = process.env;
  return {
    executablePath,
    env: { ...(environment as Record<string, string>), ...ownDisplay(), ...atOnce },
  };
}

/** The one of this worker alone, where there are several to choose from. */
function ownDisplay(): Readonly<Record<string, string>> {
  const { AIRLOCK_DISPLAYS = '[]', TEST_PARALLEL_INDEX = '0' } = process.env;
  const displays: Record<string, string>[] = JSON.parse(AIRLOCK_DISPLAYS);
  return displays[Number(TEST_PARALLEL_INDEX) % displays.length] ?? {};
}

async function launchApp(userData: string, options: LaunchOptions): Promise<RunningApp> {
  const { settings = {} } = options;
  const isFresh = options.userData === undefined;
  if (settings !== null && (isFresh || options.settings)) {
    await writeSettings(userData, { defaultIsolation: 'isolated', findAgents: false, ...settings });
  }
  const { executablePath, env } = program();
  const application = await electron.launch({
    executablePath,
    args: [projectRoot, `--user-data-dir=${userData}`, ...DRAWING, ...(options.args ?? [])],
    env: { ...env, ...options.env },
    chromiumSandbox: true,
  });
  const window = await application.firstWindow();
  await window.waitForSelector('nav');
  let closing: Promise<void> | undefined;
  return {
    electron: application,
    window,
    userData,
    close: () => {
      closing ??= application.close();
      return closing;
    },
  };
}

function agentSettings(agents: Agents): object {
  const entries = Object.entries(agents).map(
    ([name, { command, args, env, wire = 'acp', namespace = true }]) => [
      name.toLowerCase(),
      { name, command, args, env, wire, namespace },
    ],
  );
  return Object.fromEntries(entries);
}

async function writeSettings(userData: string, settings: unknown): Promise<void> {
  await mkdir(userData, { recursive: true });
  await writeFile(join(userData, 'settings.json'), JSON.stringify(settings, null, 2));
}

export { expect };
