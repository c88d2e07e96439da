import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionId } from '#shared/ids';
import { registerComposer } from '#window/features/composer/composerHandles';
import { ARMING_MILLISECONDS } from '#window/features/thread/limits';
import { registerQuestion } from '#window/features/thread/permission/openQuestions';
import { panesStore } from '#window/state/layout/panes';
import { Dialog } from '#window/ui/overlay/Dialog';
import { listenForAnswers } from './answerKeys';

const sessionId = 'ses_12345678' as SessionId;
const pressed = vi.fn();
let isInFront = true;
let stop: readonly (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  isInFront = true;
  pressed.mockClear();
  render(
    <>
      <section data-session={sessionId}>
        <textarea aria-label="Prompt" />
        <textarea aria-label="Comment" />
        <button type="button">Fold</button>
      </section>
      <button type="button">Elsewhere</button>
    </>,
  );
  stop = [
    registerComposer(sessionId, {
      focus: () => undefined,
      isEmptyAt: (element) => element === prompt() && prompt().value === '',
    }),
    registerQuestion(sessionId, { isInFront: () => isInFront, press: pressed }),
    listenForAnswers(window),
  ];
  pass();
});

afterEach(() => {
  for (const one of stop) one();
  panesStore.setState({ active: null });
  vi.useRealTimers();
});

const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });
const pass = () => act(() => vi.advanceTimersByTime(ARMING_MILLISECONDS));

/** Whether the key was taken from the element that has the focus. */
function press(element: Element, key: string, more = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  Object.defineProperty(event, 'timeStamp', { value: performance.now() });
  return !fireEvent(element, event);
}

describe('a digit', () => {
  it('answers from the empty prompt, and is not typed', () => {
    expect(press(prompt(), '2')).toBe(true);
    expect(pressed).toHaveBeenCalledExactlyOnceWith('2');
  });

  it('is not typed when it is pressed once more right after it has answered', () => {
    press(prompt(), '1');
    isInFront = false;
    expect(press(prompt(), '1')).toBe(true);
    expect(press(prompt(), '1')).toBe(true);
    expect(pressed).toHaveBeenCalledTimes(1);
    expect(press(prompt(), 'x')).toBe(false);
    pass();
    expect(press(prompt(), '1')).toBe(false);
  });

  it('answers from a button of the pane', () => {
    expect(press(screen.getByRole('button', { name: 'Fold' }), '1')).toBe(true);
  });

  it('is text where something is written already, and in other fields', () => {
    fireEvent.change(prompt(), { target: { value: 'Version ' } });
    expect(press(prompt(), '2')).toBe(false);
    expect(press(screen.getByRole('textbox', { name: 'Comment' }), '2')).toBe(false);
    expect(pressed).not.toHaveBeenCalled();
  });

  it('is text right after other keys: a sent prompt leaves the field empty', () => {
    press(prompt(), 'x');
    press(prompt(), 'Enter');
    expect(press(prompt(), '2')).toBe(false);
    pass();
    expect(press(prompt(), '2')).toBe(true);
    expect(pressed).toHaveBeenCalledTimes(1);
  });

  it('answers nothing outside the pane, out of sight, held down or with a modifier', () => {
    expect(press(screen.getByRole('button', { name: 'Elsewhere' }), '1')).toBe(false);
    expect(press(prompt(), '1', { repeat: true })).toBe(false);
    pass();
    expect(press(prompt(), '1', { ctrlKey: true })).toBe(false);
    pass();
    isInFront = false;
    expect(press(prompt(), '1')).toBe(false);
    expect(pressed).not.toHaveBeenCalled();
  });

  it('answers nothing below a dialog, wherever the focus is', () => {
    panesStore.setState({ active: sessionId });
    expect(press(document.body, '1')).toBe(true);
    render(
      <Dialog open title="New session" onClose={() => undefined}>
        <p>Nothing</p>
      </Dialog>,
    );
    expect(press(document.body, '1')).toBe(false);
    expect(pressed).toHaveBeenCalledTimes(1);
  });
});
