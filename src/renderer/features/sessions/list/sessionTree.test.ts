import { describe, expect, it } from 'vitest';
import type { AgentId, SessionId } from '#shared/ids';
import type { SessionSummary } from '#shared/session/summary';
import { sessionSummary } from '#test/support/sessionSummary';
import type { ShownSessions } from '#window/state/session/sessionListStore';
import { type SessionTreeRow, sessionTreeRows } from './sessionTree';

function session(title: string, project: string, change: Partial<SessionSummary> = {}) {
  const id = `ses_${title.replaceAll(' ', '_').padEnd(8, '_')}` as SessionId;
  return sessionSummary({ id, title, project, cwd: project, ...change });
}

const everything = {
  filter: '',
  folded: [],
  showsArchived: false,
  shown: 'all',
  order: 'newest',
  lines: {},
  projects: {},
  sets: [],
} as const;

/** As it looks: projects, and the titles below them. */
function outline(rows: readonly SessionTreeRow[]): string[] {
  return rows.map((row) => {
    if (row.kind === 'session') {
      return row.memberName === null ? `  ${row.session.title}` : `    ${row.memberName}`;
    }
    if (row.kind === 'set') return `  ${row.isOpen ? '▾' : '▸'} ${row.name}`;
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
  const broken = session('broke', '/work/app', { createdAt: 0, status: 'failed' });
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
    const gone = session('gone', '/work/app', { createdAt: 0, status: 'failed', archived: true });
    const shown = (what: ShownSessions) =>
      outline(sessionTreeRows([...many, broken, gone], { ...everything, shown: what, lines }));
    expect(shown('waiting')).toEqual(['▾ site', '  asks']);
    expect(shown('review')).toEqual(['▾ app', '  old']);
    expect(shown('working')).toEqual(['▾ app', '  works']);
    expect(shown('failed')).toEqual(['▾ app', '  broke']);
  });

  it('come before reviews if they failed, whether or not they left changes', () => {
    const left = { ...lines, [broken.id]: { added: 1, removed: 0 } };
    for (const changed of [lines, left]) {
      const view = { ...everything, order: 'attention', lines: changed } as const;
      const [, ...rows] = outline(sessionTreeRows([...sessions, broken], view));
      expect(rows.slice(0, 2)).toEqual(['  broke', '  old']);
    }
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

describe('sessions that were started together', () => {
  const agent = (name: string) => ({ id: name.toLowerCase() as AgentId, name });
  const alpha = session('task a', '/work/app', {
    title: 'task',
    agent: agent('Alpha'),
    createdAt: 4,
  });
  const beta = session('task b', '/work/app', {
    title: 'task',
    agent: agent('Beta'),
    createdAt: 5,
  });
  const later = session('later', '/work/app', { createdAt: 9 });
  const all = [later, alpha, beta, ...sessions];
  const view = { ...everything, sets: [[alpha.id, beta.id]] };
  const [old] = sessions;

  it('are one group, where the newest of them would be', () => {
    expect(outline(sessionTreeRows(all, view)).slice(0, 6)).toEqual([
      '▾ app',
      '  later',
      '  ▾ task',
      '    Alpha',
      '    Beta',
      '  new',
    ]);
  });

  it('can be folded away, but not from a filter that finds one', () => {
    const folded = { ...view, folded: [`set:${alpha.id}`] };
    expect(outline(sessionTreeRows(all, folded)).slice(0, 4)).toEqual([
      '▾ app',
      '  later',
      '  ▸ task',
      '  new',
    ]);
    expect(outline(sessionTreeRows(all, { ...folded, filter: 'task' }))).toEqual([
      '▾ app',
      '  ▾ task',
      '    Alpha',
      '    Beta',
    ]);
  });

  it('are not a group once only one of them is left, or matches', () => {
    expect(outline(sessionTreeRows([alpha], view))).toEqual(['▾ app', '  task']);
    expect(outline(sessionTreeRows(all, { ...view, filter: 'beta' }))).toEqual(['▾ app', '  task']);
    const archived = { ...beta, archived: true };
    expect(outline(sessionTreeRows([alpha, archived], view))[1]).toBe('  task');
  });

  it('are listed once, in the newest set that they are in', () => {
    const sets = [
      [alpha.id, beta.id],
      [alpha.id, beta.id, later.id],
    ];
    const rows = sessionTreeRows(all, { ...view, sets });
    const ids = rows.flatMap((row) => (row.kind === 'session' ? row.session.id : []));
    expect(ids.filter((id) => id === alpha.id)).toHaveLength(1);
    expect(outline(rows).slice(0, 5)).toEqual([
      '▾ app',
      '  ▾ task',
      '    Alpha',
      '    Beta',
      '    Demo',
    ]);
  });

  it('count as one on their level for screen readers', () => {
    const rows = sessionTreeRows([alpha, beta, ...(old ? [old] : [])], view);
    expect(rows.map(({ level, position }) => [level, position.index, position.count])).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [3, 1, 2],
      [3, 2, 2],
      [2, 2, 2],
    ]);
  });
});
