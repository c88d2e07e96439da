import { entriesBelow } from '#main/base/files/anchoredFolder';
import { Git } from '#main/git/git';
import {
  KEPT_LISTINGS,
  LISTED_FILES,
  LISTING_MILLISECONDS,
  LISTING_TIMEOUT_MILLISECONDS,
} from '#main/host/limits';
import { indexPaths, type PathIndex, type RankedPath, rankPaths } from '#shared/text/rankPaths';

/** Folders that are not listed in a project without git. */
const skipped = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__']);

interface Listing {
  readonly paths: Promise<PathIndex>;
  readonly at: number;
}

/** The files in the folders of sessions, for mentions, without those that git ignores. */
export class ProjectFiles {
  private readonly listings = new Map<string, Listing>();

  constructor(private readonly now: () => number = Date.now) {}

  async search(folder: string, query: string, limit: number): Promise<readonly RankedPath[]> {
    return rankPaths(query, await this.list(folder), limit);
  }

  /**
   * The listing of a folder. It is reused for this long, because typing asks for it many times a
   * second.
   */
  private list(folder: string): Promise<PathIndex> {
    const known = this.listings.get(folder);
    if (known && this.now() - known.at < LISTING_MILLISECONDS) return known.paths;
    const paths = listWithGit(folder)
      .catch(() => walk(folder))
      .then(indexPaths);
    this.listings.delete(folder);
    this.listings.set(folder, { paths, at: this.now() });
    const oldest = this.listings.keys().next().value;
    if (this.listings.size > KEPT_LISTINGS && oldest !== undefined) this.listings.delete(oldest);
    return paths;
  }
}

async function listWithGit(folder: string): Promise<readonly string[]> {
  const git = new Git('git', { cwd: folder });
  // A configuration can name another place for the files.
  const isInside = await git.text(['rev-parse', '--is-inside-work-tree']);
  if (isInside !== 'true') return walk(folder);
  const paths = await git.list(
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z'],
    { milliseconds: LISTING_TIMEOUT_MILLISECONDS },
  );
  return paths.slice(0, LISTED_FILES);
}

async function walk(folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const waiting = [''];
  for (let area = waiting.shift(); area !== undefined; area = waiting.shift()) {
    for (const entry of await entriesBelow(folder, area === '' ? [] : area.split('/'))) {
      const path = area === '' ? entry.name : `${area}/${entry.name}`;
      if (entry.isDirectory() && !skipped.has(entry.name)) waiting.push(path);
      if (entry.isFile()) paths.push(path);
      if (paths.length >= LISTED_FILES) return paths;
    }
  }
  return paths;
}
