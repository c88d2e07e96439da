import { GlobPattern } from '#shared/text/globPattern';

/** Longer paths with patterns in them may name anything. */
const MOST_PARTS = 64;

/**
 * Pure: whether a path that the shell completes by file names may become one that a rule's pattern
 * matches.
 */
export function mayOverlap(rule: readonly string[], path: readonly string[]): boolean {
  return path.length > MOST_PARTS || path.includes('**') || mayMeet(rule, path);
}

function mayMeet(rule: readonly string[], path: readonly string[]): boolean {
  const [first, ...rest] = rule;
  const [name, ...below] = path;
  if (first === undefined) return name === undefined;
  if (first === '**') return mayMeet(rest, path) || (name !== undefined && mayMeet(rule, below));
  return name !== undefined && mayBeSame(first, name) && mayMeet(rest, below);
}

function mayBeSame(wanted: string, name: string): boolean {
  if (!isPattern(name)) return isPattern(wanted) ? matches(wanted, name) : wanted === name;
  if (isPattern(wanted)) return true;
  // A shell completes a hidden name only after its dot.
  return !(wanted.startsWith('.') && /^[*?]/.test(name)) && matches(name, wanted);
}

function isPattern(name: string): boolean {
  return /[*?[{]/.test(name);
}

function matches(pattern: string, name: string): boolean {
  const parsed = GlobPattern.parse(pattern);
  return !parsed.ok || parsed.value.start().enter(name).isMatch;
}
