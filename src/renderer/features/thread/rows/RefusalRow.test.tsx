import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { entryId, type RefusalEntry } from '#shared/session/entries';
import type { HostRefusal } from '#shared/session/network';
import { defaultSettings } from '#shared/settings';
import { bridge } from '#test/window/setup';
import { threadOf } from '#test/window/threadOf';
import { ThreadContext } from '#window/features/thread/threadContext';
import { settingsStore } from '#window/state/settingsStore';
import { RefusalRow } from './RefusalRow';

const sessionId = 'session' as SessionId;

function show(refusal: Partial<HostRefusal>) {
  const entry: RefusalEntry = {
    id: entryId('refusal', 'one'),
    kind: 'refusal',
    turnId: null,
    at: 0,
    updatedAt: 0,
    refusal: { host: 'a.test', port: 443, reason: 'unlisted', rule: 'a.test', ...refusal },
  };
  render(
    <ThreadContext value={threadOf(sessionId)}>
      <RefusalRow entry={entry} />
    </ThreadContext>,
  );
  return userEvent.setup();
}

beforeEach(() => {
  settingsStore.setState({ settings: defaultSettings, problems: [] });
  bridge.answer('sessions.command', () => null as never);
});

describe('a refused host in the transcript', () => {
  it('is named with its port, and can be allowed for the session', async () => {
    const user = show({});
    expect(screen.getByText('Airlock refused a connection to a.test:443')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Allow for this session' }));
    expect(bridge.inputs('sessions.command')).toEqual([
      { sessionId, command: { type: 'host.allow', rule: 'a.test' } },
    ]);
  });

  it('shows what would not show, and offers nothing where no name may lead', () => {
    show({ host: 'a\u202eb.test', reason: 'special', address: '169.254.169.254', rule: null });
    expect(document.body.textContent).toContain('169.254.169.254');
    expect(document.body.textContent).not.toContain('\u202e');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
