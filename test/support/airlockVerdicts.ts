/** Whether a test accepts a hunk; the same in every process. */
export function wantsHunk(path: string, hunkId: string): boolean {
  let hash = 0;
  for (const sign of `${path}${hunkId}`) hash = (hash * 31 + sign.charCodeAt(0)) % 1_000_003;
  return hash % 3 !== 0;
}
