/** True for a path relative to the root, with forward slashes. */
export type PathTest = (path: string) => boolean;

const maxLength = 1_000;
const maxAlternatives = 64;

/**
 * `*` and `?` stay within a name, `**` spans folders, `{a,b}` is either, `[ab]` is one of them. A glob without
 * a slash is a name at any depth, as in .gitignore, and one that names a folder takes all that is in it.
 * Both matchers below go back to the last star only, so that no glob is slow.
 */
export function compileGlob(glob: string): PathTest {
  const variants = expandBraces(glob.slice(0, maxLength)).flatMap(anchor);
  return (path) => {
    // Brackets are common in the names of route files: a path as it stands always means itself.
    if (path === glob) return true;
    const names = path.split('/');
    return variants.some((variant) => matchNames(variant, names));
  };
}

export function compileGlobs(globs: readonly string[]): PathTest {
  const tests = globs.map(compileGlob);
  return tests.length === 0 ? () => true : (path) => tests.some((test) => test(path));
}

export function hasWildcard(path: string): boolean {
  return /[*?]|\{[^}]*,[^}]*\}|\[[^\]]+\]/.test(path);
}

function anchor(variant: string): string[][] {
  const isFolder = variant.endsWith('/');
  const clean = variant.replace(/^(?:\.\/)+/, '').replace(/^\/+|\/+$/g, '');
  if (clean === '' || clean === '.') return [['**']];
  const names = clean.split(/\/+/);
  const prefix =
    names.length === 1 && !variant.startsWith('./') && !variant.startsWith('/') && clean !== '**'
      ? ['**']
      : [];
  const inside = [...prefix, ...names, '**', '*'];
  return isFolder ? [inside] : [[...prefix, ...names], inside];
}

function matchNames(pattern: readonly string[], names: readonly string[]): boolean {
  return matchWithStars(pattern.length, names.length, {
    isStar: (at) => pattern[at] === '**',
    matches: (at, against) => matchName(pattern[at] ?? '', names[against] ?? ''),
  });
}

function matchName(pattern: string, name: string): boolean {
  const tokens = tokenize(pattern);
  const letters = [...name];
  return matchWithStars(tokens.length, letters.length, {
    isStar: (at) => tokens[at] === '*',
    matches: (at, against) => matchLetter(tokens[at] ?? '', letters[against] ?? ''),
  });
}

interface StarMatch {
  isStar(at: number): boolean;
  matches(at: number, against: number): boolean;
}

function matchWithStars(patternLength: number, length: number, match: StarMatch): boolean {
  let at = 0;
  let against = 0;
  let star = -1;
  let resume = 0;
  while (against < length) {
    if (at < patternLength && match.isStar(at)) {
      star = at;
      resume = against;
      at += 1;
    } else if (at < patternLength && match.matches(at, against)) {
      at += 1;
      against += 1;
    } else if (star >= 0) {
      resume += 1;
      at = star + 1;
      against = resume;
    } else {
      return false;
    }
  }
  while (at < patternLength && match.isStar(at)) at += 1;
  return at === patternLength;
}

function tokenize(pattern: string): string[] {
  return pattern.match(/\[!?[^\]]+\]|[\s\S]/gu) ?? [];
}

function matchLetter(token: string, letter: string): boolean {
  if (token === '?') return true;
  if (token.length < 3 || !token.startsWith('[')) return token === letter;
  const negated = token.startsWith('[!');
  const members = [...token.slice(negated ? 2 : 1, -1)];
  let found = false;
  for (let at = 0; at < members.length; at += 1) {
    const low = members[at] ?? '';
    if (members[at + 1] === '-' && members[at + 2] !== undefined) {
      const high = members[at + 2] ?? '';
      found ||= letter >= low && letter <= high;
      at += 2;
    } else {
      found ||= letter === low;
    }
  }
  return found !== negated;
}

function expandBraces(glob: string): string[] {
  const variants: string[] = [];
  const queue = [glob];
  while (queue.length > 0 && variants.length + queue.length <= maxAlternatives) {
    const next = queue.shift() ?? '';
    const brace = /\{([^{}]*,[^{}]*)\}/.exec(next);
    if (!brace) {
      variants.push(next);
      continue;
    }
    const before = next.slice(0, brace.index);
    const after = next.slice(brace.index + brace[0].length);
    queue.push(...(brace[1] ?? '').split(',').map((part) => `${before}${part}${after}`));
  }
  return [...variants, ...queue].slice(0, maxAlternatives);
}
