import type { ListedFile } from '../files/listing';
import type { Matcher, Span } from '../files/matcher';
import type { Turn } from '../turn/turn';

export interface FileMatch {
  readonly file: ListedFile;
  readonly text: string;
  readonly spans: readonly Span[];
}

export interface SearchResult {
  readonly matches: readonly FileMatch[];
  readonly searched: number;
  /** Files that are not text, are too large, or were refused by the client. */
  readonly skipped: number;
}

/** Up to this many files are read through the client, which may have newer text than the disk. */
const maxClientReads = 200;
const parallelReads = 8;

export async function searchFiles(
  turn: Turn,
  files: readonly ListedFile[],
  matcher: Matcher,
): Promise<SearchResult> {
  const asksClient = turn.files.readsThroughClient && files.length <= maxClientReads;
  const found: Array<FileMatch | undefined> = [];
  let skipped = 0;
  let next = 0;
  const work = async () => {
    for (let at = next; at < files.length; at = next) {
      next += 1;
      const file = files[at];
      if (!file) break;
      const disk = await turn.files.readDisk(file.absolute);
      if ('skipped' in disk && disk.skipped !== 'missing') {
        if (isWorthTelling(disk.skipped)) skipped += 1;
        continue;
      }
      const read = asksClient ? await turn.files.read(file.absolute) : disk;
      if ('skipped' in read) {
        if (isWorthTelling(read.skipped)) skipped += 1;
        continue;
      }
      const spans = matcher.spans(read.text);
      if (spans.length > 0) found[at] = { file, text: read.text, spans };
    }
  };
  await Promise.all(Array.from({ length: parallelReads }, work));
  return {
    matches: found.filter((match) => match !== undefined),
    searched: files.length - skipped,
    skipped,
  };
}

/** Skipped links and nested repositories are not reported, because nobody expects text in them. */
function isWorthTelling(reason: string): boolean {
  return reason === 'binary' || reason === 'too big' || reason === 'refused';
}

export interface Hit {
  readonly line: number;
  readonly preview: string;
}

const longestPreview = 120;

/** One hit per line that has a match. */
export function hitsOf(match: FileMatch): Hit[] {
  const lines = match.text.split('\n');
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset);
    offset += line.length + 1;
  }
  const hits: Hit[] = [];
  let at = 0;
  for (const span of match.spans) {
    while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= span.start) at += 1;
    if (hits.at(-1)?.line === at + 1) continue;
    hits.push({
      line: at + 1,
      preview: previewOf(lines[at] ?? '', span.start - (starts[at] ?? 0)),
    });
  }
  return hits;
}

function previewOf(line: string, column: number): string {
  const start = column > longestPreview - 40 ? column - 40 : 0;
  const part = line.slice(start, start + longestPreview).trim();
  return `${start > 0 ? '…' : ''}${part}${start + longestPreview < line.length ? '…' : ''}`;
}
