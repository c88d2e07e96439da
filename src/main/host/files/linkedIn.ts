import { pathToFileURL } from 'node:url';
import type { ContentBlock } from '#shared/session/content';

/** A prompt that was written before there was a copy: its links to files of the project lead into the copy. */
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
