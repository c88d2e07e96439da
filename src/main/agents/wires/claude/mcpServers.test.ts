import { expect, it } from 'vitest';
import { openServedClaude } from '#test/support/claudeHarness';

it('are handed over before the first prompt, and those that were taken are not named', async () => {
  const { peer, session } = await openServedClaude();
  expect(Object.keys(peer.lastRequest('mcp_set_servers').servers as object)).toEqual([
    'files',
    'web',
  ]);
  expect(session.refusedServers).toBeUndefined();
});

it('are left out for the reason that the program gives', async () => {
  const errors = { web: 'Blocked by policy', other: 'Not ours', files: 3 };
  const { session } = await openServedClaude({ errors });
  expect(session.refusedServers).toEqual({ web: 'Blocked by policy' });
});

it('are left out with a reason where the program does not know the request', async () => {
  const { session } = await openServedClaude(null);
  const reason = expect.stringMatching(/^Claude Code did not accept it: /);
  expect(session.refusedServers).toEqual({ files: reason, web: reason });
});

it.each([[{ errors: null }], [{ errors: 'all' }], [{}], [[]]])(
  'survive the answer %j',
  async (answer) => {
    expect((await openServedClaude(answer)).session.refusedServers).toBeUndefined();
  },
);
