/**
 * The innermost folders that hold more of these files than the limit, such as installed packages. A
 * folder does not count if it exceeds the limit only because of a folder inside it.
 */
export function heapsOf(paths: readonly string[], limit: number): readonly string[] {
  const counts = new Map<string, number>();
  const folders = new Map<string, Set<string>>();
  for (const path of paths) {
    let parent = '';
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at + 1);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
      const siblings = folders.get(parent) ?? new Set();
      folders.set(parent, siblings.add(folder));
      parent = folder;
    }
  }
  const heaps: string[] = [];
  const visit = (folder: string): number => {
    let rest = counts.get(folder) ?? 0;
    if (rest <= limit) return rest;
    for (const inner of folders.get(folder) ?? []) {
      const count = counts.get(inner) ?? 0;
      rest -= count - visit(inner);
    }
    if (rest <= limit) return rest;
    heaps.push(folder);
    return 0;
  };
  for (const folder of folders.get('') ?? []) visit(folder);
  return heaps.filter((heap) => !heaps.some((other) => other !== heap && heap.startsWith(other)));
}
