import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppCommandId } from '#shared/commands/commandTable';
import { AlertDialog } from '#window/ui/overlay/AlertDialog';
import { Dialog } from '#window/ui/overlay/Dialog';
import { Popover } from '#window/ui/overlay/Popover';
import { command } from './command';
import { commands, listenForKeys, runGroupByKey } from './commands';

const ran = vi.fn();
let stop: readonly (() => void)[] = [];

beforeEach(() => {
  ran.mockClear();
  const ids = ['review.nextHunk', 'pane.close', 'thread.latest', 'palette.show'] as const;
  stop = [
    commands.register(ids.map((id) => command(id, { run: () => ran(id) }))),
    listenForKeys(window),
  ];
});

afterEach(() => {
  for (const one of stop) one();
});

/** Whether the key was taken from the element. */
function press(element: Element, key: string, more: KeyboardEventInit): boolean {
  return !fireEvent.keyDown(element, { key, ...more });
}

const none = () => undefined;
const expectRan = (...ids: readonly AppCommandId[]) =>
  expect(ran.mock.calls.map(([id]) => id)).toEqual(ids);

describe('a key', () => {
  it('does nothing to what lies below an open dialog', async () => {
    const view = (open: boolean) => (
      <Dialog open={open} title="New session" onClose={none}>
        <textarea aria-label="Prompt" />
      </Dialog>
    );
    const { rerender } = render(view(true));
    const prompt = await screen.findByRole('textbox', { name: 'Prompt' });
    expect(press(prompt, 'F7', {})).toBe(false);
    press(prompt, 'w', { ctrlKey: true });
    act(() => {
      runGroupByKey(new KeyboardEvent('keydown', { key: 'F7' }), 'Changes');
    });
    expectRan();

    // What is for the whole window works there, too.
    press(prompt, 'k', { ctrlKey: true });
    expectRan('palette.show');

    rerender(view(false));
    press(document.body, 'F7', {});
    expectRan('palette.show', 'review.nextHunk');
  });

  it('does nothing at all while a question is open that must be answered first', async () => {
    render(
      <AlertDialog
        open
        title="Accept it?"
        description="It can run code."
        action="Accept"
        onConfirm={none}
        onClose={none}
      />,
    );
    const question = await screen.findByRole('alertdialog');
    press(question, 'F7', {});
    press(question, 'k', { ctrlKey: true });
    expectRan();
  });

  it('reaches what lies below a list that only hangs over it', async () => {
    render(
      <Popover open title="Waiting for you" trigger={<button type="button">Bell</button>}>
        <p>Nothing</p>
      </Popover>,
    );
    press(await screen.findByRole('dialog'), 'F7', {});
    expectRan('review.nextHunk');
  });
});

describe('a key that moves in a text', () => {
  it('is left to a text that has room to move in', () => {
    render(<textarea aria-label="Prompt" defaultValue={'one\ntwo'} />);
    const prompt = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
    prompt.setSelectionRange(0, 0);
    expect(press(prompt, 'End', { ctrlKey: true })).toBe(false);
    expectRan();

    prompt.setSelectionRange(7, 7);
    expect(press(prompt, 'End', { ctrlKey: true })).toBe(true);
    expectRan('thread.latest');
  });
});
