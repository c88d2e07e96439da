/** Paths that are being worked on at the same time. */
export class TakenPaths {
  private readonly paths = new Set<string>();
  private readonly folders = new Set<string>();

  add(path: string): void {
    this.paths.add(path);
    for (const folder of foldersOf(path)) this.folders.add(folder);
  }

  /**
   * Whether a taken path is the same, above or below: a folder may have replaced a file, or vice
   * versa.
   */
  isInWay(path: string): boolean {
    const isBelow = () => foldersOf(path).some((folder) => this.paths.has(folder));
    return this.paths.has(path) || this.folders.has(path) || isBelow();
  }

  clear(): void {
    this.paths.clear();
    this.folders.clear();
  }
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
