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
import { type DroppedLines, hasMovedOn, refreshFile } from '#shared/airlock/compare/refreshFile';
import type { Effect } from '#shared/airlock/ledger';
import type { Side } from '#shared/airlock/review';
import type { Result } from '#shared/errors';
import type { BaseStanding, DroppedFile, RefreshPoint, RefreshReport } from '#shared/ipc/refresh';

interface MovedFile {
  readonly path: string;
  readonly base: Side | null;
  readonly work: Side | null;
  readonly user: Side | null;
  readonly userBytes: Buffer | null;
}

/** Lets a session that works in a copy go on from the user's files as they are now. */
export class SessionRefresh {
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
      for (const file of await this.moved(paths)) {
        moved.push(file.path);
        conflicts += droppedOf(refreshFile(file)).length;
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
      const taken: TreeDifference[] = [];
      const dropped: DroppedFile[] = [];
      const left: string[] = [];
      for (const file of await this.moved(paths)) {
        const lost = await this.take(file);
        if (lost === null) {
          left.push(file.path);
          continue;
        }
        taken.push(differenceOf(file));
        if (lost.length > 0) dropped.push({ path: file.path, text: droppedText(lost) });
      }
      // After the files: with the baseline alone, the agent would seem to take out what is new.
      if (taken.length > 0) await parts.surveyor.takeUsers(taken);
      await looks.look(NOBODY);
      news.fire();
      return {
        before,
        after: await this.here(),
        updated: taken.map(({ path }) => path),
        dropped: dropped.slice(0, DROPPED_FILES),
        left,
      };
    });
  }

  /** Takes a refresh back, if nothing has happened since. */
  undo({ before, after }: Pick<RefreshReport, 'before' | 'after'>): Promise<Result<void>> {
    const { tasks, looks, parts, news } = this.own;
    return tasks.run('The copy', async () => {
      await looks.look(NOBODY);
      const now = await this.here();
      if (now.tree !== after.tree || now.baseTree !== after.baseTree) {
        throw refuse('The agent’s files or your decisions have changed since, so it stays.');
      }
      const left = await parts.checkpoints.restore(before.tree, now);
      if (left.length > 0) throw refuse(`Another program changed ${left[0]}.`);
      await parts.baseline.restore(before.baseTree);
      await parts.ledger.append([
        { type: 'base.moved', tree: before.baseTree, ownTree: before.ownTree },
      ]);
      await looks.look(NOBODY);
      news.fire();
    });
  }

  /** Null if the file is not what it was a moment ago. */
  private async take(file: MovedFile): Promise<readonly DroppedLines[] | null> {
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
      path: file.path,
      expected: file.work?.version ?? null,
      next,
      temporary: temporaryName(),
    };
    const [result] = await effects.run([effect]);
    if (result?.status === 'rejected') throw result.reason;
    return result?.value === 'done' ? droppedOf(refreshed) : null;
  }

  /** One file is in memory at a time, but for what has to be compared. */
  private async moved(paths: readonly string[]): Promise<readonly MovedFile[]> {
    const { baseline, shadow, effects } = this.own.parts;
    const movedByAgent = new Set(
      openFiles(this.changes.all).flatMap(({ change }) =>
        change.oldPath === undefined ? [] : [change.oldPath, change.path],
      ),
    );
    const unique = [...new Set(paths)].filter((path) => !movedByAgent.has(path));
    const held = await shadow.trees.entries(baseline.tree, unique);
    const sizes = await shadow.objects.sizes([...held.values()].map(({ blob }) => blob));
    const files: MovedFile[] = [];
    for (const path of unique) {
      const version = versionOf(held.get(path) ?? null, sizes);
      const present = await effects.read('project', path);
      if (sameVersion(version, present?.version ?? null)) continue;
      const { base } = await shadow.objects.sides({ path, base: version, proposed: null });
      const user = sideOf(present);
      if (!hasMovedOn(base, user)) continue;
      const work = sideOf(await effects.read('workspace', path));
      files.push({ path, base, work, user, userBytes: present?.bytes ?? null });
    }
    return files;
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

function differenceOf({ path, base, user }: MovedFile): TreeDifference {
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
