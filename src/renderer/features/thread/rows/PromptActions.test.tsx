import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { EntryId, MessageId, SessionId, TurnId } from '#shared/ids';
import type { ChangesSnapshot } from '#shared/ipc/changes';
import type { MessageEntry } from '#shared/session/entries';
import { FakeBridge } from '#test/window/fakeBridge';
import { MentionedFiles } from '#window/features/thread/mentionedFiles';
import { threadMemory } from '#window/features/thread/scroll/threadMemory';
import { ThreadContext } from '#window/features/thread/threadContext';
import { dialogStore } from '#window/state/layout/dialogStore';
import { promptAgainStore } from '#window/state/layout/promptAgain';
import * as models from '#window/state/session/sessionModels';
import * as sessions from '#window/state/session/sessionsStore';
import { Markdown } from '#window/ui/markdown/Markdown';
import { MarkdownActionsContext } from '#window/ui/markdown/markdownActions';
import { MessageRow } from './MessageRow';
import { PromptActions } from './PromptActions';

const session = 'ses_prompts' as SessionId;
const turnId = 'turn_1' as TurnId;
const entry: MessageEntry = {
  id: 'message:1' as EntryId,
  kind: 'message',
  role: 'user',
  messageId: 'm1' as MessageId,
  turnId,
  at: 0,
  updatedAt: 0,
  subagent: null,
  blocks: [
    { type: 'text', text: 'Look at @src/cart.js please' },
    { type: 'link', name: 'src/cart.js', uri: 'file:///p/src/cart.js' },
  ],
};

function show(bridge: FakeBridge, canFork: boolean, later: readonly MessageEntry[] = []) {
  bridge.answer(
    'changes.list',
    () => ({ checkpoints: [{ turnId, at: 0 }] }) as unknown as ChangesSnapshot,
  );
  bridge.answer('changes.rewind', () => ({ before: {} as never, left: [] }));
  bridge.install();
  const head = {
    turn: null,
    connection: { type: 'ready' },
    queue: [],
    details: { wire: 'acp', powers: { prompt: {}, fork: canFork } },
  };
  vi.spyOn(models, 'useSessionHead').mockReturnValue(head as never);
  vi.spyOn(models, 'sessionModel').mockReturnValue({
    order: () => [entry, ...later].map(({ id }) => id),
    entry: (id: EntryId) => [entry, ...later].find((one) => one.id === id),
  } as never);
  const focusTranscript = vi.fn();
  const context = {
    sessionId: session,
    memory: threadMemory(session),
    folders: ['/p'],
    focusTranscript,
    openSession: () => undefined,
  };
  render(
    <ThreadContext value={context}>
      <PromptActions id={entry.id} turnId={turnId} />
      <MessageRow entry={entry} live={false} />
    </ThreadContext>,
  );
  return userEvent.setup();
}

it('sends an edited prompt again, with the files rewound by choice', async () => {
  const bridge = new FakeBridge();
  const user = show(bridge, true);
  expect(screen.getByRole('button', { name: 'src/cart.js' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Edit and send again' }));
  const field = screen.getByRole('textbox', { name: 'Edited prompt' });
  expect(document.activeElement).toBe(field);
  await user.type(field, ', twice');
  await user.click(await screen.findByRole('checkbox', { name: /^Rewind files/ }));
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  const order = bridge.asked.map(({ name }) => name);
  expect(order.indexOf('changes.rewind')).toBeLessThan(order.indexOf('sessions.command'));
  expect(bridge.inputs('changes.rewind')).toEqual([{ sessionId: session, to: turnId }]);
  expect(bridge.inputs('sessions.command')[0]?.command).toEqual({
    type: 'prompt.send',
    content: [
      { type: 'text', text: 'Look at @src/cart.js please, twice' },
      { type: 'link', name: 'src/cart.js', uri: 'file:///p/src/cart.js' },
    ],
  });
});

it('offers the same prompt to other agents', async () => {
  const user = show(new FakeBridge(), true);
  vi.spyOn(sessions, 'sessionSummary').mockReturnValue({ project: '/p' } as never);
  await user.click(screen.getByRole('button', { name: 'Run with other agents…' }));
  expect(dialogStore.getState().open).toBe('newSession');
  expect(promptAgainStore.getState().wanted).toEqual({
    from: session,
    folder: '/p',
    prompt: 'Look at @src/cart.js please',
  });
  dialogStore.setState({ open: null });
  promptAgainStore.setState({ wanted: null });
});

it('says why a turn cannot be forked', () => {
  show(new FakeBridge(), true, [{ ...entry, id: 'message:2' as EntryId }]);
  const fork = screen.getByRole('button', { name: 'Fork after this turn' });
  expect(fork.getAttribute('aria-disabled')).toBe('true');
  expect(fork.getAttribute('aria-description')).toBe(
    'Agents can fork a conversation only at its end, and this is not the last turn.',
  );
});

it('forks after the last turn, where the agent can', () => {
  show(new FakeBridge(), true);
  const fork = screen.getByRole('button', { name: 'Fork after this turn' });
  expect(fork.getAttribute('aria-disabled')).not.toBe('true');
});

it('does not fork where the agent cannot', () => {
  show(new FakeBridge(), false);
  const fork = screen.getByRole('button', { name: 'Fork after this turn' });
  expect(fork.getAttribute('aria-disabled')).toBe('true');
});

it('links places in files that exist, and no others', async () => {
  const bridge = new FakeBridge();
  bridge.answer('changes.existing', ({ paths }) => ({
    paths: paths.filter((path) => path === 'src/cart.js'),
  }));
  bridge.install();
  const openFile = vi.fn();
  const actions = { openLink: () => undefined, openFile, files: new MentionedFiles(session) };
  render(
    <MarkdownActionsContext value={actions}>
      <Markdown text={'In `src/cart.js:4` and src/cart.js, not in `src/gone.js:1`.'} />
    </MarkdownActionsContext>,
  );
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'src/cart.js:4' }));
  expect(openFile).toHaveBeenCalledWith('src/cart.js', 4);
  await user.click(screen.getByRole('button', { name: 'src/cart.js' }));
  expect(openFile).toHaveBeenLastCalledWith('src/cart.js', null);
  expect(screen.getAllByRole('button')).toHaveLength(2);
  expect(bridge.inputs('changes.existing')).toHaveLength(1);
});
