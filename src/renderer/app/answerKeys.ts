import type { SessionId } from '#shared/ids';
import { composerHandle } from '#window/features/composer/composerHandles';
import { ARMING_MILLISECONDS } from '#window/features/thread/limits';
import { openQuestion } from '#window/features/thread/permission/openQuestions';
import { activeSession } from '#window/state/layout/panes';
import { openModal } from '#window/ui/overlay/modal';

/**
 * Lets a digit answer the question on screen without a click on it first. This works anywhere in
 * the session's pane where nothing is being written, including its empty prompt.
 */
export function listenForAnswers(target: Window): () => void {
  /** When a key was last typed into a text; a digit soon after it belongs to the text as well. */
  let typedAt = Number.NEGATIVE_INFINITY;
  /** When a digit last answered; another one soon after it is a repeat, not text. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  const press = (event: KeyboardEvent) => {
    const { target: element, timeStamp } = event;
    if (!(element instanceof Element)) return;
    const isTyping = isEditable(element) && timeStamp - typedAt < ARMING_MILLISECONDS;
    const id = sessionAt(element);
    const question = id === null || isTyping ? undefined : openQuestion(id);
    const mayAnswer = id !== null && isDigit(event) && takesDigits(id, element);
    if (mayAnswer && question?.isInFront()) question.press(event.key);
    else if (!mayAnswer || timeStamp - answeredAt >= ARMING_MILLISECONDS) {
      if (isEditable(element)) typedAt = timeStamp;
      return;
    }
    answeredAt = timeStamp;
    event.preventDefault();
  };
  target.addEventListener('keydown', press);
  return () => target.removeEventListener('keydown', press);
}

/** A key that is held down answers nothing, and neither does one that was already handled. */
function isDigit(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey, repeat, isComposing, defaultPrevented } = event;
  if (ctrlKey || altKey || metaKey || repeat || isComposing || defaultPrevented) return false;
  return /^[1-9]$/.test(key);
}

/** If the focused element was removed, nothing has the focus. Keys then go to the active pane. */
function sessionAt(element: Element): SessionId | null {
  if (element === document.body) return openModal() === null ? activeSession() : null;
  const pane = element.closest<HTMLElement>('section[data-session]');
  return (pane?.dataset.session as SessionId | undefined) ?? null;
}

function takesDigits(id: SessionId, element: Element): boolean {
  return !isEditable(element) || composerHandle(id)?.isEmptyAt(element) === true;
}

function isEditable(element: Element): boolean {
  return element.matches('input, textarea, select, [contenteditable]');
}
