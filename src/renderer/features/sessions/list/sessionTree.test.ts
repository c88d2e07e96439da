import { describe, expect, it } from 'vitest';
import type { AgentId, SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { type SessionTreeRow, sessionTreeRows } from './sessionTree';

function session(title: string, project: string, change: Partial<SessionSummary> = {}) {
  return {
    id: `ses_${title.replaceAll(' ', '_').padEnd(8, '_')}` as SessionId,
    title,
    agent: { id: 'demo' as AgentId, name: 'Demo' },
    project,
    cwd: project,
    isolation: 'isolated',
    createdAt: 0,
    updatedAt: 0,
    archived: false,
    turnCount: 1,
    lastTurnEnd: 'end_turn',
    status: 'idle',
    agentSessionId: null,
    canFork: false,
    base: null,
    ...change,
  } satisfies SessionSummary;
}

const everything = {
  filter: '',
  folded: [],
  showsArchived: false,
  shown: 'all',
  order: 'newest',
  lines: {},
  projects: {},
} as const;

/** As it looks: projects, and the titles below them. */
function outline(rows: readonly SessionTreeRow[]): string[] {
  return rows.map((row) => {
    if (row.kind === 'session') return `  ${row.session.title}`;
    return `${row.isOpen ? '▾' : '▸'} ${row.kind === 'archive' ? 'Archived' : row.name}`;
  });
}

const sessions = [
  session('old', '/work/app', { createdAt: 1 }),
  session('new', '/work/app', { createdAt: 3, updatedAt: 3 }),
  session('site work', '/work/site', { createdAt: 2, updatedAt: 9 }),
  session('done', '/work/site', { createdAt: 4, archived: true }),
];

describe('sessions that need the user', () => {
  const waiting = session('asks', '/work/site', { createdAt: 1, status: 'waiting' });
  const working = session('works', '/work/app', { createdAt: 5, status: 'working' });
  const many = [...sessions, waiting, working];
  const [old] = sessions;
  const lines = { [old?.id as SessionId]: { added: 1, removed: 0 } };

  it('come first on request: questions, then reviews, then the rest', () => {
    const view = { ...everything, order: 'attention', lines } as const;
    expect(outline(sessionTreeRows(many, view))).toEqual([
      '▾ site',
      '  asks',
      '  site work',
      '▾ app',
      '  old',
      '  works',
      '  new',
      '▸ Archived',
    ]);
  });

  it('are all there is on request', () => {
    const shown = (what: 'waiting' | 'review' | 'working') =>
      outline(sessionTreeRows(many, { ...everything, shown: what, lines }));
    expect(shown('waiting')).toEqual(['▾ site', '  asks']);
    expect(shown('review')).toEqual(['▾ app', '  old']);
    expect(shown('working')).toEqual(['▾ app', '  works']);
  });
});

describe('treeRows', () => {
  it('groups by project, newest first, with archived sessions folded at the end', () => {
    expect(outline(sessionTreeRows(sessions, everything))).toEqual([
      '▾ app',
      '  new',
      '  old',
      '▾ site',
      '  site work',
      '▸ Archived',
    ]);
  });

  it('folds projects and shows archived sessions', () => {
    const view = { ...everything, folded: ['/work/app'], showsArchived: true };
    expect(outline(sessionTreeRows(sessions, view))).toEqual([
      '▸ app',
      '▾ site',
      '  site work',
      '▾ Archived',
      '  done',
    ]);
  });

  it('finds every word in title, agent or project, even in folded groups', () => {
    const view = { ...everything, folded: ['/work/site'] };
    expect(outline(sessionTreeRows(sessions, { ...view, filter: 'SITE w' }))).toEqual([
      '▾ site',
      '  site work',
      '▾ Archived',
      '  done',
    ]);
    expect(sessionTreeRows(sessions, { ...view, filter: 'nowhere' })).toEqual([]);
  });

  it('distinguishes projects of the same name, and gives the position of each row', () => {
    const rows = sessionTreeRows([session('one', '/a/app'), session('two', '/b/app')], everything);
    expect(rows.filter(({ kind }) => kind === 'project')).toMatchObject([
      { name: 'app', detail: '/a/app', position: { index: 1, count: 2 } },
      { name: 'app', detail: '/b/app', position: { index: 2, count: 2 } },
    ]);
  });
});
