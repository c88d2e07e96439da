import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import type { SealedLogin, SealRefusal } from '#shared/seal';
import { type AuthenticationEntry, entryId, type FailureEntry } from '#shared/session/entries';
import type { SessionHead } from '#shared/session/state';
import { defaultSettings } from '#shared/settings';
import { bridge } from '#test/window/setup';
import { threadOf } from '#test/window/threadOf';
import { ThreadContext } from '#window/features/thread/threadContext';
import * as models from '#window/state/session/sessionModels';
import { settingsStore } from '#window/state/settingsStore';
import { AuthenticationRow } from './AuthenticationRow';
import { FailureRow } from './FailureRow';

const sessionId = 'ses_1' as SessionId;
const base = { turnId: null, at: 0, updatedAt: 0 };
const failure: FailureEntry = {
  ...base,
  id: entryId('failure', '1'),
  kind: 'failure',
  message: 'The agent ended.',
  detail: null,
  stderrTail: '',
};
const login: AuthenticationEntry = {
  ...base,
  id: entryId('authentication', '1'),
  kind: 'authentication',
  message: 'Log in first.',
  methods: [{ id: 'browser', name: 'Log in with a browser', how: { type: 'agent' } }],
  done: false,
};
const refusal: SealRefusal = {
  path: '/srv/data/one.csv',
  access: 'read',
  source: 'agent',
  words: 'cannot open /srv/data/one.csv: No such file or directory',
  at: 1,
  grant: '/srv/data/one.csv',
  closed: null,
};

function show(
  row: 'failure' | 'login',
  refusals: readonly SealRefusal[],
  { isolation = 'sealed', fate = 'project' as SealedLogin } = {},
) {
  const connection = { type: row === 'failure' ? 'failed' : 'authentication' };
  const down = row === 'failure' ? failure.id : login.id;
  const head = { isolation, connection, down, agent: { id: 'a', name: 'A' }, turn: null };
  vi.spyOn(models, 'useSessionHead').mockReturnValue({
    ...head,
    network: { refused: [], allowed: [] },
  } as unknown as SessionHead);
  vi.spyOn(models, 'sessionModel').mockReturnValue({
    order: () => [failure.id],
    head: () => head,
  } as never);
  bridge.answer('sessions.sealRefusals', () => ({ refusals, isComplete: true }));
  bridge.answer('sessions.sealPolicy', () => ({ login: fate }) as never);
  render(
    <ThreadContext value={threadOf(sessionId)}>
      {row === 'failure' ? <FailureRow entry={failure} /> : <AuthenticationRow entry={login} />}
    </ThreadContext>,
  );
  return userEvent.setup();
}

const refused = async () =>
  within(await screen.findByRole('region', { name: 'Refused by the seal' }));

beforeEach(() => settingsStore.setState({ settings: defaultSettings, problems: [] }));

describe.each(['failure', 'login'] as const)('the %s card of a sealed session', (row) => {
  it('names the last refusals, and allows one and tries again', async () => {
    const user = show(row, [
      refusal,
      { ...refusal, path: '/srv/new/a', grant: '/srv/new', access: 'write' },
      { ...refusal, path: '/home/me/.ssh/id', closed: 'It can contain keys.' },
      { ...refusal, path: '/srv/older' },
    ]);
    const list = await refused();
    expect(list.getAllByRole('listitem')).toHaveLength(3);
    expect(list.getByText('It can contain keys.')).toBeTruthy();
    const [, folder] = list.getAllByRole('listitem');
    expect(folder?.textContent).toContain('/srv/new/awriting, allowed with its folder /srv/new');
    await user.click(list.getByRole('button', { name: 'Allow /srv/new and try again' }));
    expect(bridge.inputs('sessions.allowPath')).toEqual([
      { sessionId, path: '/srv/new', access: 'write', scope: 'session' },
    ]);
  });

  it('says nothing of a seal where nothing was refused, or there is none', async () => {
    show(row, []);
    show(row, [refusal], { isolation: 'isolated' });
    await expect.poll(() => bridge.inputs('sessions.sealRefusals').length).toBe(1);
    expect(screen.queryByRole('region', { name: 'Refused by the seal' })).toBeNull();
  });
});

describe('the login card', () => {
  it.each([
    ['shared', /when you use the agent outside Airlock/],
    ['project', /only for sealed sessions of this project/],
    ['agent', /private home folder/],
    ['lost', /lost when the agent ends/],
  ] as const)('says how long a login lasts (%s)', async (fate, words) => {
    show('login', [], { fate });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('says nothing of that where the session is not sealed', () => {
    show('login', [], { isolation: 'isolated' });
    expect(screen.queryByText(/sealed/)).toBeNull();
    expect(bridge.inputs('sessions.sealPolicy')).toEqual([]);
  });
});
