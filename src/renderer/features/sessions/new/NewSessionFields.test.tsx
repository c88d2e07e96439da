import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AgentId, SessionId } from '#shared/ids';
import { bridge } from '#test/window/setup';
import { agentsStore } from '#window/state/agents/agentsStore';
import type { StartPrompt } from '#window/state/startPrompt';
import { NewSessionFields } from './NewSessionFields';
import { editDraft } from './newSessionStore';

const startPrompt: StartPrompt = {
  Field: ({ fieldRef, text, readOnly, onText, onKeyDown }) => (
    <textarea
      ref={fieldRef}
      aria-label="Prompt"
      value={text}
      readOnly={readOnly}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
    />
  ),
  content: (text) => [{ type: 'text', text }],
  clear: () => undefined,
};

const done = vi.fn();
let finishStart: () => void;

function show() {
  const { unmount } = render(
    <NewSessionFields startPrompt={startPrompt} promptRef={createRef()} onDone={done} />,
  );
  return { user: userEvent.setup(), unmount };
}

const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });

beforeEach(() => {
  done.mockClear();
  bridge.answer('projects.branch', () => ({ branch: null }));
  bridge.answer('sessions.bases', () => []);
  bridge.answer('work.list', () => []);
  bridge.answer('sessions.canSeal', () => ({ available: true }));
  const mine = { id: 'mine' as AgentId, name: 'Mine', command: 'mine', builtIn: false };
  agentsStore.setState({ agents: [{ ...mine, source: 'settings', finding: null }] });
  bridge.answer(
    'sessions.create',
    () =>
      new Promise((resolve) => {
        finishStart = () => resolve({ sessionId: 'ses_1' as SessionId });
      }),
  );
  editDraft({ agentId: 'mine' as AgentId, folder: '/p', isolation: 'in-place', prompt: '' });
});

it('starts one session, however often the key is pressed while it starts', async () => {
  const { user } = show();
  await user.type(prompt(), 'Go');
  await user.keyboard('{Control>}{Enter}{Enter}{/Control} on{Enter}');
  expect(bridge.inputs('sessions.create')).toHaveLength(1);
  expect(prompt().value).toBe('Go');
  await act(async () => finishStart());
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

it('keeps the next prompt, and its dialog open, when the session before it has started', async () => {
  const first = show();
  await first.user.type(prompt(), 'Go{Control>}{Enter}{/Control}');
  first.unmount();
  const { user } = show();
  await user.clear(prompt());
  await user.type(prompt(), 'Then this');
  await act(async () => finishStart());
  expect(prompt().value).toBe('Then this');
  expect(done).not.toHaveBeenCalled();
});

it('starts once it knows the agents, when the key comes before them', async () => {
  const { agents } = agentsStore.getState();
  agentsStore.setState({ agents: null });
  const { user } = show();
  await user.type(prompt(), 'Go{Control>}{Enter}{/Control}');
  expect(bridge.inputs('sessions.create')).toHaveLength(0);
  expect(screen.queryByText('Choose an agent.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Start' }).getAttribute('aria-busy')).toBe('true');
  act(() => agentsStore.setState({ agents }));
  await waitFor(() => expect(bridge.inputs('sessions.create')).toHaveLength(1));
});
