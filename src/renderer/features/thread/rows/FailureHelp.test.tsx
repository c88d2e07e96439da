import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AgentId, EntryId, SessionId } from '#shared/ids';
import type { CatalogueEntry } from '#shared/ipc/agents';
import type { AuthenticationMethod } from '#shared/session/agent';
import { type AuthenticationEntry, entryId, type FailureEntry } from '#shared/session/entries';
import type { SessionHead } from '#shared/session/state';
import { defaultSettings } from '#shared/settings';
import { bridge } from '#test/window/setup';
import { ThreadMemory } from '#window/features/thread/scroll/threadMemory';
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
  message: 'The agent could not be started: command not found: codex.',
  detail: null,
  stderrTail: '',
  reason: 'not-found',
};

const codex: CatalogueEntry = {
  id: 'codex' as AgentId,
  name: 'Codex',
  description: null,
  website: null,
  version: '1.2.0',
  command: 'npm install @openai/codex@1.2.0',
  whyNot: null,
  finding: null,
  installed: [],
  update: null,
  progress: null,
  failure: null,
};

/** `down` is the entry that says why the agent is not there. */
function show(
  card: 'failed' | 'authentication',
  methods: readonly AuthenticationMethod[] = [],
  entry: FailureEntry = failure,
  {
    connection = card,
    down = entryId(card === 'failed' ? 'failure' : 'authentication', '1'),
  }: { connection?: string; down?: EntryId | null } = {},
) {
  const head = {
    isolation: 'isolated',
    connection: { type: connection },
    down,
    agent: { id: 'codex', name: 'Codex' },
    turn: null,
    network: { refused: [], allowed: [] },
  };
  vi.spyOn(models, 'useSessionHead').mockReturnValue(head as unknown as SessionHead);
  vi.spyOn(models, 'sessionModel').mockReturnValue({
    order: () => [failure.id],
    head: () => head,
  } as never);
  const context = {
    sessionId,
    memory: new ThreadMemory(),
    folders: [],
    focusTranscript: () => undefined,
    openSession: () => undefined,
  };
  const login: AuthenticationEntry = {
    ...base,
    id: entryId('authentication', '1'),
    kind: 'authentication',
    message: 'Log in.',
    methods,
    done: false,
  };
  render(
    <ThreadContext value={context}>
      {card === 'failed' ? <FailureRow entry={entry} /> : <AuthenticationRow entry={login} />}
    </ThreadContext>,
  );
  return userEvent.setup();
}

beforeEach(() => {
  settingsStore.setState({ settings: defaultSettings, problems: [] });
  const registry = {
    source: 'bundled',
    at: null,
    isReading: false,
    problem: null,
    skipped: 0,
  } as const;
  bridge.answer('agents.catalogue', () => ({ entries: [codex], registry, bytes: 0 }));
});

describe('the card of an agent that does not come up', () => {
  it('installs what is missing with the command in view, and starts the agent again', async () => {
    const user = show('failed');
    const install = await screen.findByRole('button', { name: 'Install Codex 1.2.0' });
    expect(screen.getByText('npm install @openai/codex@1.2.0')).toBeTruthy();
    await user.click(install);
    expect(bridge.inputs('agents.install')).toEqual([{ id: 'codex', version: null }]);
    await expect
      .poll(() => bridge.inputs('sessions.command'))
      .toEqual([{ sessionId, command: { type: 'agent.restart' } }]);
  });

  it('has its buttons in one row, a check among them', async () => {
    show('failed');
    const restart = await screen.findByRole('button', { name: 'Restart' });
    const row = [...(restart.parentElement?.querySelectorAll('button') ?? [])];
    expect(row.map(({ textContent }) => textContent)).toEqual([
      'Restart',
      'Set up agent',
      'Check',
      'Copy error',
      'Inspect',
    ]);
  });

  it('offers the same after a restart of the app', async () => {
    const user = show('failed', [], failure, { connection: 'detached' });
    expect(await screen.findByRole('button', { name: 'Install Codex 1.2.0' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Set up agent' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Check' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    expect(bridge.inputs('sessions.command')).toEqual([
      { sessionId, command: { type: 'agent.restart' } },
    ]);
  });

  it('shows what the agent printed, where that may say why', async () => {
    show('failed', [], { ...failure, reason: 'ended-early', stderrTail: 'no configuration' });
    expect(await screen.findByText('no configuration')).toBeTruthy();
  });

  it('offers nothing if the agent was back before the app was restarted', () => {
    show('failed', [], failure, { connection: 'detached', down: null });
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('says what to do about a file that cannot be run, or installs the agent', async () => {
    show('failed', [], { ...failure, reason: 'not-executable' });
    expect(await screen.findByRole('button', { name: 'Install Codex 1.2.0' })).toBeTruthy();
    expect(screen.getByText(/Make its file executable/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy error' })).toBeTruthy();
  });
});

describe('a login by variables', () => {
  it('keeps the keys apart from the settings, and starts the agent again', async () => {
    const how = { type: 'environment', variables: ['CODEX_API_KEY'] } as const;
    const user = show('authentication', [{ id: 'env', name: 'Use CODEX_API_KEY', how }]);
    await user.type(screen.getByLabelText('CODEX_API_KEY'), 'hush');
    await user.click(screen.getByRole('button', { name: 'Save and restart' }));
    expect(bridge.inputs('agents.setSecret')).toEqual([
      { id: 'codex', name: 'CODEX_API_KEY', value: 'hush' },
    ]);
    await expect
      .poll(() => bridge.inputs('sessions.command'))
      .toEqual([{ sessionId, command: { type: 'agent.restart' } }]);
    expect(bridge.inputs('settings.update')).toEqual([]);
  });
});

describe('a login that was still to be done when the app was restarted', () => {
  it('restarts the agent, which then asks for the login', async () => {
    const user = show('authentication', [], failure, { connection: 'detached' });
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    expect(bridge.inputs('sessions.command')).toEqual([
      { sessionId, command: { type: 'agent.restart' } },
    ]);
  });
});

describe('a login that the agent asked for again', () => {
  it('is offered by the newest card alone', () => {
    const how = { type: 'agent' } as const;
    show('authentication', [{ id: 'a', name: 'Log in with Acme', how }], failure, {
      down: entryId('authentication', '2'),
    });
    expect(screen.getByText('Login required.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
