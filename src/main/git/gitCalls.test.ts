import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may start programs at all, and which. Git is started by the first alone. */
const STARTERS: Readonly<Record<string, string>> = {
  'src/main/git/git.ts': 'git',
  'src/demo-agent/files/listing.ts': 'git, as the agent that we ship; by hardenedGit',
};
const GIT = /(?:spawn|exec|fork|run)\w*\(\s*['"`]git(?:\.exe)?\b/;
const STARTS = /['"](?:node:)?child_process['"]|\/spawnProgram['"]/;

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.[cm]?tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

describe('git', () => {
  it('is started in one module, with the settings that keep it from running other programs', () => {
    const found = sources('src').filter((path) => {
      const text = readFileSync(path, 'utf8');
      // Any mention of the program in a file that starts programs, however it is spelled there.
      return GIT.test(text) || (STARTS.test(text) && /['"`]git(?:\.exe)?['"`]/.test(text));
    });
    const strangers = found.filter((path) => !(path.replaceAll('\\', '/') in STARTERS));
    expect(strangers, 'Use the class Git of src/main/git instead.').toEqual([]);
    for (const path of Object.keys(STARTERS)) {
      expect(readFileSync(path, 'utf8')).toContain('hardenedGit(');
    }
  });
});
