import { attempt, refuse } from '#main/airlock/disk/attempt';
import { temporaryName } from '#main/airlock/disk/effects';
import { NOBODY } from '#main/airlock/find/surveyor';
import { incomingText } from '#main/airlock/ledger/incomingText';
import { encodeText } from '#main/airlock/ledger/textCodec';
import { DROPPED_CHARACTERS, DROPPED_FILES } from '#main/airlock/limits';
import { sideOf } from '#main/airlock/objects/objectStore';
import type { SessionChanges, SessionChangesParts } from '#main/airlock/sessionChanges';
import type { TreeDifference } from '#main/airlock/tree/treeDifference';
import { versionOf } from '#main/airlock/tree/treeEntries';
import { type FileVersion, sameVersion } from '#shared/airlock/change';
import { openFiles } from '#shared/airlock/changeView';
import {
  type DroppedLines,
  type FileSides,
  hasMovedOn,
  refreshFile,
} from '#shared/airlock/compare/refreshFile';
import type { Effect } from '#shared/airlock/ledger';
import type { Result } from '#shared/errors';
import type { BaseStanding, DroppedFile, RefreshPoint, RefreshReport } from '#shared/ipc/refresh';

type RefreshPoints = Pick<RefreshReport, 'before' | 'after'>;

interface ReadSides extends FileSides {
  readonly userBytes: Buffer | null;
}

interface MovedFile {
  readonly path: string;
  /** Null if a folder has its name in one of the trees, or if it cannot be read. */
  readonly sides: ReadSides | null;
}

/** What became of the files that were to be taken over. */
interface TakenFiles {
  readonly taken: readonly TreeDifference[];
  readonly dropped: readonly DroppedFile[];
  /** Those that could not be written. */
  readonly left: readonly string[];
}

/**
 * Lets a session that works in a copy go on from the user's files as they are now. The user's files are only read.
 * The baseline is never ahead of the agent's files, not even after a crash: an agent whose baseline has lines that its
 * files lack would seem to take them out.
 */
export class SessionRefresh {
  private last: RefreshPoints | null = null;

  constructor(
    private readonly own: SessionChangesParts,
    private readonly changes: Pick<SessionChanges, 'all'>,
  ) {}

  /** Files that the session wants to change. Those that it moves are put together when they are accepted. */
  get openPaths(): readonly string[] {
    return openFiles(this.changes.all)
      .filter(({ change }) => change.oldPath === undefined)
      .map(({ change }) => change.path);
  }

  /** Which of these files are others in the user's tree by now, and whether the changes still fit. */
  standing(paths: readonly string[]): Promise<Result<BaseStanding>> {
    return attempt('The project', async () => {
      const moved: string[] = [];
      let conflicts = 0;
      for await (const { path, sides } of this.moved(paths)) {
        if (sides === null) continue;
        moved.push(path);
        conflicts += droppedOf(refreshFile(sides)).length;
      }
      return { moved, conflicts };
    });
  }

  /** Those of these files that the user has changed since are taken over, with the agent's work in them. */
  run(paths: readonly string[]): Promise<Result<RefreshReport>> {
    const { tasks, looks, parts, context, news } = this.own;
    return tasks.run('The copy', async () => {
      if (context.record.isolation === 'in-place') throw refuse('It works on your own files.');
      await looks.look(NOBODY);
      const before = await this.mark();
      const first = await this.takeAll(paths);
      // Some can be written only now: a file whose name was a folder's, and the other way round.
      const second = await this.takeAll(first.left);
      const taken = [...first.taken, ...second.taken];
      if (taken.length > 0) await parts.surveyor.takeUsers(taken);
      await looks.look(NOBODY);
      news.fire();
      const after = await this.here();
      this.last = { before, after };
      return {
        before,
        after,
        updated: taken.map(({ path }) => path),
        dropped: [...first.dropped, ...second.dropped].slice(0, DROPPED_FILES),
        left: second.left,
      };
    });
  }

  /** Takes the last refresh back, if nothing has happened since. */
  undo(points: RefreshPoints): Promise<Result<void>> {
    const { tasks, looks, parts, news } = this.own;
    return tasks.run('The copy', async () => {
      await looks.look(NOBODY);
      const { last } = this;
      const now = await this.here();
      if (!last || !isSamePoint(points.after, last.after) || !isSamePoint(now, last.after)) {
        throw refuse('The agent’s files or your decisions have changed since, so it stays.');
      }
      const { tree, baseTree, ownTree } = last.before;
      this.last = null;
      await parts.baseline.restore(baseTree);
      await parts.ledger.append([{ type: 'base.moved', tree: baseTree, ownTree }]);
      const left = await parts.checkpoints.restore(tree, { ...now, baseTree });
      await looks.look(NOBODY);
      news.fire();
      if (left.length > 0) throw refuse(`Another program changed ${left[0]}.`);
    });
  }

  private async takeAll(paths: readonly string[]): Promise<TakenFiles> {
    const taken: TreeDifference[] = [];
    const dropped: DroppedFile[] = [];
    const left: string[] = [];
    for await (const { path, sides } of this.moved(paths)) {
      const lost = sides && (await attempt(path, () => this.take(path, sides)));
      if (sides === null || !lost?.ok || lost.value === null) {
        left.push(path);
        continue;
      }
      taken.push(differenceOf(path, sides));
      if (lost.value.length > 0) dropped.push({ path, text: droppedText(lost.value) });
    }
    return { taken, dropped, left };
  }

  /** Null if the file is not what it was a moment ago. */
  private async take(path: string, file: ReadSides): Promise<readonly DroppedLines[] | null> {
    const { effects, shadow } = this.own.parts;
    const refreshed = refreshFile(file);
    if (file.userBytes !== null) await shadow.objects.write(file.userBytes);
    if (refreshed.type === 'same') return [];
    let next: FileVersion | null = file.user?.version ?? null;
    if (refreshed.type === 'merged') {
      const bytes = encodeText(incomingText(file.user, refreshed.text));
      const blob = await shadow.objects.write(bytes);
      next = { blob, mode: refreshed.mode, bytes: bytes.length };
    }
    const effect: Effect = {
      place: 'workspace',
      path,
      expected: file.work?.version ?? null,
      next,
      temporary: temporaryName(),
    };
    const [result] = await effects.run([effect]);
    if (result?.status === 'rejected') throw result.reason;
    return result?.value === 'done' ? droppedOf(refreshed) : null;
  }

  /** One at a time, because they are in memory whole. */
  private async *moved(paths: readonly string[]): AsyncGenerator<MovedFile> {
    const { baseline, shadow } = this.own.parts;
    const movedByAgent = new Set(
      openFiles(this.changes.all).flatMap(({ change }) =>
        change.oldPath === undefined ? [] : [change.oldPath, change.path],
      ),
    );
    const unique = [...new Set(paths)].filter((path) => !movedByAgent.has(path));
    const held = await shadow.trees.entries(baseline.tree, unique);
    const sizes = await shadow.objects.sizes([...held.values()].map(({ blob }) => blob));
    for (const path of unique) {
      const version = versionOf(held.get(path) ?? null, sizes);
      const sides = await attempt(path, () => this.read(path, version));
      if (!sides.ok) yield { path, sides: null };
      else if (sides.value !== null) yield { path, sides: sides.value };
    }
  }

  /** Null if the user's file is as the session began with it. */
  private async read(path: string, version: FileVersion | null): Promise<ReadSides | null> {
    const { shadow, effects } = this.own.parts;
    const present = await effects.read('project', path);
    if (sameVersion(version, present?.version ?? null)) return null;
    const { base } = await shadow.objects.sides({ path, base: version, proposed: null });
    const user = sideOf(present);
    if (!hasMovedOn(base, user)) return null;
    const work = sideOf(await effects.read('workspace', path));
    return { base, work, user, userBytes: present?.bytes ?? null };
  }

  private async mark(): Promise<RefreshPoint> {
    const here = await this.here();
    await this.own.parts.checkpoints.keepPoint(here);
    return here;
  }

  private async here(): Promise<RefreshPoint> {
    const { scanner, baseline, ledger } = this.own.parts;
    const ownTree = ledger.state.ownTree ?? this.own.context.record.baseTree;
    return { tree: await scanner.tree(), baseTree: baseline.tree, ownTree };
  }
}

function isSamePoint(left: RefreshPoint, right: RefreshPoint): boolean {
  return left.tree === right.tree && left.baseTree === right.baseTree;
}

function differenceOf(path: string, { base, user }: ReadSides): TreeDifference {
  return { path, base: base?.version ?? null, proposed: user?.version ?? null };
}

function droppedOf(file: ReturnType<typeof refreshFile>): readonly DroppedLines[] {
  if (file.type === 'merged') return file.dropped;
  return file.type === 'users' && file.isDropped ? [WHOLE] : [];
}

const WHOLE: DroppedLines = { start: 0, removed: [], added: [] };

/** As a diff; empty if it is about the file as a whole. */
function droppedText(dropped: readonly DroppedLines[]): string {
  const marked = (mark: string, lines: readonly string[]) =>
    lines.map((line) => `${mark}${line.replace(/\r?\n$/, '')}`);
  return dropped
    .flatMap(({ removed, added }) => [...marked('-', removed), ...marked('+', added)])
    .join('\n')
    .slice(0, DROPPED_CHARACTERS);
}
