import { AnchoredFolder } from '#main/base/files/anchoredFolder';
import { ifExists } from '#main/base/files/ifExists';

/**
 * Folders in which several files are written at the same time. Each is opened once, and its renames
 * and removals are synced once, when the folders are released.
 */
export class HeldFolders {
  private readonly held = new Map<string, Promise<AnchoredFolder | null>>();

  /** Runs a task in the folder of a file; null if the folder is missing and must not be created. */
  async within<T>(
    root: string,
    path: string,
    { create }: { readonly create: boolean },
    task: (folder: AnchoredFolder, name: string) => Promise<T>,
  ): Promise<T | null> {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    // A folder that is missing for a deletion may be created for another file.
    const key = `${create} ${root}/${parts.join('/')}`;
    const opening = this.held.get(key) ?? openFolder(root, parts, create);
    this.held.set(key, opening);
    const folder = await opening;
    return folder && task(folder, name);
  }

  /**
   * Called when nobody works in the folders any more. Throws if their changes may not be on disk.
   */
  async release(): Promise<void> {
    const released = [...this.held.values()].map(async (opening) => {
      // If a folder could not be opened, the code that needed it has got the error.
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
