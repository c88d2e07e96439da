import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Emitter } from '#main/base/emitter';
import { Collisions } from '#main/host/compare/collisions';
import type { HostedSession } from '#main/host/session/hostedSession';
import type { ChangeView } from '#shared/airlock/changeView';
import { boardOf } from '#shared/airlock/compare/board';
import { ok } from '#shared/errors';
import type { ChangeId, HunkId, ObjectId, SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { median, report } from '../report.mjs';

const ROUNDS = 15;
const AGENTS = 8;
const FILES = 200;
const HUNKS = 3;
/** One frame at 60 per second: work within it seems instant. */
const FRAME_MILLISECONDS = 16;
const BOARD_LIMIT = 1;
/** The cost after one file event, relative to asking git what changed in that copy. */
const EVENT_LIMIT = 0.5;
/** How many times more sessions: in the board on the same files, for collisions on other files. */
const GROWTH = 8;
const GROWTH_LIMIT = 2;

const folder = realpathSync(process.argv[2] ?? '');

/** The changes of an agent that touched every file; every third change equals the others'. */
function changesOf(agent: number, prefix = ''): ChangeView[] {
  return Array.from({ length: FILES }, (_, file) => {
    const own = file % 3 === 0 ? 'all' : agent;
    const hunks = Array.from({ length: HUNKS }, (_, at) => ({
      hunk: {
        type: 'text',
        id: `h${at * 20 + 1}-${own}` as HunkId,
        baseStart: at * 20,
        baseCount: 2,
        proposedStart: at * 20,
        proposedCount: 3,
      },
      outcome: { state: 'pending' },
    }));
    const change = {
      changeId: `c${prefix}${agent}-${file}` as ChangeId,
      path: `${prefix}src/folder${file % 10}/file${file}.ts`,
      base: { blob: `base${file}` as ObjectId },
      proposed: { blob: `${own}-${file}` as ObjectId },
    };
    return {
      change,
      hunks,
      status: 'open',
      addedLines: 9,
      removedLines: 6,
    } as unknown as ChangeView;
  });
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

const times = (work: () => void) =>
  median(Array.from({ length: ROUNDS + 1 }, () => timed(work)).slice(1));

/** The collisions of these sessions; `touch` lets one of them change a file. */
function collisionsOf(sessions: readonly (readonly ChangeView[])[]) {
  const touched = new Emitter<SessionId>();
  const ids = sessions.map((_, index) => `s${index}` as SessionId);
  const current = new Map(ids.map((id, index) => [id, sessions[index] ?? []]));
  const collisions = new Collisions({
    onDidChangeChanges: touched.event,
    onDidRemove: new Emitter<SessionId>().event,
    onDidOpen: new Emitter<SessionId>().event,
    onDidChangeSummary: new Emitter<SessionSummary>().event,
    list: () => [],
    kept: async () => ok(null),
    opened: (id) =>
      ({
        changes: { ok: true, value: { all: current.get(id), projectRoot: '/project' } },
      }) as unknown as HostedSession,
  });
  for (const id of ids) touched.fire(id);
  let count = 0;
  const touch = () => {
    const [first = 's0' as SessionId] = ids;
    const [change, ...others] = current.get(first) ?? [];
    if (change === undefined) return;
    const blob = `event${count++}` as ObjectId;
    const next = { ...change, change: { ...change.change, proposed: { blob } } } as ChangeView;
    current.set(first, [next, ...others]);
    touched.fire(first);
  };
  return { touch, dispose: () => collisions.dispose() };
}

/** A copy in which as many files differ as an agent has changed. */
function copy(): string {
  const path = join(folder, 'copy');
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: path, stdio: 'ignore' });
  const write = (text: string) => {
    for (let file = 0; file < FILES; file++) {
      const lines = Array.from({ length: 60 }, (_, line) => `${text} ${line}`);
      writeFileSync(join(path, `file${file}.ts`), lines.join('\n'));
    }
  };
  mkdirSync(path, { recursive: true });
  git('init', '--quiet');
  write('before');
  git('add', '--all');
  git('-c', 'user.name=b', '-c', 'user.email=b@example.com', 'commit', '--quiet', '-m', 'start');
  write('after');
  return path;
}

function membersOf(count: number) {
  return Array.from({ length: count }, (_, agent) => ({
    sessionId: `s${agent}` as SessionId,
    changes: changesOf(agent),
  }));
}

function boardTime(compared: ReturnType<typeof membersOf>): number {
  const keys = new Map(
    compared.flatMap(({ changes }) =>
      changes.map(
        ({ change, hunks }) => [change.changeId, hunks.map(({ hunk }) => hunk.id)] as const,
      ),
    ),
  );
  return times(() => void boardOf(compared, keys));
}

const members = membersOf(AGENTS);
const board = boardTime(members);
report({
  name: `board of ${AGENTS} agents × ${FILES} files, in frames`,
  ratio: board / FRAME_MILLISECONDS,
  target: { atMost: BOARD_LIMIT },
  detail: `${board.toFixed(1)} ms`,
});
const crowd = boardTime(membersOf(AGENTS * GROWTH));
report({
  name: `a cell of the board with ${GROWTH} times the sessions`,
  ratio: crowd / GROWTH / board,
  target: { atMost: GROWTH_LIMIT },
  detail: `${crowd.toFixed(1)} ms for ${AGENTS * GROWTH} agents`,
});

const path = copy();
const numstat = () => {
  execFileSync('git', ['diff', '--numstat'], { cwd: path, stdio: 'ignore' });
};
const few = collisionsOf(members.map(({ changes }) => changes));
const elsewhere = Array.from({ length: AGENTS * (GROWTH - 1) }, (_, at) =>
  changesOf(at, `other${at}/`),
);
const many = collisionsOf([...members.map(({ changes }) => changes), ...elsewhere]);
const [plain, event, crowded] = [times(numstat), times(few.touch), times(many.touch)];
few.dispose();
many.dispose();
report({
  name: 'collisions after one event, against git diff --numstat',
  ratio: event / plain,
  target: { atMost: EVENT_LIMIT },
  detail: `${event.toFixed(1)} ms, git ${plain.toFixed(1)} ms`,
});
report({
  name: `the same with ${GROWTH} times the sessions`,
  ratio: crowded / event,
  target: { atMost: GROWTH_LIMIT },
  detail: `${crowded.toFixed(1)} ms`,
});
