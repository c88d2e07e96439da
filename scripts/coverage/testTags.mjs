import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * A title that ends with what the test proves: `it('does this and that [session/load, plan]', …`.
 */
const taggedTitle =
  /\bit(?:\.each\b[\s\S]*?\)\s*)?\(\s*(['"`])((?:(?!\1)[\s\S])*?)\s*\[([^\][]+)\]\1/g;

const groupTitle = /\bdescribe\(\s*(['"`])((?:(?!\1)[\s\S])*?)\1/g;

/** The tests of a folder that say what they prove, read from the files without running them. */
export function readTags(address) {
  const folder = fileURLToPath(address);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
    .flatMap((file) => tagsIn(readFileSync(join(folder, file), 'utf8'), file));
}

export function tagsIn(source, file) {
  const groups = [...source.matchAll(groupTitle)];
  return [...source.matchAll(taggedTitle)].map(({ index, 2: title, 3: tags }) => {
    const group = groups.findLast((candidate) => candidate.index < index)?.[2];
    const words = title.trim().replace(/%[sj]/g, '…');
    return {
      file,
      title: group === undefined ? words : `${group}: ${words}`,
      tags: tags.split(',').map((tag) => tag.trim()),
    };
  });
}
