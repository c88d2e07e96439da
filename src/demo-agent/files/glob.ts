import { expandBraces, GlobPattern } from '#shared/text/globPattern';

/** Tests a path that is relative to the root, with forward slashes. */
export type PathTest = (path: string) => boolean;

/**
 * `*` and `?` stay within a name, `**` spans folders, `{a,b}` matches either, and `[ab]` one of
 * them. As in .gitignore, a glob without a slash is a name at any depth, and one that names a
 * folder matches everything in it.
 */
export function compileGlob(glob: string): PathTest {
  const patterns = (expandBraces(glob) ?? []).flatMap(anchor).flatMap((text) => {
    const pattern = GlobPattern.parse(text);
    return pattern.ok ? [pattern.value] : [];
  });
  return (path) => {
    // A literal path always matches itself, because names of route files often contain brackets.
    if (path === glob) return true;
    const names = path.split('/');
    return patterns.some(
      (pattern) => names.reduce((state, name) => state.enter(name), pattern.start()).isMatch,
    );
  };
}

export function compileGlobs(globs: readonly string[]): PathTest {
  const tests = globs.map(compileGlob);
  return tests.length === 0 ? () => true : (path) => tests.some((test) => test(path));
}

export function hasWildcard(path: string): boolean {
  return /[*?]|\{[^}]*,[^}]*\}|\[[^\]]+\]/.test(path);
}

/** Makes explicit at which depth a glob matches, and that a folder matches everything in it. */
function anchor(glob: string): string[] {
  const isFolder = glob.endsWith('/');
  const clean = glob.replace(/^(?:\.\/)+/, '').replace(/^\/+|\/+$/g, '');
  if (clean === '' || clean === '.') return ['**'];
  const isName = !clean.includes('/') && !/^\.?\//.test(glob) && clean !== '**';
  const anchored = isName ? `**/${clean}` : clean;
  const inside = `${anchored}/**/*`;
  return isFolder ? [inside] : [anchored, inside];
}
