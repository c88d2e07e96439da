import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#shared/settings';
import { propertyRuns } from '#test/support/propertyRuns';
import { readSettings } from './settingsReading';
import { updateSettings } from './settingsUpdate';

describe('readSettings', () => {
  it('gives the shared defaults', () => {
    expect(readSettings('')).toEqual({ ok: true, value: defaultSettings, raw: {}, problems: [] });
  });

  it('reads every key', () => {
    const value = {
      theme: 'high-contrast',
      agents: {
        mine: {
          name: 'Mine',
          command: '/bin/agent',
          args: ['--acp'],
          env: { A: 'b' },
          wire: 'acp-2025.1',
          enabled: false,
        },
      },
      defaultAgent: 'mine',
      findAgents: false,
      agentRegistry: 'file:///tmp/registry.json',
      defaultIsolation: 'in-place',
      composer: { enterSends: false },
      editor: { command: 'vim' },
      notifications: { enabled: false, sound: true },
      transcript: { fontSize: 15.5, showThoughts: true },
      terminal: { shell: '/bin/zsh', fontSize: 12, scrollback: 0 },
      review: { selfArming: ['deploy/'], fontSize: 14 },
      keybindings: { 'session.new': 'Ctrl+N', 'session.close': null },
    };
    expect(readSettings(JSON.stringify(value))).toMatchObject({ value, problems: [] });
  });

  it('replaces an invalid key by its default and reports its position', () => {
    const text = '{\n  "theme": "dark",\n  "terminal": { "fontSize": "big", "scrollback": 1 }\n}';
    expect(readSettings(text)).toMatchObject({
      ok: true,
      value: { theme: 'dark', terminal: { fontSize: 13, scrollback: 1 } },
      problems: [
        {
          message: 'Expected number, received string',
          line: 3,
          column: 29,
          path: ['terminal', 'fontSize'],
        },
      ],
    });
  });

  it('gives up an agent with a host that is none, and says what to write', () => {
    const text = '{"agents": {"a": {"command": "a", "seal": {"hosts": ["a.test", "b/c"]}}}}';
    const read = readSettings(text);
    expect(read).toMatchObject({ value: { agents: {} } });
    expect(read.problems).toMatchObject([{ path: ['agents', 'a', 'seal', 'hosts', 1] }]);
    expect(read.problems[0]?.message).toContain('“b/c” is not a host');
  });

  it.each([
    ['{"hosts": ["a.test"], "onlyHosts": true}', { hosts: ['a.test'], onlyHosts: true }, 0],
    ['{"hosts": ["a b"], "onlyHosts": true}', { onlyHosts: true }, 1],
    ['{"hosts": ["a.test"], "onlyHosts": "yes"}', { hosts: ['a.test'], onlyHosts: true }, 1],
    ['"yes"', { onlyHosts: true }, 1],
  ])(
    'limits a project’s network rather than open it by mistake: %s',
    (project, value, problems) => {
      const read = readSettings(`{"projects": {"/work/app": ${project}}}`);
      expect(read.ok && read.value.projects['/work/app']).toEqual(value);
      expect(new Set(read.problems.map(({ line }) => line)).size).toBe(problems);
    },
  );

  it('replaces an invalid group by its defaults', () => {
    expect(readSettings('{"terminal": 5, "theme": "light"}')).toMatchObject({
      value: { terminal: defaultSettings.terminal, theme: 'light' },
      problems: [{ line: 1, column: 14, path: ['terminal'] }],
    });
  });

  it('drops an invalid agent as a whole, and no other', () => {
    const text = `{"agents": {
      "good": { "command": "good" },
      "wrong": { "command": "wrong", "args": "--one" },
      "lacking": { "name": "?" },
      "many": { "command": 1, "wire": "morse" }
    }}`;
    const reading = readSettings(text);
    expect(reading.ok && reading.value.agents).toEqual({ good: { command: 'good' } });
    expect(reading.problems).toEqual([
      {
        message: 'Expected array, received string',
        line: 3,
        column: 46,
        path: ['agents', 'wrong', 'args'],
      },
      {
        message: 'An agent needs either a "command" or a "url".',
        line: 4,
        column: 18,
        path: ['agents', 'lacking'],
      },
      {
        message: 'Expected string, received number',
        line: 5,
        column: 28,
        path: ['agents', 'many', 'command'],
      },
      {
        message: expect.stringMatching(/^Expected one of "auto"\|"acp"/),
        line: 5,
        column: 39,
        path: ['agents', 'many', 'wire'],
      },
    ]);
  });

  it('warns of a key that occurs twice', () => {
    expect(readSettings('{"theme": "dark",\n"theme": "light"}')).toMatchObject({
      value: { theme: 'light' },
      problems: [
        {
          message: '"theme" occurs more than once; the last one is used',
          line: 2,
          column: 10,
          path: ['theme'],
        },
      ],
    });
  });

  it.each(['[]', '3', '"x"', 'null'])('cannot read %s', (text) => {
    expect(readSettings(`\n ${text}`)).toEqual({
      ok: false,
      problems: [{ message: 'Settings must be an object: { … }', line: 2, column: 2 }],
    });
  });

  it('ignores unknown keys at any level', () => {
    const text =
      '{"future": 1, "terminal": {"future": 2}, "agents": {"a": {"command": "a", "b": 3}}}';
    expect(readSettings(text)).toMatchObject({ ok: true, problems: [] });
  });

  it('handles keys named like members of the prototype', () => {
    const text = '{"__proto__": {"theme": "dark"}, "constructor": 1, "agents": {"__proto__": 5}}';
    const reading = readSettings(text);
    expect(reading.ok && reading.value).toEqual(defaultSettings);
    expect(({} as { theme?: string }).theme).toBeUndefined();
  });
});

/** Any JSON under keys that mean something, so that most of it is wrong in some way. */
const anyKey = fc.constantFrom(
  ...Object.keys(defaultSettings),
  ...['command', 'args', 'env', 'fontSize', 'x', '', '__proto__', 'toString'],
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('dark', '', 13, -1, Number.MAX_VALUE, null, true),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(anyKey, tie('tree'), { maxKeys: 5 }),
  ),
}));

describe('any JSON', () => {
  it('is read, and its problems point into it', () => {
    fc.assert(
      fc.property(fc.dictionary(anyKey, tree), fc.nat({ max: 4 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const reading = readSettings(text);
        expect(reading.ok).toBe(true);
        const lines = text.split('\n');
        for (const { line, column } of reading.problems) {
          expect(lines[line - 1]?.length).toBeGreaterThanOrEqual(column);
        }
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it('can be updated, or the error says why not', () => {
    const path = fc.array(fc.oneof(anyKey, fc.nat({ max: 2 })), { maxLength: 4 });
    fc.assert(
      fc.property(fc.dictionary(anyKey, tree), path, tree, (value, where, wanted) => {
        const text = JSON.stringify(value, null, 2);
        const updated = updateSettings(text, [{ path: where, value: wanted }]);
        expect(updated.ok ? readSettings(updated.value).ok : updated.error.message).toBeTruthy();
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });
});
