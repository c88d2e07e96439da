import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionAirlock } from '#main/airlock/airlock';
import type { DecisionId, SessionId } from '#shared/ids';
import {
  AirlockHarness,
  decideAll,
  newSessionId,
  newTurnId,
  openChanges,
  treeOf,
  value,
} from '#test/support/airlockHarness';
import { sharedBundle } from '#test/support/bundle';
import { takenInTurn, takesAll, turnOfToday } from '../../../scripts/testing/rotation.mjs';

// Shows I3 for a copy that is refreshed from the user's files or rewound, and for decisions that are taken back.

const lines = (...changed: readonly (readonly [index: number, text: string])[]) => {
  const all = Array.from({ length: 12 }, (_, index) => `line ${index}\n`);
  for (const [index, text] of changed) all[index] = `${text}\n`;
  return all.join('');
};

const BASE: Readonly<Record<string, string>> = {
  'conflict.txt': lines(),
  'fits.txt': lines(),
  'behind.txt': lines(),
  'gone.txt': lines(),
  'back.txt': lines(),
  'run.sh': lines(),
  'data.bin': '\0base\n',
};

type Files = Readonly<Record<string, string | null>>;

const AGENTS: Files = {
  'conflict.txt': lines([1, 'agent conflict'], [10, 'agent fits']),
  'fits.txt': lines([10, 'agent too']),
  'gone.txt': lines([3, 'agent in a file that the user deleted']),
  'back.txt': null,
  'data.bin': '\0agent binary\n',
  'made.txt': 'agent made\n',
};

const USERS: Files = {
  'conflict.txt': lines([1, 'user conflict'], [5, 'user more']),
  'fits.txt': lines([1, 'user top']),
  'behind.txt': lines([1, 'user alone']),
  'gone.txt': null,
  'back.txt': lines([6, 'user in a file that the agent deleted']),
  'run.sh': lines([2, 'user script']),
  'data.bin': '\0user binary\n',
  'deep/er/new.txt': 'user new\n',
};

const PATHS = [...new Set([...Object.keys(AGENTS), ...Object.keys(USERS)])];
const AGENT_LINES = linesOf(AGENTS, 'agent ');
const USER_LINES = linesOf(USERS, 'user ');

/** Most of a round is waiting for processes. A place for a few rounds takes longer to prepare than the rounds. */
const SIDE_BY_SIDE = takesAll() ? 3 : 1;
/** The part of the steps that `npm test` takes, others each day. */
const SHARE = 1 / 6;
/** The least number of different states on the disk that each action must have. */
const MANY = { run: 15, undo: 10, open: 3, rewind: 8, 'take-back': 12 };

describe('killing the program while a copy is refreshed or rewound, or decisions are undone', () => {
  it.each(['run', 'undo', 'open', 'rewind', 'take-back'] as const)(
    'loses no line at any step of “%s”, and goes on from there',
    { timeout: 1_800_000 },
    async (action) => {
      const program = await sharedBundle('test/support/refreshChild.ts');
      const counts: number[] = [];
      const play = async (lane: number) => {
        const place = await Place.prepare(program, action);
        const steps = await place.steps();
        counts.push(steps.length);
        const taken = takenInTurn([...steps.entries()], takesAll() ? 1 : SHARE, turnOfToday());
        for (const [number, [index, { name, step }]] of taken.entries()) {
          if (number % SIDE_BY_SIDE !== lane) continue;
          place.restore();
          await place.killAt(step);
          await place.verify(`step ${step}: ${name}`, index);
        }
      };
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, lane) => play(lane)));
      // Otherwise there was next to nothing to kill, and nothing was shown.
      expect(Math.min(...counts)).toBeGreaterThan(MANY[action]);
    },
  );
});

type Action = keyof typeof MANY;

interface KillStep {
  readonly name: string;
  /** Counted from one. */
  readonly step: number;
}

/** A session with work of both in a folder that can be put back to how it was. */
class Place {
  private readonly harness = new AirlockHarness();
  private readonly sessionId: SessionId = newSessionId();
  private readonly turnId = newTurnId();
  private startTree: Readonly<Record<string, string>> = {};
  private project = '';
  private cwd = '';
  private usersTree: Readonly<Record<string, string>> = {};
  private agentsTree: Readonly<Record<string, string>> = {};
  /** The decisions to take back, and the user's files with them. */
  private decisions: readonly DecisionId[] = [];
  private acceptedTree: Readonly<Record<string, string>> = {};

  private constructor(
    private readonly program: string,
    private readonly action: Action,
  ) {}

  static async prepare(program: string, action: Action): Promise<Place> {
    const place = new Place(program, action);
    await place.build();
    return place;
  }

  private async build(): Promise<void> {
    const repository = await this.harness.repository(BASE);
    this.project = repository.path;
    const session = await this.open();
    this.cwd = session.cwd;
    this.startTree = treeOf(this.cwd);
    value(await session.checkpoint(this.turnId));
    put(this.cwd, AGENTS);
    chmodSync(join(this.cwd, 'run.sh'), 0o755);
    value(await session.scan());
    if (this.action === 'take-back') {
      this.usersTree = treeOf(this.project);
      const outcomes = await decideAll(session, 'accept');
      this.decisions = outcomes.map(({ decisionId }) => decisionId);
      this.acceptedTree = treeOf(this.project);
    }
    await session.close();
    if (this.action === 'take-back') return this.save();
    put(this.project, USERS);
    this.usersTree = treeOf(this.project);
    this.agentsTree = treeOf(this.cwd);
    this.save();
    if (this.action === 'run' || this.action === 'rewind') return;
    const steps = await this.stepsOf('run');
    if (this.action === 'open') {
      this.restore();
      // Some files are written, and some are not.
      const links = steps.filter(({ name }) => name === 'linkSync' || name === 'renameSync');
      await this.run('run', links[links.length >> 1]?.step ?? 0);
    }
    this.save();
  }

  restore(): void {
    for (const name of KEPT) {
      rmSync(this.harness.folder.join(name), { recursive: true });
      cpSync(this.harness.folder.join('saved', name), this.harness.folder.join(name), COPIED);
    }
  }

  /** Those before which the disk is not as it was before the one before; and every line that is cut in half. */
  async steps(): Promise<readonly KillStep[]> {
    return this.stepsOf(this.action);
  }

  async killAt(step: number): Promise<void> {
    expect(await this.run(this.action, step)).toBe('');
  }

  async verify(what: string, index: number): Promise<void> {
    if (this.action === 'rewind') return this.verifyRewound(what);
    if (this.action === 'take-back') return this.verifyTakenBack(what);
    const first = await this.open();
    value(await first.scan());
    const seen = await this.look(first);
    const offered = value(await first.changes.refresh.offered());
    await first.close();
    expect(treeOf(this.project), what).toEqual(this.usersTree);
    // Nothing is half done: all of it, or nothing.
    const isRefreshed = offered?.state === 'taken';
    if (isRefreshed) expect(offered.left, what).toEqual([]);
    else expect(treeOf(this.cwd), what).toEqual(this.agentsTree);
    expect(isRefreshed, what).toBe(seen.files.includes('user alone'));
    const whole = offered?.dropped.filter(({ text }) => text === '').map(({ path }) => path) ?? [];
    const shown = `${seen.files}${seen.texts}${offered?.dropped.map(({ text }) => text).join()}`;
    const missing = AGENT_LINES.filter(({ line }) => !shown.includes(line));
    // Of a whole file its name is told, and the way back brings it.
    expect(
      missing.filter(({ path }) => !whole.includes(path)),
      what,
    ).toEqual([]);
    if (isRefreshed) expect(offered.canUndo, what).toBe(true);
    for (const { base, proposed, path } of seen.changes) {
      const taken = USER_LINES.filter(
        ({ line }) => base.includes(line) && !proposed.includes(line),
      );
      expect(taken, `${what}: the baseline of ${path} is ahead`).toEqual([]);
    }
    const before = this.state();
    const second = await this.open();
    value(await second.scan());
    expect(value(await second.changes.refresh.offered()), what).toEqual(offered);
    expect(this.state(), what).toEqual(before);
    await this.use(second, what, index, isRefreshed ? offered.refreshId : null);
    await second.close();
  }

  private async verifyRewound(what: string): Promise<void> {
    const first = await this.open();
    value(await first.scan());
    await first.close();
    expect(treeOf(this.project), what).toEqual(this.usersTree);
    // It was begun, or it was not.
    const { copy } = this.state();
    const isRewound = copy['conflict.txt'] === this.startTree['conflict.txt'];
    expect(copy, what).toEqual(isRewound ? this.startTree : this.agentsTree);
    const before = this.state();
    const second = await this.open();
    value(await second.scan());
    expect(this.state(), what).toEqual(before);
    expect(openChanges(second).length > 0, what).toBe(!isRewound);
    await decideAll(second, 'reject');
    expect(treeOf(this.cwd), what).toEqual(this.startTree);
    await second.close();
  }

  private async verifyTakenBack(what: string): Promise<void> {
    const first = await this.open();
    value(await first.scan());
    await first.close();
    // Each of them was begun or was not, and what was begun is finished; a line that was cut short is none.
    const now = treeOf(this.project);
    const isBack = (path: string) => now[path] === this.usersTree[path];
    const paths = [...new Set([this.usersTree, this.acceptedTree].flatMap(Object.keys))];
    const half = paths.filter((path) => !isBack(path) && now[path] !== this.acceptedTree[path]);
    expect(half, what).toEqual([]);
    const before = this.state();
    const second = await this.open();
    value(await second.scan());
    expect(this.state(), what).toEqual(before);
    const changed = (path: string) => this.usersTree[path] !== this.acceptedTree[path];
    const open = openChanges(second).map(({ change }) => change.path);
    expect(open.sort(), what).toEqual(paths.filter((path) => changed(path) && isBack(path)).sort());
    const undone = await second.changes.undo(this.decisions);
    expect(undone.filter(({ ok }) => ok).length, what).toBe(this.decisions.length - open.length);
    expect(treeOf(this.project), what).toEqual(this.usersTree);
    await decideAll(second, 'accept');
    expect(treeOf(this.project), what).toEqual(this.acceptedTree);
    await second.close();
  }

  private async use(
    session: SessionAirlock,
    what: string,
    index: number,
    refreshId: Parameters<SessionAirlock['changes']['refresh']['undo']>[0] | null,
  ): Promise<void> {
    if (refreshId !== null && index % 3 === 0) {
      value(await session.changes.refresh.undo(refreshId));
      expect(treeOf(this.cwd), what).toEqual(this.agentsTree);
    }
    if (index % 3 === 1) {
      await decideAll(session, 'reject');
      expect(treeOf(this.project), what).toEqual(this.usersTree);
    } else {
      await decideAll(session, 'accept');
      const files = Object.values(treeOf(this.project)).join();
      const lost = USER_LINES.filter(({ line }) => !files.includes(line));
      expect(lost, what).toEqual([]);
    }
    value(await session.scan());
  }

  private async look(session: SessionAirlock) {
    const changes = [];
    for (const { change } of openChanges(session)) {
      const texts = value(await session.changes.texts(change.changeId));
      changes.push({
        path: change.path,
        base: texts.base ?? '',
        proposed: texts.proposed ?? '',
      });
    }
    const files = Object.values(treeOf(this.cwd)).join();
    return { changes, files, texts: changes.map(({ proposed }) => proposed).join() };
  }

  /** All that must not change any more. */
  private state() {
    const ledger = this.harness.folder.join('data', this.sessionId, 'ledger.ndjson');
    return { copy: treeOf(this.cwd), ledger: readFileSync(ledger, 'utf8') };
  }

  private open(): Promise<SessionAirlock> {
    return this.harness.open(this.project, { sessionId: this.sessionId });
  }

  private save(): void {
    for (const name of KEPT) {
      const saved = this.harness.folder.join('saved', name);
      if (existsSync(saved)) rmSync(saved, { recursive: true });
      cpSync(this.harness.folder.join(name), saved, COPIED);
    }
  }

  private async stepsOf(action: Action): Promise<readonly KillStep[]> {
    this.restore();
    const all = JSON.parse(await this.run(action, 0)) as readonly { name: string; state: string }[];
    const isNew = ({ name, state }: (typeof all)[number], index: number) =>
      name === 'write half' || state !== all[index - 1]?.state;
    return all
      .map(({ name, state }, index) => ({
        name,
        step: index + 1,
        isKept: isNew({ name, state }, index),
      }))
      .filter(({ isKept }) => isKept);
  }

  /** What it printed: nothing if it was killed. */
  private async run(action: Action, killAt: number): Promise<string> {
    const { folder } = this.harness;
    const places = [folder.join('data'), folder.join('worktrees'), this.project, this.sessionId];
    const named = { rewind: [this.turnId], 'take-back': this.decisions }[action as string] ?? PATHS;
    const args = [this.program, ...places, action, String(killAt), ...named];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (text) => {
      printed += text;
    });
    const [code, signal] = await once(child, 'close');
    expect([code, signal]).toEqual(killAt === 0 ? [0, null] : [null, 'SIGKILL']);
    return printed;
  }
}

const KEPT = ['data', 'worktrees', 'project'];
const COPIED = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true } as const;

function put(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const at = join(folder, path);
    if (content === null) rmSync(at);
    else {
      mkdirSync(join(at, '..'), { recursive: true });
      writeFileSync(at, content);
    }
  }
}

function linesOf(files: Files, mark: string) {
  return Object.entries(files).flatMap(([path, content]) =>
    (content ?? '')
      .split('\n')
      .map((line) => line.replace('\0', ''))
      .filter((line) => line.startsWith(mark))
      .map((line) => ({ path, line })),
  );
}
