import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Airlock, type SessionAirlock } from '#main/airlock/airlock';
import type { FileProblem } from '#main/base/files/keptFile';
import type { ChangeView } from '#shared/airlock/changeView';
import type { Result } from '#shared/errors';
import { createIdSource, type DecisionId, type SessionId, type TurnId } from '#shared/ids';
import type { Isolation } from '#shared/session/isolation';
import { MemoryLogger } from '#test/support/memoryLogger';
import { GitRepository } from './gitRepository';
import type { TemporaryFolder } from './temporaryFolder';
import { testFolder } from './testFolder';

export type Files = Readonly<Record<string, string | Uint8Array>>;
type Place = Parameters<Airlock['openSession']>[0];

let counter = 0;
const ids = createIdSource(() => `test${String(++counter).padStart(8, '0')}`);

export function newSessionId(): SessionId {
  return ids.mint('session');
}

export function newTurnId(): TurnId {
  return ids.mint('turn');
}

/** An airlock with the test's own folders. */
export class AirlockHarness {
  readonly folder: TemporaryFolder;
  readonly airlock: Airlock;
  /** Our own files that could not be read or written, in order. */
  readonly problems: FileProblem[] = [];
  /** The files that the user's settings add to those that can run code. */
  selfArming: readonly string[] = [];

  constructor(
    folder = testFolder(),
    { git, clock }: { readonly git?: string; readonly clock?: () => number } = {},
  ) {
    this.folder = folder;
    this.airlock = new Airlock({
      data: folder.join('data'),
      worktrees: folder.join('worktrees'),
      ids,
      logger: new MemoryLogger(),
      ...(git !== undefined && { git }),
      ...(clock !== undefined && { clock }),
      selfArming: () => this.selfArming,
      onProblem: (problem) => this.problems.push(problem),
    });
  }

  repository(
    files: Files = { 'a.txt': 'one\ntwo\nthree\n' },
    name = 'project',
  ): Promise<GitRepository> {
    return GitRepository.createWith(this.folder.join(name), files);
  }

  /** Opens a session that is closed with the test. */
  async open(project: string, options: Partial<Place> = {}): Promise<SessionAirlock> {
    const session = await this.tryOpen(project, options);
    return value(session);
  }

  async tryOpen(project: string, options: Partial<Place> = {}): Promise<Result<SessionAirlock>> {
    const isolation: Isolation = 'isolated';
    const opened = await this.airlock.openSession({
      sessionId: newSessionId(),
      project,
      isolation,
      ...options,
    });
    if (opened.ok) onTestFinished(() => opened.value.close());
    return opened;
  }
}

/** Opens a session on a separate repository. */
export async function startSession(files?: Files, options?: Partial<Place>) {
  const harness = new AirlockHarness();
  const repository = await harness.repository(files);
  const session = await harness.open(repository.path, options);
  return { harness, repository, session };
}

/** Prepares a session on a separate repository; `open` opens it, and can do so again. */
export async function prepareSession(files?: Files, options?: Partial<Place>) {
  const harness = new AirlockHarness();
  const repository = await harness.repository(files);
  const sessionId = newSessionId();
  const open = () => harness.open(repository.path, { ...options, sessionId });
  return { harness, repository, sessionId, open };
}

export function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.detail ?? ''}`);
  return result.value;
}

export function openChanges(session: SessionAirlock): readonly ChangeView[] {
  return session.changes.all.filter(({ status }) => status === 'open');
}

/** The paths of the open changes, sorted. */
export function openPaths(session: SessionAirlock): readonly string[] {
  return openChanges(session)
    .map(({ change }) => change.path)
    .sort();
}

export function openChange(session: SessionAirlock, path: string): ChangeView {
  const found = openChanges(session).filter(({ change }) => change.path === path);
  if (found.length !== 1) throw new Error(`${found.length} open changes of ${path}.`);
  return found[0] as ChangeView;
}

/** A verdict on every undecided hunk of one change. */
export function verdictOn(
  view: ChangeView,
  verdict: 'accept' | 'reject',
  only?: readonly number[],
) {
  const hunks = view.hunks
    .filter(({ outcome }, index) => outcome.state === 'pending' && (only?.includes(index) ?? true))
    .map(({ hunk }) => ({ hunkId: hunk.id, verdict }));
  return { changeId: view.change.changeId, hunks };
}

export async function decideAll(session: SessionAirlock, verdict: 'accept' | 'reject') {
  const results = await session.changes.decide(
    openChanges(session).map((view) => ({ ...verdictOn(view, verdict), acknowledgesRisk: true })),
  );
  return results.map(value);
}

/** Undoes one decision. */
export async function undo(session: SessionAirlock, decisionId: DecisionId) {
  const [result] = await session.changes.undo([decisionId]);
  if (result === undefined) throw new Error('One decision has one result.');
  return result;
}

/** All files below a folder with mode and content, without `.git`. */
export function treeOf(folder: string, below = ''): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).sort()) {
    if (name === '.git') continue;
    const path = below === '' ? name : `${below}/${name}`;
    const status = lstatSync(join(folder, path));
    if (status.isDirectory()) Object.assign(found, treeOf(folder, path));
    else if (status.isSymbolicLink()) found[path] = `link ${readlinkSync(join(folder, path))}`;
    else {
      const mode = (status.mode & 0o777).toString(8);
      found[path] = `${mode} ${readFileSync(join(folder, path)).toString('latin1')}`;
    }
  }
  return found;
}
