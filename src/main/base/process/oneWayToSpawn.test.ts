import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// Shows I15.

/** Files that start programs by themselves, and why none of our descriptors gets out there. */
const allowed: Readonly<Record<string, string>> = {
  'main/base/process/spawnProgram.ts': 'the one way',
  'main/agents/process/table/macProcessTable.ts': 'macOS only, which closes descriptors itself',
  'main/agents/process/table/processFamily.ts': 'Windows only, where handles are not inherited',
  'main/app/utilityPtyHost.ts': 'Chromium starts it and closes its own descriptors',
  'main/ptyHost/pty.ts': 'node-pty, with a sealed launch',
  'demo-agent/files/listing.ts': 'a program of its own, without Chromium',
  'demo-agent/commands/localCommand.ts': 'a program of its own, without Chromium',
};

const startsPrograms =
  /^import (?!type )[^;]*'(?:(?:node:)?child_process|[^']*node-pty)'|(?:require|import|getBuiltinModule)(?:\?\.)?\(['"](?:node:)?child_process|utilityProcess\.fork/m;

describe('starting programs', () => {
  it('happens in the listed modules only', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path));
    const found = sources.filter((path) =>
      startsPrograms.test(readFileSync(`${root}/${path}`, 'utf8')),
    );
    expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted());
  });
});
