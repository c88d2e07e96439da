/** Whether a path is a folder or lies in it; both are absolute and without `..`. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}
