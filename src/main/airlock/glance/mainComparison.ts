import { join } from 'node:path';
import { refuse } from '#main/airlock/disk/attempt';
import { COMPARED_FILES, SEARCHED_BYTES } from '#main/airlock/limits';
import { parseDifferences } from '#main/airlock/tree/treeDifference';
import { type Git, splitZeros } from '#main/git/git';
import type { ObjectId } from '#shared/ids';
import type { ChangeTexts, MainComparison } from '#shared/ipc/changes';
import { mainRef, nameOf } from './gitGlance';

/** Compares an agent's files with the user's main branch, using the objects of both. Only reads. */
export class MainDifference {
  private readonly git: Git;

  /** `git` is for the user's project; `directory` is the shadow repository, which has the agent's files. */
  constructor(git: Git, directory: string) {
    this.git = git.with({
      environment: { GIT_ALTERNATE_OBJECT_DIRECTORIES: join(directory, 'objects') },
    });
  }

  async compare(tree: ObjectId): Promise<MainComparison> {
    const ref = await mainRef(this.git);
    if (ref === null) throw refuse('The repository has no branch named main, master or trunk.');
    const command = ['diff-tree', '-r', '-z', '--raw', '--no-renames', `${ref}^{tree}`, tree];
    const { output } = await this.git.run(command);
    const all = parseDifferences(splitZeros(output));
    return {
      name: nameOf(ref),
      files: all.slice(0, COMPARED_FILES).map(({ path, base, proposed }) => ({
        path,
        base: base?.blob ?? null,
        proposed: proposed?.blob ?? null,
      })),
      count: all.length,
    };
  }

  async texts(base: ObjectId | null, proposed: ObjectId | null): Promise<ChangeTexts> {
    return { base: await this.text(base), proposed: await this.text(proposed) };
  }

  /** The text of an object; null if there is none, or if it is not text or too large. */
  private async text(id: ObjectId | null): Promise<string | null> {
    if (id === null) return null;
    const size = Number(await this.git.text(['cat-file', '-s', id]));
    if (!(size <= SEARCHED_BYTES)) return null;
    const { output } = await this.git.run(['cat-file', 'blob', id]);
    return output.includes(0) ? null : output.toString('utf8');
  }
}
