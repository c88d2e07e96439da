import { describe, expect, it } from 'vitest';
import type { ToolKind } from '#shared/session/content';
import { titleEnd, toolTitle } from './toolTitle';

const folders = ['/data/copies/s1', '/home/me/project'];

function shown(title: string, more: { name?: string; kind?: ToolKind; input?: object } = {}) {
  const { name = null, kind = 'other', input } = more;
  const entry = {
    title,
    name,
    toolKind: kind,
    input: input === undefined ? null : JSON.stringify(input),
  };
  const { main, beside } = toolTitle(entry, folders);
  return beside === null ? main : [main, beside];
}

describe('the title of a tool call', () => {
  it.each([
    ['Read /data/copies/s1/src/a.ts (1 - 20)', 'Read src/a.ts (1 - 20)'],
    ['/home/me/project/src/a.ts', 'src/a.ts'],
    ['data/copies/s1/src/a.ts', 'src/a.ts'],
    ['List `/data/copies/s1`', 'List `.`'],
    ['Read /data/copies/s10/a.ts', 'Read /data/copies/s10/a.ts'],
    ['Read /etc/hosts', 'Read /etc/hosts'],
    ['Compare /data/copies/s1/a and /home/me/project/b', 'Compare a and b'],
  ])('names what is in the project from there: %s', (title, result) => {
    expect(shown(title)).toBe(result);
  });

  it('is the tool and its main argument where the agent gives JSON', () => {
    expect(shown('{"path":"/data/copies/s1/a.ts","limit":3}', { kind: 'read' })).toBe('Read a.ts');
    expect(shown('grep: {"limit":3,"pattern":"x y"}')).toBe('grep x y');
    expect(shown('search({"query":"words"})')).toBe('search words');
    expect(shown('{"todos":[]}', { name: 'todo_write' })).toBe('todo_write');
    expect(shown('list_dir {"target":"/data/copies/s1/sr…')).toBe('list_dir sr…');
    expect(shown('{}', { name: 'status' })).toBe('status');
    expect(shown('Why {"a": 1} is not, JSON? {')).toBe('Why {"a": 1} is not, JSON? {');
  });

  it('is the command, with what the agent says of it beside', () => {
    const input = { command: 'npm test', description: 'Run the tests' };
    expect(shown('Terminal', { kind: 'execute', input })).toEqual(['npm test', 'Run the tests']);
    expect(shown('Run the tests', { kind: 'execute', input: { command: 'npm test' } })).toEqual([
      'npm test',
      'Run the tests',
    ]);
    expect(shown('`npm test`', { kind: 'execute', input: { command: 'npm test' } })).toBe(
      'npm test',
    );
    expect(
      shown('bash', {
        kind: 'execute',
        input: { command: ['bash', '-lc', 'ls /data/copies/s1/a'] },
      }),
    ).toBe('ls a');
    expect(shown('ls', { kind: 'execute', input: { command: "/bin/zsh -lc 'ls -l'" } })).toBe(
      'ls -l',
    );
    expect(shown('ls', { kind: 'execute', input: { command: 'ls -la' } })).toBe('ls -la');
    const cat = { command: 'cat /data/copies/s1/a.ts' };
    expect(shown('cat a.ts', { kind: 'execute', input: cat })).toBe('cat a.ts');
    expect(shown('Look around', { kind: 'execute' })).toBe('Look around');
  });

  it('names the files of an edit that its agent does not name', () => {
    const edit = (title: string, ...paths: readonly string[]) => {
      const content = paths.map(
        (path) => ({ type: 'diff', path, before: null, after: '' }) as const,
      );
      const entry = { title, name: null, toolKind: 'edit', input: null, content } as const;
      return toolTitle(entry, folders).main;
    };
    expect(edit('Editing files', '/data/copies/s1/src/a.ts')).toBe('Edit src/a.ts');
    expect(edit('Editing files', '/data/copies/s1/a', '/data/copies/s1/b')).toBe('Edit 2 files');
    expect(edit('write', '/data/copies/s1/a')).toBe('Write a');
    expect(edit('Editing files')).toBe('Editing files');
    expect(edit('Edit a.ts', '/data/copies/s1/a.ts')).toBe('Edit a.ts');
    const located = { title: 'Edit', name: null, toolKind: 'edit', input: null } as const;
    const locations = [{ path: '/data/copies/s1/a.ts' }];
    expect(toolTitle({ ...located, locations }, folders).main).toBe('Edit a.ts');
  });

  it('falls back to the name, then to the kind', () => {
    expect(shown('', { name: 'read_file' })).toBe('read_file');
    expect(shown('', { kind: 'search' })).toBe('Search');
  });

  it('is given whatever the words of a command are', () => {
    const odd = { toString: 1, valueOf: 1 };
    const line = [odd, odd, 'ls'];
    expect(shown('Look', { kind: 'execute', input: { command: line } })).toEqual([
      expect.stringContaining('ls'),
      'Look',
    ]);
    expect(
      shown('Look', { kind: 'execute', input: { command: 'ls', env: [{ name: odd }] } }),
    ).toEqual(['ls', 'Look']);
  });

  it('keeps the name of the file when it is cut', () => {
    const path = 'Read packages/server/src/modules/session/file.ts';
    expect(titleEnd(path)).toEqual({
      head: 'Read packages/server/src/modules/session',
      tail: '/file.ts',
    });
    expect(titleEnd('Read src/file.ts')).toEqual({ head: 'Read src/file.ts', tail: '' });
    const words = 'Looks for everything that is in the folder src/ and below';
    expect(titleEnd(words)).toEqual({ head: words, tail: '' });
  });
});
