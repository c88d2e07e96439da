import { describe, expect, it } from 'vitest';
import type { ToolEntry } from '#shared/session/entries';
import { requestRisk } from './requestRisk';

type Asked = Parameters<typeof requestRisk>[0];

function asked(kind: ToolEntry['toolKind'], fields: Partial<Asked> = {}): Asked {
  return { toolKind: kind, content: [], locations: [], ...fields };
}

const diff = (path: string) => ({
  content: [{ type: 'diff', path, before: null, after: 'x' }] as const,
});
const at = (path: string) => ({ locations: [{ path }] });

describe('requestRisk', () => {
  it.each([
    [asked('edit', diff('/work/src/a.ts')), null],
    [asked('edit', diff('src/a.ts')), null],
    [asked('edit', diff('/work/.git/hooks/pre-commit')), '/work/.git/hooks/pre-commit'],
    [asked('other', diff('./.vscode/tasks.json')), './.vscode/tasks.json'],
    [asked('edit', diff('/work/../etc/passwd')), '/work/../etc/passwd'],
    [asked('edit', diff('/elsewhere/a.ts')), '/elsewhere/a.ts'],
    [asked('edit', diff('/workshop/a.ts')), '/workshop/a.ts'],
    [asked('delete', at('/work/.mcp.json')), '/work/.mcp.json'],
    [asked('read', at('/work/.mcp.json')), null],
    [asked('execute', at('/elsewhere')), null],
  ])('%# finds the most severe risk of the request', (request, path) => {
    expect(requestRisk(request, '/work/')?.path ?? null).toBe(path);
  });

  it('checks everything that a patch names', () => {
    const content = [{ type: 'patch', paths: ['a.ts', '.husky/pre-push'], patch: '' }] as const;
    expect(requestRisk(asked('edit', { content }), '/work')).toEqual({
      path: '.husky/pre-push',
      reason: 'Its commands can run on every commit.',
    });
  });
});
