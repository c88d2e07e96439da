import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { RequestId, SessionId } from '#shared/ids';
import { type ElicitationEntry, entryId } from '#shared/session/entries';
import type { FormField } from '#shared/session/request/requests';
import { bridge } from '#test/window/setup';
import { threadOf } from '#test/window/threadOf';
import { ThreadMemory } from '#window/features/thread/scroll/threadMemory';
import { ThreadContext } from '#window/features/thread/threadContext';
import { ElicitationForm } from './ElicitationForm';

const sessionId = 'session' as SessionId;
const requestId = 'request' as RequestId;
const fields: readonly FormField[] = [
  { key: 'name', title: 'Name', required: true, type: 'text' },
  { key: 'count', title: 'Count', required: false, type: 'number', integer: true, minimum: 1 },
];
const entry: ElicitationEntry = {
  id: entryId('elicitation', requestId),
  kind: 'elicitation',
  turnId: null,
  at: 0,
  updatedAt: 0,
  requestId,
  question: { message: 'Who?', toolCallId: null, body: { type: 'form', fields } },
  answer: null,
  completed: false,
};

function show({ ready = true, memory = new ThreadMemory(), shown = fields } = {}) {
  const drawn = render(
    <ThreadContext value={threadOf(sessionId, memory)}>
      <ElicitationForm entry={entry} fields={shown} ready={ready} />
    </ThreadContext>,
  );
  return { user: userEvent.setup(), ...drawn };
}

const answers = () => bridge.inputs('sessions.command').map(({ command }) => command);

describe('an agent’s form', () => {
  it('names the fields that are missing or wrong, and sends nothing', async () => {
    const { user } = show();
    await user.type(screen.getByLabelText(/Count/), '0');
    await user.click(screen.getByRole('button', { name: 'Answer' }));
    expect(screen.getByLabelText(/Name/).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText(/Count/).getAttribute('aria-invalid')).toBe('true');
    expect(answers()).toEqual([]);
  });

  it('sends what was filled in', async () => {
    const { user } = show();
    await user.type(screen.getByLabelText(/Name/), 'Ada{Enter}');
    expect(answers()).toEqual([
      {
        type: 'elicitation.answer',
        requestId,
        answer: { type: 'accepted', values: { name: 'Ada' } },
      },
    ]);
  });

  it('keeps what was typed while it is not visible', async () => {
    const memory = new ThreadMemory();
    const { user, unmount } = show({ memory });
    await user.type(screen.getByLabelText(/Name/), 'Ada');
    unmount();
    show({ memory });
    expect(screen.getByLabelText<HTMLInputElement>(/Name/).value).toBe('Ada');
  });

  it('cannot be sent at the moment it appears', async () => {
    const { user } = show({ ready: false });
    await user.type(screen.getByLabelText(/Name/), 'Ada{Enter}');
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    expect(answers()).toEqual([]);
  });

  it('says what each choice means, and sends the one that was chosen', async () => {
    const choices = [
      { value: 'in place', title: 'In place', description: 'Changes the file itself' },
      { value: 'copy', title: 'In a copy' },
    ];
    const how = { title: 'How', required: true, type: 'choice', choices } as const;
    const shown: readonly FormField[] = [
      { key: 'how', ...how, multiple: false },
      { key: 'also', ...how, title: 'Also', multiple: true },
    ];
    const { user } = show({ shown });
    const radio = screen.getByRole('radio', { name: 'In place' });
    const id = radio.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe('Changes the file itself');
    expect(screen.getAllByText('Changes the file itself')).toHaveLength(2);
    await user.click(radio);
    await user.click(screen.getByRole('checkbox', { name: 'In a copy' }));
    await user.click(screen.getByRole('button', { name: 'Answer' }));
    expect(answers()).toMatchObject([
      { answer: { type: 'accepted', values: { how: 'in place', also: ['copy'] } } },
    ]);
  });
});
