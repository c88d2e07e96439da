import { mkdir, realpath, stat } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { writeFileAtomic } from '#main/base/files/atomicFile';
import { Queue } from '#main/base/queue';
import type { Workplace, Workplaces } from '#main/host/changes/workplace';
import { describeFileError } from '#main/host/files/sessionFiles';
import { leadsIntoGit } from '#shared/airlock/gitName';
import { fail, ok, type Result } from '#shared/errors';

/** Sessions that work directly in the user's folder. */
export class DirectWorkplaces implements Workplaces {
  async create(_sessionId: unknown, project: string): Promise<Result<Workplace>> {
    try {
      const status = await stat(project);
      if (!status.isDirectory()) return fail('invalid-input', `${project} is not a folder.`);
      return ok(new DirectWorkplace(await realpath(project)));
    } catch (error) {
      return describeFileError(project, error);
    }
  }

  async reopen(_sessionId: unknown, place: { readonly cwd: string }): Promise<Result<Workplace>> {
    return ok(new DirectWorkplace(place.cwd));
  }

  async bases(): Promise<Result<readonly []>> {
    return ok([]);
  }

  async settled(): Promise<void> {
    // Nothing is held.
  }

  async size(): Promise<Result<number>> {
    return ok(0);
  }

  async remove(): Promise<Result<void>> {
    return ok();
  }
}

class DirectWorkplace implements Workplace {
  readonly changes = fail('unavailable', 'Nothing is kept of what changes here.');

  constructor(readonly cwd: string) {}

  readonly gate = {
    write: (path: string, content: string): Promise<Result<void>> =>
      this.writes.run(() => this.write(path, content)),
  };

  private readonly writes = new Queue();

  private async write(path: string, content: string): Promise<Result<void>> {
    if (leadsIntoGit(relative(this.cwd, path))) {
      return fail('refused', `${path} belongs to git. Agents cannot write there.`);
    }
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFileAtomic(path, content);
      return ok();
    } catch (error) {
      return describeFileError(path, error);
    }
  }

  async beforeTurn(): Promise<void> {
    // No data is kept.
  }

  onAppended(): void {
    // Nothing is tracked here.
  }

  dispose(): void {
    // Nothing is held.
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
