import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// Shows I24.

/** Files of main that read the app's own environment, and what for. */
const allowed: Readonly<Record<string, string>> = {
  'index.ts':
    'the page to load while developing, and a picture of the window for the documentation',
  'agents/found/agentFinder.ts': 'where agents are looked for before the login shell has answered',
  'agents/process/environment/shellEnvironment.ts':
    'what agents inherit, without our own variables',
  'agents/socket/index.ts':
    'the address and headers of an agent that runs elsewhere, in a process of its own',
  'airlock/tree/userSettings.ts': 'where git keeps the user’s settings',
  'base/process/spawnProgram.ts': 'what programs of ours inherit',
  'cli/agentCli.ts': 'the agent of a terminal, without the app',
  'mcp/probe/boundedStdio.ts': 'what a server that is tried inherits from its own process',
  'git/git.ts': 'what git inherits, without what would change its behaviour',
};

describe('the environment of the app', () => {
  it('is read in the listed files only, so that no variable of it is a way round a seal', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
    const found = sources.filter((path) =>
      /\bprocess\.env\b|\benv\b[^;]*from 'node:process'/.test(
        readFileSync(`${root}/${path}`, 'utf8'),
      ),
    );
    expect(found.toSorted()).toEqual(Object.keys(allowed).toSorted());
  });
});
