import { appendFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takenInTurn, takesAll, turnOfToday } from '../scripts/testing/rotation.mjs';
import { allModes } from '../test/hostile/allModes.mjs';
import { crowding } from '../test/hostile/crowding';
import { noEvidence } from '../test/hostile/evidence';
import { healthyScenario, hostileAgent } from '../test/hostile/hostileRun';
import { brokenInvariants } from '../test/hostile/invariants';
import { leftProcesses } from '../test/hostile/leftovers';
import type { HostileMode } from '../test/hostile/mode';
import { TemporaryFolder } from '../test/support/temporaryFolder';
import { expect, type Fixtures, test } from './fixtures';
import { HostileApp, TAG } from './hostileApp';

const isLong = Boolean(process.env.AIRLOCK_LONG_TESTS);
const seed = turnOfToday();
const only = new RegExp(process.env.AIRLOCK_ONLY ?? '');
const figures = process.env.AIRLOCK_FIGURES;
const MARK = 'HOSTILE_MARK';
const SECRET = 'canary0123456789abcdefghijklmnopqrstuv';
const MODE_MILLISECONDS = isLong ? 600_000 : 120_000;

/**
 * One of each family, and of what the user does meanwhile; all modes where there is time. `npm test` takes a share of
 * them, others each day: the engine is attacked with all families each time.
 */
const SHORT = [
  'close-stdout',
  'half',
  'update-flood',
  'never',
  'perm-huge',
  'hard-link-rejected',
  'term-after-release',
  'descriptors',
  'stderr-secret',
  'md-xss',
  'chaos',
];
const SHARE = 1 / 3;

/** The window draws what comes, so that some take longer in here than at the other levels. */
const SHORT_SIZES: Readonly<Record<string, number>> = { 'update-flood': 5_000 };

/** Agents that would block a caller that waits for them. */
const AT_QUITTING = ['stubborn-quit', 'question-quit', 'flood-quit'];
const AT_KILLING = ['orphan-killed', 'watchdog-killer'];

const modeOf = (name: string) => allModes[name] as HostileMode;

test(`a hostile agent in the app, seed ${seed}`, async ({ open, script, project, folder }) => {
  test.setTimeout(isLong ? 7_200_000 : 900_000);
  using stage = await Stage.set({ open, script, project, folder });
  const short = takesAll() ? SHORT : takenInTurn(SHORT, SHARE, seed);
  const wanted = isLong ? Object.keys(allModes) : short;
  const names = wanted.filter((name) => !modeOf(name).quits && only.test(name));
  const { app, hostile } = await stage.start([...names, ...AT_QUITTING]);

  const broken: Record<string, readonly string[]> = {};
  for (const name of names) {
    // The others are played as well: a long run is too dear to end with the first that fails.
    const words = await hostile.play(name, modeOf(name)).catch((error: unknown) => [String(error)]);
    if (words.length > 0) broken[name] = words;
  }
  expect(broken).toEqual({});

  for (const name of AT_QUITTING) await hostile.begin(name, modeOf(name));
  const started = Date.now();
  await app.close();
  const milliseconds = Date.now() - started;
  if (figures) appendFileSync(figures, `${JSON.stringify({ name: 'quitting', milliseconds })}\n`);
  // On a machine that has nothing else to do.
  const quitMilliseconds = Math.round(milliseconds / crowding());
  const left = await leftProcesses({ mark: [MARK, stage.mark], tag: 'hostile-app-' });
  const evidence = { ...noEvidence, quitMilliseconds, leftProcesses: left };
  expect(brokenInvariants(evidence, ['end_turn'])).toEqual([]);
});

for (const name of isLong ? AT_KILLING : []) {
  test(`${name} in the app, seed ${seed}`, async ({ open, script, project, folder }) => {
    test.setTimeout(MODE_MILLISECONDS);
    using stage = await Stage.set({ open, script, project, folder });
    const { app, hostile } = await stage.start([name]);
    const cwd = await hostile.playOut(name, modeOf(name));
    app.electron.process().kill('SIGKILL');
    const signs = { mark: [TAG, name], tag: `hostile-app-${name}`, folder: cwd } as const;
    expect(await leftProcesses(signs)).toEqual([]);
  });
}

type Given = Pick<Fixtures, 'open' | 'script' | 'project' | 'folder'>;

/** A project to work on, beside it what must not be touched, and the agents' own files. */
class Stage implements Disposable {
  private readonly files = new TemporaryFolder('airlock-hostile-app');
  private readonly outside: string;

  private constructor(private readonly given: Given) {
    this.outside = join(given.folder, 'outside');
  }

  static async set(given: Given): Promise<Stage> {
    const stage = new Stage(given);
    await mkdir(stage.outside);
    await writeFile(join(stage.outside, 'victim.txt'), 'outside-canary\n');
    await writeFile(join(stage.outside, 'top.txt'), 'outside-canary\n');
    await writeFile(join(given.project, 'README.md'), 'Read me\n');
    await writeFile(join(given.project, 'top.txt'), 'top\n');
    return stage;
  }

  get mark(): string {
    return this.files.path;
  }

  async start(names: readonly string[]) {
    const { open, script, project, folder } = this.given;
    const agents = new Map(names.map((name) => [name, this.agentOf(name)]));
    const settings = [...agents].map(([name, { settings: own }]) => {
      const env = { ...own.env, [TAG]: name, HOSTILE_TOKEN: SECRET };
      return [name, { ...own, args: own.args ?? [], env }] as const;
    });
    const healthy = script(healthyScenario);
    const app = await open(
      { ...Object.fromEntries(settings), Healthy: healthy },
      { env: { [MARK]: this.mark } },
    );
    const hostile = new HostileApp({
      app,
      folder,
      project,
      outside: this.outside,
      secret: SECRET,
      seed,
      milliseconds: MODE_MILLISECONDS,
      sizeOf,
      journalOf: (name) => agents.get(name)?.journal() ?? [],
      figures,
    });
    await hostile.loadMonitors();
    const prompt = { folder: project, prompt: 'healthy', agent: 'Healthy' };
    const pane = await app.workbench.start(prompt);
    await expect(pane.transcript).toContainText('As ever.');
    return { app, hostile };
  }

  [Symbol.dispose](): void {
    this.files.dispose();
  }

  private agentOf(name: string) {
    return hostileAgent(this.files, name, {
      mode: name,
      seed: String(seed),
      n: String(sizeOf(name)),
      outside: this.outside,
      tag: `hostile-app-${name}`,
    });
  }
}

function sizeOf(name: string): number {
  const { n, long } = modeOf(name);
  return (isLong ? long : SHORT_SIZES[name]) ?? n ?? 1;
}
