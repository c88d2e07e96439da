import type { ChangeSource, SessionChanges, WorkFile } from '#main/airlock/airlock';
import type { Host, NewSession } from '#main/host/host';
import type { Change } from '#shared/airlock/change';
import type { ChangeView } from '#shared/airlock/changeView';
import { composeFile } from '#shared/airlock/compare/composeFile';
import {
  conflictingPicks,
  inRoomOrder,
  type PickedPath,
} from '#shared/airlock/compare/composePaths';
import type { BroughtLines } from '#shared/airlock/compare/composeText';
import type { ComposedContent, Composition } from '#shared/airlock/diff/compose';
import type { DecodedText } from '#shared/airlock/diff/textFormat';
import { lineKeys } from '#shared/airlock/provenance/trace';
import type { Side } from '#shared/airlock/review';
import type { HunkCredit } from '#shared/airlock/score';
import { AppException, fail, type Result, resultOf, valueIn } from '#shared/errors';
import type { ChangeId, SessionId } from '#shared/ids';
import type { ComposeConflict, HunkPicks } from '#shared/ipc/compare';
import { worksInCopy } from '#shared/session/isolation';
import type { UnfinishedResults } from './unfinishedResults';

export interface ComposeWish extends NewSession {
  readonly title: string;
  readonly picks: readonly HunkPicks[];
}

export interface ComposedSession {
  readonly sessionId: SessionId;
  readonly conflicts: readonly ComposeConflict[];
}

interface Picked extends HunkPicks {
  readonly source: ChangeSource;
}

/** The picked hunks of one file, by its path before the change. */
interface PathPicks extends PickedPath {
  readonly picks: readonly HunkPicks[];
}

/** The result of one file's picks. */
export interface ComposedPath {
  readonly files: readonly WorkFile[];
  readonly conflicts: readonly ComposeConflict[];
  /** The credit; null if no line comes from a pick. */
  readonly credit: FileCredit | null;
}

/** The origins of the lines in a composed file. */
export interface FileCredit {
  /** The paths of the file now and before it was moved. */
  readonly paths: readonly string[];
  readonly keys: readonly string[];
  readonly brought: readonly BroughtLines<PickCredit>[];
}

/** The origin of lines in a composed file. */
export interface PickCredit extends Pick<Change, 'turnId' | 'toolCallId'> {
  readonly sessionId: SessionId;
}

const GONE = {
  code: 'not-found',
  message: 'One of the picked changes is no longer there. Check the comparison again.',
} as const;

const LEFT_HALF_DONE =
  'A new session with a part of the result is left, which goes to the trash at the next start of Airlock.';

/** Combines hunks of several sessions in a separate copy. */
export class ResultComposer {
  constructor(
    private readonly host: Pick<Host, 'open' | 'create' | 'delete' | 'dispatch'>,
    /** Called with the origins of a composed session's lines. */
    private readonly onComposed: (
      sessionId: SessionId,
      credits: readonly FileCredit[],
      hunks: readonly HunkCredit[],
    ) => Promise<void> = async () => undefined,
    private readonly unfinished?: Pick<UnfinishedResults, 'begin' | 'end'>,
  ) {}

  async conflicts(picks: readonly HunkPicks[]): Promise<Result<readonly ComposeConflict[]>> {
    return resultOf(async () => {
      const conflicts: ComposeConflict[] = [];
      await this.each(picks, async (composed) => void conflicts.push(...composed.conflicts));
      return conflicts;
    });
  }

  /** Composes one file at a time, so that only one is in memory. Throws an `AppException`. */
  async each(
    picks: readonly HunkPicks[],
    use: (composed: ComposedPath) => Promise<void>,
  ): Promise<void> {
    const groups = await this.byPath(picks);
    const conflicting = conflictingPicks(groups);
    for (const group of inRoomOrder(groups)) {
      const isConflicting = conflicting.has(group) || (await this.isOccupied(group, groups));
      await use(isConflicting ? leftOut(group) : await this.compose(group, groups));
    }
  }

  /** Creates the session. It is removed again if its copy cannot be filled. */
  async create({ title, picks, prompt, ...wish }: ComposeWish): Promise<Result<ComposedSession>> {
    if (!worksInCopy(wish.isolation)) {
      return fail('invalid-input', 'A composed result needs a copy to live in.');
    }
    return resultOf(async () => {
      const sessionId = valueIn(await this.host.create(wish));
      try {
        await this.unfinished?.begin(sessionId);
        const changes = await this.changesOf(sessionId);
        const conflicts: ComposeConflict[] = [];
        const credits: FileCredit[] = [];
        await this.each(picks, async (composed) => {
          conflicts.push(...composed.conflicts);
          if (composed.credit !== null) credits.push(composed.credit);
          valueIn(await changes.composition.fill(composed.files));
        });
        const { fault } = await changes.look();
        if (fault !== null) throw new AppException({ code: 'io', message: fault });
        await this.onComposed(sessionId, credits, await this.hunkCredits(changes, picks));
        valueIn(await this.host.dispatch(sessionId, { type: 'session.rename', title }));
        // The result is not complete without its title.
        valueIn(await valueIn(await this.host.open(sessionId)).sync());
        await this.unfinished?.end(sessionId);
        if (prompt) {
          valueIn(await this.host.dispatch(sessionId, { type: 'prompt.send', content: prompt }));
        }
        return { sessionId, conflicts };
      } catch (error) {
        const gone = await this.host.delete(sessionId);
        // If deleting fails, the mark stays and the next start deletes the session: it must not
        // pass for a result.
        if (gone.ok) await this.unfinished?.end(sessionId);
        else if (error instanceof AppException) {
          const { code, message, detail } = error;
          throw new AppException(fail(code, `${message} ${LEFT_HALF_DONE}`, detail).error);
        }
        throw error;
      }
    });
  }

  private async byPath(picks: readonly HunkPicks[]): Promise<readonly PathPicks[]> {
    const groups = new Map<string, { picks: HunkPicks[]; targets: Set<string> }>();
    for (const pick of picks) {
      const view = (await this.changesOf(pick.sessionId)).find(pick.changeId);
      if (view === null) throw new AppException(GONE);
      const path = view.change.oldPath ?? view.change.path;
      const group = groups.get(path) ?? { picks: [], targets: new Set() };
      group.picks.push(pick);
      const target = targetOf(view, pick);
      if (target !== null) group.targets.add(target);
      groups.set(path, group);
    }
    return [...groups].map(([path, group]) => ({ path, ...group }));
  }

  /** Whether the user has a file at the target of a move, and no pick removes it. */
  private async isOccupied(
    { path, picks, targets }: PathPicks,
    groups: readonly PathPicks[],
  ): Promise<boolean> {
    const [pick] = picks;
    if (pick === undefined) return false;
    const { composition } = await this.changesOf(pick.sessionId);
    for (const target of targets) {
      const other = groups.find((group) => group.path === target);
      if (target === path || (other !== undefined && !other.targets.has(target))) continue;
      if (isBelowGone(target, groups)) continue;
      if (valueIn(await composition.present(target)) !== null) return true;
    }
    return false;
  }

  /** Composes a file; only one file's texts are in memory at a time. */
  private async compose(
    { path, picks }: PathPicks,
    groups: readonly PathPicks[],
  ): Promise<ComposedPath> {
    const picked: Picked[] = [];
    let side: Side | null = null;
    for (const pick of picks) {
      const { composition } = await this.changesOf(pick.sessionId);
      picked.push({ ...pick, source: valueIn(await composition.source(pick.changeId)) });
      // Nothing exists yet below a file that is removed.
      side = isBelowGone(path, groups) ? null : valueIn(await composition.present(path));
    }
    const { result, brought, conflicts } = composeFile(
      { path, side },
      picked.map((pick) => ({
        owner: pick,
        sides: pick.source.sides,
        hunks: pick.source.change.hunks,
        picked: new Set(pick.hunkIds),
      })),
    );
    const isLeft = conflicts.length > 0 && (result === null || result.content.type === 'kept');
    return {
      credit: creditOf(path, result, brought),
      // Do not remove the old path if another file is written to it.
      files: isLeft
        ? []
        : (await filesOf(path, result, picked)).filter(
            ({ path: gone, file }) =>
              file !== null || !groups.some(({ targets }) => targets.has(gone)),
          ),
      conflicts: conflicts.map(({ picks: named, start, lines }) => ({
        path,
        start,
        lines,
        picks: named.map(({ owner: { sessionId, changeId }, hunkId }) => ({
          sessionId,
          changeId,
          hunkId,
        })),
      })),
    };
  }

  /** The hunks of the composed result that have the same effect as a picked one. */
  private async hunkCredits(
    composed: SessionChanges,
    picks: readonly HunkPicks[],
  ): Promise<readonly HunkCredit[]> {
    const picked = new Map<string, { start: number; from: HunkCredit['from'] }[]>();
    for (const { sessionId, changeId, hunkIds } of picks) {
      const changes = await this.changesOf(sessionId);
      for (const { place, hunkId, start } of await keyedHunks(changes, changeId)) {
        if (!hunkIds.includes(hunkId)) continue;
        const from = { sessionId, changeId, hunkId };
        picked.set(place, [...(picked.get(place) ?? []), { start, from }]);
      }
    }
    const credits: HunkCredit[] = [];
    for (const { change, status } of composed.all) {
      if (status !== 'open') continue;
      for (const { path, place, hunkId, start } of await keyedHunks(composed, change.changeId)) {
        // If several have the same effect, take the nearest.
        const away = (one: { readonly start: number }) => Math.abs(one.start - start);
        const [nearest] = (picked.get(place) ?? []).toSorted((a, b) => away(a) - away(b));
        if (nearest !== undefined) credits.push({ path, hunkId, from: nearest.from });
      }
    }
    return credits;
  }

  private async changesOf(sessionId: SessionId): Promise<SessionChanges> {
    const session = valueIn(await this.host.open(sessionId));
    return valueIn(session.changes);
  }
}

/** The path of a file after these hunks of a change; null if the change deletes it. */
function targetOf({ change, hunks }: ChangeView, { hunkIds }: HunkPicks): string | null {
  const taken = hunks.filter(({ hunk }) => hunkIds.includes(hunk.id));
  if (taken.length === 0) return change.oldPath ?? change.path;
  if (change.proposed === null) return null;
  const isMoved = taken.some(({ hunk }) => hunk.type === 'rename');
  return isMoved ? change.path : (change.oldPath ?? change.path);
}

function isBelowGone(path: string, groups: readonly PathPicks[]): boolean {
  return groups.some(
    (group) => path.startsWith(`${group.path}/`) && !group.targets.has(group.path),
  );
}

/** The result for a file that does not fit: all its picks are left out. */
function leftOut({ path, picks }: PathPicks): ComposedPath {
  const named = picks.flatMap(({ sessionId, changeId, hunkIds }) =>
    hunkIds.map((hunkId) => ({ sessionId, changeId, hunkId })),
  );
  return { files: [], credit: null, conflicts: [{ path, picks: named, start: 0, lines: [] }] };
}

async function keyedHunks(changes: SessionChanges, changeId: ChangeId) {
  const view = changes.find(changeId);
  const keys = (await changes.composition.keys([changeId])).get(changeId) ?? [];
  const path = view?.change.path ?? '';
  return (view?.hunks ?? []).map(({ hunk }, index) => ({
    path,
    hunkId: hunk.id,
    /** Picks with the same effect on the same file have the same place. */
    place: `${path}\0${keys[index] ?? hunk.id}`,
    start: hunk.type === 'text' ? hunk.baseStart : 0,
  }));
}

function creditOf(
  path: string,
  result: Composition | null,
  brought: readonly BroughtLines<Picked>[],
): FileCredit | null {
  const text = result?.content.type === 'text' ? result.content.text : result?.content.text;
  if (!result || !text || brought.every(({ count }) => count === 0)) return null;
  return {
    paths: [...new Set([result.path, path])],
    keys: lineKeys(text.text),
    brought: brought.map(({ owner: { sessionId, source }, start, count }) => {
      const { turnId, toolCallId } = source.change;
      return { owner: { sessionId, turnId, toolCallId }, start, count };
    }),
  };
}

/** The composed file, and the removal of its old path if it was moved. */
async function filesOf(
  path: string,
  result: Composition | null,
  picks: readonly Picked[],
): Promise<readonly WorkFile[]> {
  if (result === null) return [{ path, file: null }];
  const { content, mode } = result;
  const written = { path: result.path, file: { content: await contentOf(content, picks), mode } };
  return result.path === path ? [written] : [{ path, file: null }, written];
}

async function contentOf(
  content: ComposedContent,
  picks: readonly Picked[],
): Promise<Buffer | DecodedText> {
  if (content.type === 'text') return content.text;
  const { blob } = content.version;
  const owner = picks.find(({ source: { change } }) =>
    [change.base, change.proposed].some((version) => version?.blob === blob),
  );
  if (owner === undefined) throw new Error('A composed file is none of the picked versions.');
  return owner.source.read(content.version);
}
