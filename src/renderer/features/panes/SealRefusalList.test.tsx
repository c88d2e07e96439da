import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { SealRefusal } from '#shared/seal';
import { bridge } from '#test/window/setup';
import { SealRefusalList } from './SealRefusalList';

const sessionId = 'ses_1' as SessionId;
const refusal: SealRefusal = {
  path: '/srv/data/one.csv',
  access: 'read',
  source: 'command',
  words: 'cat: /srv/data/one.csv: No such file or directory',
  at: 1,
  grant: '/srv/data/one.csv',
  closed: null,
};

const show = (refusals: readonly SealRefusal[], query = '') =>
  render(
    <SealRefusalList
      sessionId={sessionId}
      refused={{ refusals, isComplete: true }}
      query={query}
    />,
  );

describe('the list of refusals', () => {
  it('allows what was refused, and no more, for the session or the project', async () => {
    show([refusal, { ...refusal, path: '/srv/new/a', access: 'write', grant: '/srv/new' }]);
    const user = userEvent.setup();
    await user.click(
      screen.getByRole('button', { name: 'Allow reading /srv/data/one.csv in this session' }),
    );
    await user.click(
      screen.getByRole('button', { name: 'Allow writing /srv/new in this project' }),
    );
    expect(bridge.inputs('sessions.allowPath')).toEqual([
      { sessionId, path: '/srv/data/one.csv', access: 'read', scope: 'session' },
      { sessionId, path: '/srv/new', access: 'write', scope: 'project' },
    ]);
  });

  it('says why a path stays closed, and offers nothing for it', () => {
    show([{ ...refusal, closed: 'It can contain keys.' }]);
    expect(screen.getByText('It can contain keys.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows hostile text with what is hidden in it', () => {
    show([{ ...refusal, path: '/srv/a\u202Etxt', words: 'ENOENT \u202E/srv' }]);
    expect(screen.getByText('/srv/a\\u{202E}txt')).toBeTruthy();
    expect(screen.getByText('ENOENT \\u{202E}/srv')).toBeTruthy();
  });

  it('is searched by path and words', () => {
    show(
      [refusal, { ...refusal, path: '/srv/other', grant: '/srv/other', words: 'other' }],
      'other',
    );
    expect(screen.queryByText('/srv/data/one.csv')).toBeNull();
    expect(screen.getByText('/srv/other')).toBeTruthy();
  });
});
