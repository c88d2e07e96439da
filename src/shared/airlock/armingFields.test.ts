import { describe, expect, it } from 'vitest';
import { binarySide, textSide } from '#test/support/airlockSides';
import { armingFields } from './armingFields';
import type { Side } from './review';

const json = (value: unknown): Side => textSide(JSON.stringify(value, null, 2));
const arms = (base: Side | null, proposed: Side | null, path = 'package.json') =>
  armingFields({ path, base, proposed });

const plain = { name: 'x', version: '1.0.0', dependencies: { a: '1' } };

describe('armingFields', () => {
  it.each([
    ['a script', { scripts: { postinstall: 'x' } }],
    ['hooks of husky', { husky: { hooks: { 'pre-commit': 'x' } } }],
    ['staged files', { 'lint-staged': { '*': 'x' } }],
    ['git hooks', { 'simple-git-hooks': { 'pre-commit': 'x' } }],
    ['the package manager', { packageManager: 'pnpm@https://x.org/y.tgz' }],
    ['the list of packages whose install scripts run', { pnpm: { onlyBuiltDependencies: ['x'] } }],
    ['the same list of npm’s', { allowScripts: { x: true } }],
    ['the list of packages that bun trusts', { trustedDependencies: ['x'] }],
  ])('names %s that is new, changed, or there from the start', (_, field) => {
    const [name] = Object.keys(field);
    expect(arms(json(plain), json({ ...plain, ...field }))).toContain(`“${name}”`);
    expect(
      arms(json({ ...plain, [String(name)]: 'other' }), json({ ...plain, ...field })),
    ).toContain(`“${name}”`);
    expect(arms(null, json({ ...plain, ...field }))).toContain(`“${name}”`);
    expect(arms(json(plain), json({ ...plain, ...field }), 'a/b/Package.JSON')).not.toBeNull();
  });

  it.each([
    ['a version', { version: '2.0.0' }],
    ['a dependency', { dependencies: { a: '1', b: '2' } }],
    ['a program', { bin: './x.js' }],
    ['an empty list of scripts', { scripts: {} }],
    ['settings of a linter', { eslintConfig: { rules: {} } }],
  ])('ignores %s', (_, field) => {
    expect(arms(json(plain), json({ ...plain, ...field }))).toBeNull();
  });

  it('ignores the order of keys, whitespace and a byte order mark', () => {
    const base = json({ scripts: { a: '1', b: '2' }, name: 'x' });
    const proposed = textSide('\ufeff{"name":"x","scripts":{"b":"2","a":"1"}}');
    expect(arms(base, proposed)).toBeNull();
  });

  it('warns about a manifest that cannot be parsed, and about a renamed one', () => {
    expect(arms(json(plain), textSide('{'))).toContain('cannot read it');
    expect(arms(json(plain), binarySide('x'))).toContain('cannot read it');
    expect(arms(json(plain), textSide('[]'))).toContain('cannot read it');
    // The text of a link is the name of a file, in which anything may stand.
    expect(arms(json(plain), textSide('{}', '120000'))).toContain('cannot read it');
    expect(arms(json(plain), textSide('['.repeat(100_000)))).toContain('cannot read it');
    const moved = json({ scripts: { install: 'x' } });
    expect(
      armingFields({ path: 'package.json', oldPath: 'x.json', base: moved, proposed: moved }),
    ).toContain('“scripts”');
    expect(
      armingFields({
        path: 'b/package.json',
        oldPath: 'package.json',
        base: moved,
        proposed: moved,
      }),
    ).toBeNull();
  });

  it('ignores a deletion, and any other file', () => {
    expect(arms(json({ scripts: { a: 'x' } }), null)).toBeNull();
    expect(arms(null, json({ scripts: { a: 'x' } }), 'tsconfig.json')).toBeNull();
  });

  it('handles keys named like members of the prototype', () => {
    expect(arms(null, textSide('{"__proto__":{"scripts":{"a":"x"}}}'))).toBeNull();
    expect(
      arms(textSide('{"scripts":{"__proto__":1}}'), textSide('{"scripts":{}}')),
    ).not.toBeNull();
  });

  it('reads the scripts of Composer, too', () => {
    const proposed = json({ scripts: { 'post-install-cmd': 'x' } });
    expect(arms(json({}), proposed, 'composer.json')).toContain('“scripts”');
    expect(arms(json({}), json({ require: { a: '1' } }), 'composer.json')).toBeNull();
  });
});
