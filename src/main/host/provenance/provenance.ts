import { createHash } from 'node:crypto';
import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { DisposableOwner } from '#main/base/disposable';
import { AnchoredReader } from '#main/base/files/anchoredReader';
import { entriesUpTo } from '#main/base/files/entriesUpTo';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import { readWithin } from '#main/base/files/readWithin';
import { Queue } from '#main/base/queue';
import { onUnexpectedError } from '#main/base/unexpected';
import type { FileCredit } from '#main/host/compare/resultComposer';
import type { Host } from '#main/host/host';
import { type Origin, originRuns } from '#shared/airlock/provenance/origin';
import {
  counted,
  isDue,
  type StandingLines,
  standingOf,
} from '#shared/airlock/provenance/standing';
import {
  type CreditedFile,
  followLines,
  type LineOrigin,
  lineKeys,
  UNTRACED,
  withContext,
} from '#shared/airlock/provenance/trace';
import type { HunkCredit } from '#shared/airlock/score';
import { fail, ok, type Result } from '#shared/errors';
import type { ChangeId, SessionId } from '#shared/ids';
import type { FileProvenance } from '#shared/ipc/provenance';
import { CommittedFiles, withCommitted } from './committedFiles';
import { credited, followDecided, originOf } from './followDecided';
import { COUNT_MILLISECONDS, FIRST_COUNT_MILLISECONDS, SHOWN_BYTES } from './limits';
import { ProvenanceFile, type ProvenanceState } from './provenanceFile';

export interface ProvenanceOptions {
  readonly host: Pick<Host, 'onDidChangeChanges' | 'opened' | 'open' | 'list'>;
  /** Our own folder, with one file per project. */
  readonly folder: string;
  readonly onProblem: ReportProblem;
  now(): number;
}

/**
 * The origins of the lines in the user's files. Each decision is followed once, when it was carried
 * out, because the session's own record of it disappears with time, and with the session.
 */
export class Provenance extends DisposableOwner {
  private readonly work = new Queue();
  private readonly files = new Map<string, ProvenanceFile>();
  private readonly waiting = new Set<SessionId>();
  private readonly committed = new CommittedFiles();

  constructor(private readonly options: ProvenanceOptions) {
    super();
    this.register(
      options.host.onDidChangeChanges((sessionId) => {
        if (this.waiting.has(sessionId)) return;
        this.waiting.add(sessionId);
        this.work.run(() => this.catchUp(sessionId)).catch(onUnexpectedError);
      }),
    );
  }

  /** The current content of a project's file, with the origins of its lines. */
  async file(project: string, path: string): Promise<Result<FileProvenance>> {
    const folder = (await ifExists(realpath(project))) ?? null;
    if (folder === null) return fail('not-found', `There is no folder ${project}.`);
    const text = await readText(folder, path);
    if (!text.ok) return text;
    const committed = await this.committed.lines(folder, path);
    return this.work.run(async () => {
      const root = await this.rootOf(folder);
      const state = await this.stateOf(root);
      if (state === null) return UNREADABLE;
      const below = relative(root, join(folder, path)).split(sep).join('/');
      const known = state.files.get(below)?.text ?? UNTRACED;
      const own = followLines(known, lineKeys(text.value));
      const traced = withCommitted(own, committed, state.origins.length);
      const origins = [...state.origins, ...committed.origins];
      const { problem } = committed;
      return ok({ text: text.value, origins, runs: originRuns(traced.origins), problem });
    });
  }

  /**
   * The proposed text of a change. Lines that the session adds are its own, or belong to the
   * sessions that it was composed from.
   */
  async change(sessionId: SessionId, changeId: ChangeId): Promise<Result<FileProvenance>> {
    const session = await this.options.host.open(sessionId);
    if (!session.ok) return session;
    const { changes } = session.value;
    if (!changes.ok) return changes;
    const texts = await changes.value.texts(changeId);
    if (!texts.ok) return texts;
    const view = changes.value.find(changeId);
    if (view === null) return UNREADABLE;
    const { path, oldPath = path, turnId, toolCallId } = view.change;
    const { projectRoot } = changes.value;
    const committed = await this.committed.lines(projectRoot, oldPath);
    return this.work.run(async () => {
      const state = await this.stateOf(projectRoot);
      if (state === null) return UNREADABLE;
      const known = state.files.get(oldPath)?.text ?? UNTRACED;
      const own = originOf(session.value, { turnId, toolCallId, at: view.at });
      const origins = [...state.origins, own, ...committed.origins];
      const [base, proposed] = [texts.value.base ?? '', texts.value.proposed ?? ''];
      const number = state.origins.length;
      const before = withCommitted(followLines(known, lineKeys(base)), committed, number + 1);
      const followed = followLines(before, lineKeys(proposed), number);
      const traced = credited(state, sessionId, path, followed, number, turnId);
      const { problem } = committed;
      return ok({ text: proposed, origins, runs: originRuns(traced.origins), problem });
    });
  }

  /** Called when a session was composed from others: its lines are theirs. */
  async noteComposed(
    sessionId: SessionId,
    credits: readonly FileCredit[],
    hunks: readonly HunkCredit[],
  ): Promise<void> {
    const composed = await this.options.host.open(sessionId);
    if (!composed.ok || !composed.value.changes.ok) return;
    const { projectRoot } = composed.value.changes.value;
    await this.work.run(async () => {
      const state = await this.stateOf(projectRoot);
      if (state === null) return;
      const at = composed.value.live.state.head.createdAt;
      const files: CreditedFile[] = [];
      for (const { paths, keys, brought } of credits) {
        const origins: LineOrigin[] = keys.map(() => null);
        for (const { owner, start, count } of brought) {
          const session = await this.options.host.open(owner.sessionId);
          if (!session.ok) continue;
          const origin = { ...originOf(session.value, { ...owner, at }), via: sessionId };
          origins.fill(state.number(origin), start, start + count);
        }
        files.push({ paths, text: withContext({ keys, origins }) });
      }
      state.composed.set(sessionId, files);
      state.credits.set(sessionId, hunks);
      await this.fileOf(projectRoot).save();
    });
  }

  /** The hunks from which the project's composed results were made, by session. */
  async credits(project: string): Promise<ReadonlyMap<SessionId, readonly HunkCredit[]>> {
    return this.work.run(async () => {
      const folder = (await ifExists(realpath(project))) ?? null;
      const state = folder === null ? null : await this.stateOf(await this.rootOf(folder));
      return new Map(state?.credits ?? []);
    });
  }

  /**
   * The origins of lines accepted from a session: its own agent, and those of sessions that it was
   * composed from.
   */
  async contributors(sessionId: SessionId): Promise<readonly Origin[]> {
    const session = await this.options.host.open(sessionId);
    if (!session.ok || !session.value.changes.ok) return [];
    const { projectRoot } = session.value.changes.value;
    return this.work.run(async () => {
      const state = await this.stateOf(projectRoot);
      const own = (state?.origins ?? []).filter(
        (origin, number) =>
          state?.tallies.has(number) &&
          (origin.via === sessionId || (origin.sessionId === sessionId && !origin.via)),
      );
      return [...new Map(own.map((origin) => [origin.sessionId, origin])).values()];
    });
  }

  /**
   * What became of the lines that were accepted from each session. Lines that are due are counted
   * first.
   */
  async standing(project: string): Promise<ReadonlyMap<SessionId, StandingLines>> {
    return this.work.run(async () => {
      const state = await this.count(project);
      const tallies = Map.groupBy(
        state?.tallies ?? [],
        ([origin]) => state?.origins[origin]?.sessionId,
      );
      const standing = new Map<SessionId, StandingLines>();
      for (const [sessionId, own] of tallies) {
        if (sessionId) standing.set(sessionId, standingOf(own.map(([, tally]) => tally)));
      }
      return standing;
    });
  }

  /**
   * Counts lines that were accepted a day or a week ago: soon, and then every hour until disposed.
   */
  keepCounting(): void {
    const count = () => {
      for (const project of new Set(this.options.host.list().map((one) => one.project))) {
        this.work.run(() => this.count(project)).catch(onUnexpectedError);
      }
    };
    const first = setTimeout(count, FIRST_COUNT_MILLISECONDS);
    const timer = setInterval(count, COUNT_MILLISECONDS);
    this.register({
      dispose: () => {
        clearTimeout(first);
        clearInterval(timer);
      },
    });
  }

  /** Counts the lines in the project's files whose day or week has come. */
  private async count(project: string): Promise<ProvenanceState | null> {
    const folder = (await ifExists(realpath(project))) ?? null;
    if (folder === null || this.isDisposed) return null;
    const root = await this.rootOf(folder);
    const state = await this.stateOf(root);
    const now = this.options.now();
    const due = [...(state?.tallies ?? [])].filter(([, tally]) => isDue(tally, now));
    if (state === null || due.length === 0) return state;
    // If the disk is not mounted, count later.
    if ((await entriesUpTo(root, 1)).length === 0) return state;
    const present = new Map(due.map(([origin]) => [origin, 0]));
    for (const [path, { text }] of state.files) {
      if (!text.origins.some((origin) => origin !== null && present.has(origin))) continue;
      const current = await readText(root, path);
      if (!current.ok) continue;
      for (const origin of followLines(text, lineKeys(current.value)).origins) {
        const count = origin === null ? undefined : present.get(origin);
        if (origin !== null && count !== undefined) present.set(origin, count + 1);
      }
    }
    for (const [origin, tally] of due) {
      state.tallies.set(origin, counted(tally, present.get(origin) ?? 0, now));
    }
    await this.fileOf(root).save();
    return state;
  }

  /** Settles when every decision so far is followed. */
  drain(): Promise<void> {
    return this.work.drain();
  }

  private async catchUp(sessionId: SessionId): Promise<void> {
    this.waiting.delete(sessionId);
    const session = this.options.host.opened(sessionId);
    if (session === null || !session.changes.ok || this.isDisposed) return;
    const changes = session.changes.value;
    if (changes.steps.count === 0) return;
    const file = this.fileOf(changes.projectRoot);
    const state = await file.load();
    if (state === null) return;
    const from = state.sessions.get(sessionId) ?? 0;
    if (changes.steps.count <= from) return;
    const { steps, next } = changes.steps.after(from);
    for (const step of steps) {
      for (const decided of step.files) await followDecided(state, session, changes, step, decided);
    }
    if (next === from) return;
    state.sessions.set(sessionId, next);
    await file.save();
  }

  private stateOf(root: string): Promise<ProvenanceState | null> {
    return this.fileOf(root).load();
  }

  private fileOf(root: string): ProvenanceFile {
    const file =
      this.files.get(root) ?? new ProvenanceFile(this.placeOf(root), this.options.onProblem);
    this.files.set(root, file);
    return file;
  }

  private placeOf(root: string): string {
    const name = createHash('sha256').update(root).digest('hex').slice(0, NAME_CHARACTERS);
    return join(this.options.folder, `${name}.json`);
  }

  /**
   * The repository's root, because provenance is kept per repository, and a project may be a folder
   * in it.
   */
  private async rootOf(folder: string): Promise<string> {
    for (let root = folder; ; root = dirname(root)) {
      const isKnown = this.files.has(root) || (await ifExists(lstat(this.placeOf(root))));
      if (isKnown) return root;
      if (dirname(root) === root) return folder;
    }
  }
}

const NAME_CHARACTERS = 32;

const UNREADABLE = fail(
  'io',
  'Airlock’s record of who wrote this project’s lines cannot be read now. Try again.',
);

/** Reviewable text; links that lead out of the project are not followed. */
async function readText(root: string, path: string): Promise<Result<string>> {
  try {
    return await new AnchoredReader([root]).open(join(root, path), async (file, status) => {
      if (!status.isFile()) return fail('invalid-input', `${path} is not a file.`);
      if (status.size > SHOWN_BYTES) return fail('refused', `${path} is too large to be shown.`);
      const bytes = await readWithin(file, Number(status.size), SHOWN_BYTES);
      if (bytes === null) return fail('refused', `${path} is too large to be shown.`);
      if (bytes.includes(0)) return fail('refused', `${path} is not text.`);
      return ok(bytes.toString('utf8'));
    });
  } catch (error) {
    const { message } = error as Error;
    return fail('not-found', `${path} cannot be read. ${message}`);
  }
}
