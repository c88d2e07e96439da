import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { QueuedPromptId, SessionId } from '#shared/ids';
import type { ContentBlock } from '#shared/session/content';
import { createState } from '#shared/session/fold';
import { bridge } from '#test/window/setup';
import { unfinishedTexts } from '#window/state/unfinishedTexts';
import { draftOf } from './draft/draftStore';
import { keepEdit, rescueEdits } from './draft/queuedEdits';
import { QueueList } from './QueueList';

const sessionId = 'session' as SessionId;
const promptId = 'prompt' as QueuedPromptId;
const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'AAAA' };

/** With a main that pauses and continues as it is told. */
function show(content: readonly ContentBlock[]) {
  const { head } = createState(sessionId);
  const draw = (isPaused: boolean) => (
    <QueueList head={{ ...head, queue: [{ promptId, content, isPaused }] }} />
  );
  const shown = render(draw(false));
  bridge.answer('sessions.command', ({ command }) => {
    if (command.type === 'prompt.pause') shown.rerender(draw(command.paused));
    if (command.type === 'prompt.edit') shown.rerender(draw(false));
    return null;
  });
  return userEvent.setup();
}

const commands = () => bridge.inputs('sessions.command').map(({ command }) => command);
const pause = { type: 'prompt.pause', promptId, paused: true };
const goOn = { ...pause, paused: false };

describe('queued prompts', () => {
  it('are edited with Ctrl+Enter, and keep their attachments', async () => {
    const user = show([{ type: 'text', text: 'Old' }, image]);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Queued prompt' });
    expect(screen.getByText('Paused while you edit it')).toBeTruthy();
    await user.clear(field);
    await user.type(field, ' New ');
    await user.keyboard('{Control>}{Enter}{/Control}');
    const content = [{ type: 'text', text: 'New' }, image];
    expect(commands()).toEqual([pause, { type: 'prompt.edit', promptId, content }]);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(unfinishedTexts(sessionId).size).toBe(0);
  });

  it('stay unchanged with Escape, and continue', async () => {
    const user = show([{ type: 'text', text: 'Old' }]);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByRole('textbox'), ' and more');
    await user.keyboard('{Escape}');
    expect(commands()).toEqual([pause, goOn]);
    expect(screen.getByText('Old')).toBeTruthy();
    expect(unfinishedTexts(sessionId).size).toBe(0);
  });

  it('cannot be saved empty', async () => {
    const user = show([{ type: 'text', text: 'Old' }]);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.clear(screen.getByRole('textbox'));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(commands()).toEqual([pause]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await user.keyboard('{Escape}');
  });

  it('are edited on when the window is opened again', async () => {
    const user = show([{ type: 'text', text: 'Old' }]);
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByRole('textbox'), ' and more');
    cleanup();
    const again = show([{ type: 'text', text: 'Old' }]);
    await again.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Old and more');
    await again.keyboard('{Escape}');
  });

  it('leave the text of an edit in the prompt box if they are sent anyway', () => {
    const { head } = createState(sessionId);
    keepEdit(sessionId, promptId, 'Old and more');
    rescueEdits({ ...head, queue: [{ promptId, content: [], isPaused: true }] });
    expect(draftOf(sessionId).text).toBe('');
    rescueEdits(head);
    expect(draftOf(sessionId).text).toBe('Old and more');
    expect(unfinishedTexts(sessionId).size).toBe(0);
  });

  it('are removed', async () => {
    const user = show([{ type: 'text', text: 'Old' }]);
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(commands()).toEqual([{ type: 'prompt.remove', promptId }]);
  });
});
