import { describe, expect, it } from 'vitest';
import { indexPaths, rankPaths } from './rankPaths';

const paths = indexPaths([
  'README.md',
  'src/main/host/session.ts',
  'src/main/host/session/sessionAgent.ts',
  'src/renderer/features/sessions/list/SessionList.tsx',
  'docs/decisions/0001-events.md',
  'test/session.test.ts',
]);

const ranked = (query: string) => rankPaths(query, paths, 10).map(({ path }) => path);

describe('rankPaths', () => {
  it('puts files whose name starts with the query first', () => {
    expect(ranked('session')[0]).toBe('test/session.test.ts');
    expect(ranked('sessionagent')).toEqual(['src/main/host/session/sessionAgent.ts']);
  });

  it('finds scattered letters and returns their positions', () => {
    const [first] = rankPaths('hostsess', paths, 1);
    expect(first?.path).toBe('src/main/host/session.ts');
    expect(first?.positions.map((at) => first.path[at]).join('')).toBe('hostsess');
  });

  it('shows files near the root when nothing is typed', () => {
    expect(ranked('')[0]).toBe('README.md');
  });

  it('finds nothing for a query that does not match', () => {
    expect(ranked('zzz')).toEqual([]);
  });

  it('searches a hundred thousand paths', () => {
    const many = Array.from(
      { length: 100_000 },
      (_, index) => `src/area${index % 100}/file${index}.ts`,
    );
    expect(rankPaths('file99999', indexPaths(many), 5)[0]?.path).toBe('src/area99/file99999.ts');
  });
});
