import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../layers/importGraph.mjs';
import { root } from '../setup/project.mjs';
import { replacements } from './replacements.mjs';
import { stringsIn, visibleStrings } from './visibleStrings.mjs';

it('the list contains the text, the attributes and the sentences of a file', () => {
  const source = `
    import { Button } from './Some Button Here';
    const title = 'Delete session';
    const error = \`Could not read \${path}.\`;
    export const View = () => (
      <Button className="Big Red" label="Close pane" size="small">
        Try again
      </Button>
    );
  `;
  expect(stringsIn('x.tsx', source)).toEqual([
    { file: 'x.tsx', line: 3, text: 'Delete session' },
    { file: 'x.tsx', line: 4, text: 'Could not read ….' },
    { file: 'x.tsx', line: 6, text: 'Close pane' },
    { file: 'x.tsx', line: 6, text: 'Try again' },
  ]);
});

it('screens use the agreed word for each thing', () => {
  expect(visibleStrings().flatMap((one) => complaints(one, replacements))).toEqual([]);
});

it('docs use the agreed word for each thing', () => {
  const everywhere = replacements.filter(({ screensOnly }) => !screensOnly);
  expect(docLines().flatMap((one) => complaints(one, everywhere))).toEqual([]);
});

it('titles of tests use the agreed word for each thing', () => {
  const everywhere = replacements.filter(({ screensOnly }) => !screensOnly);
  const titles = testTitles();
  expect(titles.length).toBeGreaterThan(3_000);
  expect(titles.flatMap((one) => complaints(one, everywhere))).toEqual([]);
});

function complaints({ file, line, text }, rows) {
  return rows.flatMap(({ not, use }) => {
    const found = not.exec(text);
    return found ? [`${file}:${line}: “${found[0]}” → ${use}, in: ${text}`] : [];
  });
}

/** The titles of tests, groups of tests and steps that are on the same line as their call. */
function testTitles() {
  const title = /^\s*(?:await )?(?:describe|it|test)\b[^'"`]*\((['"`])(.+?)\1/;
  return ['src', 'test', 'e2e', 'scripts'].flatMap((folder) =>
    sourceFiles(folder)
      .filter((file) => /\.(test|spec)\.\w+$/.test(file))
      .flatMap((file) =>
        readFileSync(join(root, file), 'utf8')
          .split('\n')
          .flatMap((text, index) => {
            const found = title.exec(text);
            return found ? [{ file, line: index + 1, text: found[2] }] : [];
          }),
      ),
  );
}

/** Lines of prose in the docs, outside of code. */
function docLines() {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => path.endsWith('.md') && path !== 'acp-coverage.md' && !/^wires[\\/]/.test(path),
    )
    .map((path) => `docs/${path}`);
  return ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...docs].flatMap((file) => {
    let isCode = false;
    return readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, index) => {
        if (text.startsWith('```')) isCode = !isCode;
        return {
          file,
          line: index + 1,
          text: isCode ? '' : text.replace(/`[^`]*`|\]\([^)]*\)|<[^>]*>/g, ''),
        };
      });
  });
}
