import { describe, expect, it } from 'vitest';
import { ok } from '#shared/errors';
import { updateSettings } from './settingsUpdate';

const text = `{
  // Mine.
  "theme": "dark", // at night
  "future": { "x": 1 },
  "terminal": {
    "fontSize": 12, // small
    "bell": "loud",
  },
  "agents": {
    "a": {
      "command": "a", // the first
      "args": ["--acp"],
      "color": "red"
    }
  }
}
`;

const updated = (path: (string | number)[], value: unknown, before = text) => {
  const result = updateSettings(before, [{ path, value }]);
  return result.ok ? result.value : expect.fail(result.error.message);
};

const refused = (path: (string | number)[], value: unknown, before = text) => {
  const result = updateSettings(before, [{ path, value }]);
  return result.ok ? expect.fail('not refused') : result.error;
};

describe('updateSettings', () => {
  it('changes one value and nothing else', () => {
    expect(updated(['theme'], 'light')).toBe(text.replace('"dark"', '"light"'));
    expect(updated(['terminal', 'scrollback'], 9)).toBe(
      text.replace('"loud",', '"loud",\n    "scrollback": 9,'),
    );
    expect(updated(['theme'], 'dark')).toBe(text);
  });

  it('keeps unknown keys and comments when a whole object is given', () => {
    expect(updated(['terminal'], { fontSize: 14 })).toBe(text.replace('12', '14'));
    expect(updated(['agents', 'a'], { command: 'b', enabled: true })).toBe(
      text
        .replace('"a", // the first\n      "args": ["--acp"],', '"b", // the first')
        .replace('"red"', '"red",\n      "enabled": true'),
    );
  });

  it('adds and removes agents', () => {
    const added = updated(['agents'], {
      a: { command: 'a', args: ['--acp'] },
      b: { command: 'b' },
    });
    expect(added).toContain('"color": "red"');
    expect(added).toContain('    "b": {\n      "command": "b"\n    }');
    expect(updated(['agents', 'b'], undefined, added)).toBe(text);
  });

  it('adds lists of hosts where there was nothing, and refuses what is not a host', () => {
    const limited = updated(['agents', 'a', 'seal', 'hosts'], ['a.test']);
    expect(JSON.stringify(limited)).toContain('hosts');
    expect(updated(['projects', '/work/a.b', 'hosts'], ['a.test:80'])).toContain('"/work/a.b"');
    expect(refused(['agents', 'a', 'seal', 'hosts'], ['https://a.test']).message).toContain(
      'https://a.test',
    );
  });

  it('removes a key when its value is undefined', () => {
    expect(updated(['theme'], undefined)).toBe(text.replace('"theme": "dark", ', ''));
    expect(updated(['editor', 'command'], undefined)).toBe(text);
  });

  it('refuses unknown settings and values of the wrong type', () => {
    expect(refused(['future'], 1)).toMatchObject({ code: 'invalid-input' });
    expect(refused([], {})).toMatchObject({ code: 'invalid-input' });
    expect(refused(['toString'], 1)).toMatchObject({ code: 'invalid-input' });
    expect(refused(['terminal'], { fontsize: 1 }).message).toContain('terminal.fontsize');
    expect(refused(['terminal', 'fontSize'], 'big').message).toBe(
      'terminal.fontSize: Expected number, received string',
    );
    expect(refused(['agents', 'b'], { command: () => 1 }).message).toContain('agents.b.command');
    expect(refused(['terminal', 'fontSize'], Number.NaN)).toMatchObject({ code: 'invalid-input' });
  });

  it('makes all of several changes, or none', () => {
    const agent = (key: string, value: unknown) => ({ path: ['agents', 'a', key], value });
    const changes = [agent('command', 'b'), agent('args', undefined), agent('enabled', false)];
    expect(updateSettings(text, changes)).toEqual(
      ok(
        text
          .replace('"a", // the first\n      "args": ["--acp"],', '"b", // the first')
          .replace('"red"', '"red",\n      "enabled": false'),
      ),
    );
    for (const wrong of [agent('wire', 'smoke'), { path: ['agents', 'b', 'name'], value: 'B' }]) {
      expect(updateSettings(text, [...changes, wrong])).toMatchObject({ ok: false });
    }
    // Neither of the two is an agent by itself.
    const parts = ['name', 'command'].map((key) => ({ path: ['agents', 'b', key], value: 'b' }));
    expect(updateSettings(text, parts)).toMatchObject({ ok: true });
  });

  it('rejects a change that would cause a problem', () => {
    expect(refused(['agents', 'b', 'name'], 'B').message).toBe(
      'agents.b: An agent needs either a "command" or a "url".',
    );
    expect(refused(['agents', 'a', 'command'], undefined)).toMatchObject({ code: 'invalid-input' });
  });

  it('fixes an invalid value, and does not change a value inside an invalid one', () => {
    expect(updated(['theme'], 'dark', '{"theme": 5}')).toBe('{"theme": "dark"}');
    expect(refused(['terminal', 'fontSize'], 12, '{"terminal": 5}')).toMatchObject({
      code: 'conflict',
    });
  });

  it('refuses a text that cannot be parsed', () => {
    expect(refused(['theme'], 'dark', '{\n  "a": 1\n  "b": 2\n}')).toEqual({
      code: 'refused',
      message:
        'settings.json cannot be changed while it has an error at line 3, column 3: Comma expected.',
    });
  });
});
