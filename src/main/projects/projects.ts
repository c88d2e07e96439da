import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { Emitter } from '#main/base/emitter';
import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { ifExists } from '#main/base/files/ifExists';
import type { ReportProblem } from '#main/base/files/keptFile';
import { fail, ok, type Result } from '#shared/errors';
import type { CarriedThing, ProjectPlan, ProjectSetup } from '#shared/project/projectSetup';
import { AllowedPaths } from './allowedPaths';
import { findCarried } from './findCarried';
import { PROJECT_FILE_BYTES } from './limits';
import { readBranch } from './readBranch';
import { readPlan } from './readPlan';
import { TrustStore } from './trustStore';

export type { AllowedPaths } from './allowedPaths';

/** The user's permissions for sealed agents, from the file that keeps them. */
export function openAllowedPaths(file: string, onProblem: ReportProblem): Promise<AllowedPaths> {
  return AllowedPaths.open(file, onProblem);
}

const PROJECT_FILE = '.airlock.json';

/** The content of a project's setup file, with the user's consent. */
export interface TrustedPlan {
  readonly plan: ProjectPlan;
  readonly carried: readonly CarriedThing[];
}

export interface TrustNews {
  readonly folder: string;
  readonly isTrusted: boolean;
}

type FileReading =
  | { readonly type: 'none' }
  | { readonly type: 'text'; readonly text: string; readonly hash: string }
  | { readonly type: 'unreadable'; readonly message: string };

/**
 * I14: the content of projects' `.airlock.json` files. None of it counts until the user has trusted
 * it.
 */
export class Projects {
  private readonly trusted: TrustStore;
  private readonly trustNews = new Emitter<TrustNews>();
  /** Fires when the user trusts the file of a folder, or no longer does. */
  readonly onDidChangeTrust = this.trustNews.event;

  constructor(options: {
    /** The file that stores what was trusted. */
    readonly file: string;
    readonly onProblem: ReportProblem;
  }) {
    this.trusted = new TrustStore(options.file, options.onProblem);
  }

  async read(folder: string): Promise<Result<ProjectSetup>> {
    const root = await realFolder(folder);
    return root === null ? ok({ type: 'none' }) : ok(await this.look(root));
  }

  /** The folder's current branch; null if there is none. */
  async branch(folder: string): Promise<Result<{ readonly branch: string | null }>> {
    const root = await realFolder(folder);
    return ok({ branch: root === null ? null : await readBranch(root) });
  }

  async trust(folder: string, hash: string, isTrusted: boolean): Promise<Result<ProjectSetup>> {
    const root = await realFolder(folder);
    if (root === null) return fail('not-found', `There is no folder ${folder}.`);
    const found = await readProjectFile(root);
    if (isTrusted && (found.type !== 'text' || found.hash !== hash)) {
      return fail('conflict', `${PROJECT_FILE} has changed in the meantime. Review it again.`);
    }
    try {
      await this.trusted.set(root, isTrusted ? hash : null);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return fail('io', `The trusted projects could not be saved. ${message}`);
    }
    this.trustNews.fire({ folder: root, isTrusted });
    return ok(await this.look(root));
  }

  /** The plan; null unless there is a valid file that the user trusts in its present form. */
  async plan(folder: string): Promise<TrustedPlan | null> {
    const setup = await this.read(folder);
    if (!setup.ok || setup.value.type !== 'found' || setup.value.trust !== 'trusted') return null;
    const { plan, carried } = setup.value;
    return { plan, carried };
  }

  private async look(root: string): Promise<ProjectSetup> {
    const file = await readProjectFile(root);
    if (file.type === 'none') return file;
    if (file.type === 'unreadable') {
      return { type: 'invalid', problems: [{ message: file.message, line: 1, column: 1 }] };
    }
    const reading = readPlan(file.text);
    if (!reading.ok) return { type: 'invalid', problems: reading.problems };
    const { things, isIncomplete } = await findCarried(root, reading.plan.carry);
    const known = await this.trusted.get(root);
    const trust = known === undefined ? 'new' : known === file.hash ? 'trusted' : 'changed';
    const { hash } = file;
    return { type: 'found', hash, trust, plan: reading.plan, carried: things, isIncomplete };
  }
}

/** The folder's real path: folders with the same real path are the same folder. */
async function realFolder(folder: string): Promise<string | null> {
  try {
    return await realpath(folder);
  } catch {
    // The path is still being typed, or the folder is gone, so there is nothing to report.
    return null;
  }
}

async function readProjectFile(root: string): Promise<FileReading> {
  const unreadable = (message: string): FileReading => ({ type: 'unreadable', message });
  try {
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const folder = await AnchoredFolder.open(root, []);
    const opening = ifExists(open(folder.at(PROJECT_FILE), flags));
    const file = await opening.finally(() => folder.close());
    if (file === undefined) return { type: 'none' };
    try {
      const status = await file.stat();
      if (!status.isFile()) return unreadable('It is not a file');
      if (status.size > PROJECT_FILE_BYTES) return unreadable('The file is larger than 64 KB');
      const bytes = await file.readFile();
      if (!isUtf8(bytes)) return unreadable('The file is not UTF-8 text');
      const hash = createHash('sha256').update(bytes).digest('hex');
      return { type: 'text', text: bytes.toString('utf8').replace(/^\uFEFF/, ''), hash };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR') return { type: 'none' };
    return unreadable(code === 'ELOOP' ? 'It is a link' : `It cannot be read: ${message}`);
  }
}
