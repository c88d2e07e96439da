import { LINE_CHARACTERS, LINES_AT_ONCE, PATHS_PER_LINE } from './limits';

/** A path that a program reports it could not use. */
export interface ClaimedRefusal {
  readonly path: string;
  readonly access: 'read' | 'write';
  /** The line that reports it. */
  readonly words: string;
}

/** Messages by systems, shells and languages for a path that is closed or missing. */
const REFUSED =
  /permission denied|read-only file system|no such file|directory nonexistent|operation not permitted|cannot open directory|\b(?:EACCES|EROFS|ENOENT|EPERM)\b|os error (?:1|2|13|30)\b/i;

/** Messages of programs that wanted to write. */
const WRITING =
  /read-only file system|directory nonexistent|\bEROFS\b|os error 30\b|\b(?:creat|touch|writ|mkdir|rmdir|remov|unlink|renam|lock|sav|append|chmod|chown|utime|truncat|copyfile|mv:|rm:|tee:)/i;

/** Matches a path in any kind of quotes, which may contain spaces. */
const QUOTED = /(['"`])((?:~|file:\/\/)?\/[^'"`]{1,1024})\1|[‘“]((?:~)?\/[^‘’“”]{1,1024})[’”]/g;
const BARE = /(?:^|[\s=(:,[])((?:~)?\/(?!\/)[^\s'"`‘’“”:,;()<>|[\]{}]{1,1024})/g;

/**
 * Pure: the paths that a text reports as refused. The text is hostile and proves nothing, so the
 * caller also checks the disk. Takes time in proportion to the text.
 */
export function refusedPaths(text: string): readonly ClaimedRefusal[] {
  if (!REFUSED.test(text)) return [];
  const found: ClaimedRefusal[] = [];
  let lines = 0;
  for (const whole of text.split('\n')) {
    const line = whole.slice(0, LINE_CHARACTERS);
    if (!REFUSED.test(line)) continue;
    if (lines++ >= LINES_AT_ONCE) break;
    const access = WRITING.test(line) ? 'write' : 'read';
    const words = line.trim();
    for (const path of pathsIn(line)) found.push({ path, access, words });
  }
  return found;
}

function pathsIn(line: string): readonly string[] {
  const quoted = [...line.matchAll(QUOTED)].map(([, , plain, curly]) => plain ?? curly ?? '');
  const rest = line.replace(QUOTED, ' ');
  const bare = [...rest.matchAll(BARE)].map(([, path = '']) => path.replace(/\.+$/, ''));
  const paths = [...quoted, ...bare].map((path) => path.replace(/^file:\/\//, ''));
  return [...new Set(paths)].slice(0, PATHS_PER_LINE);
}
