import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '#shared/session/content';

/**
 * Makes links to project files in a prompt lead into the copy, for a prompt that was written before
 * there was a copy.
 */
export function linkedIn(
  content: readonly ContentBlock[],
  project: string,
  cwd: string,
): readonly ContentBlock[] {
  const [from, to] = [folderUrl(project), folderUrl(cwd)];
  return content.map((block) =>
    block.type === 'link' && block.uri.startsWith(from)
      ? { ...block, uri: to + block.uri.slice(from.length) }
      : block,
  );
}

function folderUrl(folder: string): string {
  return pathToFileURL(`${folder.replace(/[\\/]+$/, '')}/`).href;
}
