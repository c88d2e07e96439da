import type { Dirent } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { entriesBelow } from '#main/base/files/anchoredFolder';
import { FOUND_FILES, SEARCHED_ENTRIES } from '#main/host/limits';
import { fail, ok, type Result } from '#shared/errors';
import { GlobPattern, type GlobState } from '#shared/text/globPattern';

/** Folders that `**` skips; a pattern that names one of them searches it. */
const skipped: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

/**
 * Absolute paths in the folder that match the pattern, in order. Links are found but not followed,
 * so that a search neither leaves the folder nor loops.
 */
export async function findFiles(
  folder: string,
  pattern: string,
  /** The real path of the folder, if known: a link in its place is not followed. */
  real?: string,
): Promise<Result<readonly string[]>> {
  const root = real ?? (await realpath(folder).catch(() => folder));
  const wanted = insideOf(pattern, folder, root);
  if (wanted === null) return fail('refused', `${pattern} is outside this session's folder.`);
  const parsed = GlobPattern.parse(wanted);
  return parsed.ok ? ok(await walk(root, parsed.value.start())) : parsed;
}

/** The pattern relative to the folder; null if it starts elsewhere. */
function insideOf(pattern: string, folder: string, root: string): string | null {
  if (!isAbsolute(pattern)) return pattern;
  for (const base of [folder, root]) {
    if (pattern.startsWith(base.endsWith(sep) ? base : base + sep)) return relative(base, pattern);
  }
  return null;
}

async function walk(root: string, start: GlobState): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting: { readonly parts: readonly string[]; readonly state: GlobState }[] = [
    { parts: [], state: start },
  ];
  let searched = 0;
  for (let area = waiting.shift(); area !== undefined; area = waiting.shift()) {
    for (const entry of await entriesBelow(root, area.parts)) {
      const state = area.state.enter(entry.name);
      const parts = [...area.parts, entry.name];
      if (state.isMatch && !isSkipped(entry, area.state)) found.push(join(root, ...parts));
      if (entry.isDirectory() && state.isOpen && !isSkipped(entry, area.state)) {
        waiting.push({ parts, state });
      }
      if (++searched >= SEARCHED_ENTRIES || found.length >= FOUND_FILES) return found.sort();
    }
  }
  return found.sort();
}

function isSkipped(entry: Dirent, state: GlobState): boolean {
  return skipped.has(entry.name) && !state.names(entry.name);
}
