import { attempt, refuse } from '#main/airlock/disk/attempt';
import { temporaryName } from '#main/airlock/disk/effects';
import { NOBODY } from '#main/airlock/find/surveyor';
import { incomingText } from '#main/airlock/ledger/incomingText';
import { encodeText } from '#main/airlock/ledger/textCodec';
import { DROPPED_CHARACTERS, DROPPED_FILES } from '#main/airlock/limits';
import { sideOf } from '#main/airlock/objects/objectStore';
import type { SessionChanges, SessionChangesParts } from '#main/airlock/sessionChanges';
import { versionOf } from '#main/airlock/tree/treeEntries';
import { type FileVersion, sameVersion } from '#shared/airlock/change';
import { openFiles } from '#shared/airlock/changeView';
import {
  type DroppedLines,
  type FileSides,
  hasMovedOn,
  refreshFile,
} from '#shared/airlock/compare/refreshFile';
import type { Effect } from '#shared/airlock/ledgerEvents';
import type { PlannedRefresh, RefreshPoint, RefreshRecord } from '#shared/airlock/refreshRecord';
import type { Result } from '#shared/errors';
import type { RefreshId } from '#shared/ids';
import type { BaseStanding, Refreshed, RefreshReport } from '#shared/ipc/refresh';

interface ReadSides extends FileSides {
  readonly userBytes: Buffer | null;
}

interface MovedFile {
  readonly path: string;
  /** Null if a folder has its name in one of the trees, or if the file cannot be read. */
  readonly sides: ReadSides | null;
}

/**
 * Lets a session that works in a copy continue from the user's current files. The user's files are
 * only read.
 */
export class SessionRefresh {
  constructor(
    private readonly own: SessionChangesParts,
    private readonly changes: Pick<SessionChanges, 'all'>,
  ) {}

  /**
   * Files that the session wants to change. Files that it moves are merged when they are accepted.
   */
  get openPaths(): readonly string[] {
    return openFiles(this.changes.all)
      .filter(({ change }) => change.oldPath === undefined)
      .map(({ change }) => change.path);
  }

  /**
   * The files that have changed in the user's tree, and whether the session's changes still fit.
   */
  standing(paths: readonly string[]): Promise<Result<BaseStanding>> {
    return attempt('The project', async () => {
      await this.own.parts.project.assertThere();
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

  /**
   * Takes over the user's changes in the files that the session wants to change and in `more`, and
   * keeps the agent's work in them.
   */
  run(more: readonly string[]): Promise<Result<RefreshReport>> {
    const { tasks, looks, parts, context, news } = this.own;
    return tasks.run('The copy', async () => {
      if (context.record.isolation === 'in-place') throw refuse('It works on your own files.');
      // I18: without the project's folder all files would seem to be deleted, and the agent's work
      // in them would be lost.
      await parts.project.assertThere();
      await looks.look(NOBODY);
      const { files, left } = await this.plan([...this.openPaths, ...more]);
      if (files.length === 0) return { refreshId: null, updated: [], dropped: [], left };
      const before = await this.here();
      await parts.checkpoints.keepPoint(before);
      const refreshId = context.ids.mint('refresh');
      await parts.refreshes.begin({ type: 'refresh.begun', refreshId, before, files, left });
      await looks.look(NOBODY);
      news.fire();
      const { refresh } = parts.ledger.state;
      if (refresh === null || refresh.step === 'begun') {
        throw new Error('The ledger lost a refresh.');
      }
      return reportOf(refresh);
    });
  }

  /** The report of the last refresh, even after a restart; null if there is none. */
  offered(): Promise<Result<Refreshed | null>> {
    return this.own.tasks.run('The copy', async () => {
      const { refresh } = this.own.parts.ledger.state;
      if (refresh?.step !== 'settled' && refresh?.step !== 'undone') return null;
      const report = reportOf(refresh);
      const isUndone = refresh.step === 'undone';
      if (isUndone) return { ...report, state: 'undone', canUndo: false, kept: refresh.kept };
      const canUndo = report.updated.length > 0 && isSamePoint(await this.here(), refresh.after);
      const isSaid = !canUndo && report.dropped.length === 0;
      return isSaid ? null : { ...report, state: 'taken', canUndo, kept: [] };
    });
  }

  /** Undoes the last refresh if nothing has happened since. */
  undo(refreshId: RefreshId): Promise<Result<void>> {
    const { tasks, looks, parts, news } = this.own;
    return tasks.run('The copy', async () => {
      await looks.look(NOBODY);
      const { refresh } = parts.ledger.state;
      const now = await this.here();
      const isLast = refresh?.step === 'settled' && refresh.begun.refreshId === refreshId;
      if (!isLast || !isSamePoint(now, refresh.after)) {
        throw refuse('The agent’s files or your decisions have changed since, so it stays.');
      }
      const to = refresh.begun.before;
      const { baseTree } = to;
      // The baseline is restored as a whole, because nothing was accepted since.
      const { planned } = await parts.rewinder.plan(
        { tree: to.tree, baseTree },
        { ...now, baseTree },
      );
      await parts.refreshes.undo({ type: 'refresh.undoing', refreshId, to, effects: planned });
      await looks.look(NOBODY);
      news.fire();
      const { refresh: undone } = parts.ledger.state;
      const [left] = undone?.step === 'undone' ? undone.kept : [];
      if (left !== undefined) throw refuse(`Another program changed ${left}.`);
    });
  }

  /** Called when the user has seen the report. */
  dismiss(refreshId: RefreshId): Promise<Result<void>> {
    const { tasks, parts, news } = this.own;
    return tasks.run('The session', async () => {
      await parts.ledger.append([{ type: 'refresh.dismissed', refreshId }]);
      news.fire();
    });
  }

  /**
   * Plans the refresh. The new contents are kept on disk, so that it can be finished after a crash.
   */
  private async plan(paths: readonly string[]) {
    const files: PlannedRefresh[] = [];
    const left: string[] = [];
    let dropped = 0;
    const { scanner, shadow } = this.own.parts;
    const seen = await shadow.trees.entries(await scanner.tree(), paths);
    for await (const { path, sides } of this.moved(paths)) {
      // A file that no look has recorded could not be restored.
      const isSeen = sides?.work?.version.blob === seen.get(path)?.blob;
      const planned =
        sides && isSeen ? await attempt(path, () => this.planFile(path, sides)) : null;
      if (!planned?.ok) {
        left.push(path);
        continue;
      }
      const { lost, ...file } = planned.value;
      if (lost.length === 0) files.push(file);
      else files.push({ ...file, dropped: dropped++ < DROPPED_FILES ? droppedText(lost) : CUT });
    }
    // Removed files make room for folders with the same name.
    files.sort((one, other) => Number(staysThere(one)) - Number(staysThere(other)));
    return { files, left };
  }

  private async planFile(path: string, file: ReadSides) {
    const { objects } = this.own.parts.shadow;
    const refreshed = refreshFile(file);
    if (file.userBytes !== null) await objects.write(file.userBytes);
    const [base, user] = [file.base?.version ?? null, file.user?.version ?? null];
    if (refreshed.type === 'same') return { path, base, user, effect: null, lost: [] };
    let next: FileVersion | null = user;
    if (refreshed.type === 'merged') {
      const bytes = encodeText(incomingText(file.user, refreshed.text));
      next = { blob: await objects.write(bytes), mode: refreshed.mode, bytes: bytes.length };
    }
    const expected = file.work?.version ?? null;
    const place = 'workspace';
    const effect: Effect = { place, path, expected, next, temporary: temporaryName() };
    return { path, base, user, effect, lost: droppedOf(refreshed) };
  }

  /** Yields one file at a time, because each is in memory as a whole. */
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

  /** Null if the user's file is unchanged since the session began. */
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

  private async here(): Promise<RefreshPoint> {
    const { scanner, baseline, ledger } = this.own.parts;
    const ownTree = ledger.state.ownTree ?? this.own.context.record.baseTree;
    return { tree: await scanner.tree(), baseTree: baseline.tree, ownTree };
  }
}

function isSamePoint(left: RefreshPoint, right: RefreshPoint): boolean {
  return left.tree === right.tree && left.baseTree === right.baseTree;
}

function reportOf({ begun, left }: Exclude<RefreshRecord, { step: 'begun' }>) {
  const { refreshId, files } = begun;
  const isLeft = new Set(left);
  const updated = files.filter(({ path }) => !isLeft.has(path));
  const dropped = updated.flatMap(({ path, dropped: text }) =>
    text === undefined ? [] : [{ path, text }],
  );
  return { refreshId, updated: updated.map(({ path }) => path), dropped, left };
}

function staysThere({ effect }: PlannedRefresh): boolean {
  return effect === null || effect.next !== null;
}

function droppedOf(file: ReturnType<typeof refreshFile>): readonly DroppedLines[] {
  if (file.type === 'merged') return file.dropped;
  return file.type === 'users' && file.isDropped ? [WHOLE] : [];
}

const WHOLE: DroppedLines = { start: 0, removed: [], added: [] };

const CUT = '… (too much to be listed here; undoing the refresh brings it back)';

/** The dropped lines as a diff; empty if a file was dropped as a whole. */
function droppedText(dropped: readonly DroppedLines[]): string {
  const marked = (mark: string, lines: readonly string[]) =>
    lines.map((line) => `${mark}${line.replace(/\r?\n$/, '')}`);
  const text = dropped
    .flatMap(({ removed, added }) => [...marked('-', removed), ...marked('+', added)])
    .join('\n');
  return text.length <= DROPPED_CHARACTERS ? text : `${text.slice(0, DROPPED_CHARACTERS)}\n${CUT}`;
}
