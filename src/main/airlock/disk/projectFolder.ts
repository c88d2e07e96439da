import type { BigIntStats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { ifExists } from '#main/base/files/ifExists';
import { refuse } from './attempt';
import type { ProjectMounts } from './projectMounts';

/**
 * I18: the user's folder. It may be on a disk that is not mounted, or contain the mount point of
 * one. The mount point is then an empty folder, and every file would look deleted.
 */
export class ProjectFolder {
  constructor(
    readonly path: string,
    /** The folder's inode when it last had files; null if that is unknown. */
    private inode: string | null,
    private readonly mounts: ProjectMounts,
  ) {}

  static inodeOf({ ino }: BigIntStats): string {
    return String(ino);
  }

  /**
   * The reason why the folder's files cannot be determined, as text; null if they can. An emptied
   * folder counts as the same folder.
   */
  async fault(): Promise<string | null> {
    const status = await ifExists(stat(this.path, { bigint: true }));
    if (status === undefined) {
      return `The project’s folder was moved, renamed or deleted: ${this.path}. Put it back and try again.`;
    }
    const inode = ProjectFolder.inodeOf(status);
    if (this.inode === inode) return this.mountFault();
    if (!status.isDirectory() || !(await isEmpty(this.path))) {
      this.inode = inode;
      return this.mountFault();
    }
    if (this.inode === null) return null;
    return `The project’s folder is empty, and is another folder than before: ${this.path}. If it is on another disk, mount that and try again.`;
  }

  private async mountFault(): Promise<string | null> {
    const missing = await this.mounts.missing();
    if (missing === null) return null;
    const { place, unreadNote } = missing;
    const what =
      unreadNote === null
        ? `A disk was mounted in the project’s folder at ${place}, which is an empty folder now.`
        : `${place} had files and is an empty folder now. Airlock does not know whether a disk was mounted there, because it cannot read its record of disks: ${unreadNote}.`;
    return `${what} Mount the disk and try again, or delete the empty folder if you no longer need that disk.`;
  }

  async assertThere(): Promise<void> {
    const fault = await this.fault();
    if (fault !== null) throw refuse(fault);
  }
}

/** Whether the folder is empty. A folder that cannot be listed does not count as empty. */
async function isEmpty(path: string): Promise<boolean> {
  try {
    const folder = await opendir(path);
    return (await folder.read().finally(() => folder.close())) === null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}
