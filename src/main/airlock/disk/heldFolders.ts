import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { ifExists } from '#main/base/files/ifExists';

/**
 * Folders in which several files are written at once. Each is opened once, and its renames and
 * removals are synced once, when the folders are released.
 */
export class HeldFolders {
  private readonly held = new Map<string, Promise<AnchoredFolder | null>>();

  /** Runs a task in the folder of a file; null if that folder is missing and none is to be made. */
  async within<T>(
    root: string,
    path: string,
    { create }: { readonly create: boolean },
    task: (folder: AnchoredFolder, name: string) => Promise<T>,
  ): Promise<T | null> {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    // One that is missing for a deletion may be made for another file.
    const key = `${create} ${root}/${parts.join('/')}`;
    const opening = this.held.get(key) ?? openFolder(root, parts, create);
    this.held.set(key, opening);
    const folder = await opening;
    return folder && task(folder, name);
  }

  /** Nobody works in the folders any more. Throws if their changes may not be on the disk. */
  async release(): Promise<void> {
    const released = [...this.held.values()].map(async (opening) => {
      // If a folder could not be opened, the code that wanted to work in it got the error.
      const folder = await opening.catch(() => null);
      await folder?.sync().finally(() => folder.close());
    });
    this.held.clear();
    const failed = (await Promise.allSettled(released)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }
}

async function openFolder(
  root: string,
  parts: readonly string[],
  create: boolean,
): Promise<AnchoredFolder | null> {
  const opening = AnchoredFolder.open(root, parts, { create });
  return create ? opening : ((await ifExists(opening)) ?? null);
}
