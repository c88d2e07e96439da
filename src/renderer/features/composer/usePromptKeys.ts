import { type KeyboardEvent, useRef } from 'react';
import { type HistoryWalk, leavesPrompt, stepHistory } from './draft/history';
import type { SuggestionList } from './suggestions/useSuggestions';

interface PromptKeyParts {
  readonly list: SuggestionList;
  readonly enterSends: boolean;
  readonly isWorking: boolean;
  history(): readonly string[];
  /** Puts another text into the field, with the caret behind it. */
  replace(text: string): void;
  choose(index: number): void;
  send(): void;
  steer(): void;
  escape(): void;
}

/** The keys of the prompt, in the order in which they are handled. */
export function usePromptKeys(
  parts: PromptKeyParts,
): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const walk = useRef<HistoryWalk | null>(null);

  return (event) => {
    // Keys that an input method uses to compose a character are its own.
    if (event.nativeEvent.isComposing) return;
    if (inList(event, parts) || inHistory(event) || inPrompt(event, parts)) event.preventDefault();
  };

  function inHistory(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (!isArrow || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
    const direction = event.key === 'ArrowUp' ? 'up' : 'down';
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const field = { text: value, start: selectionStart, end: selectionEnd };
    const history = parts.history();
    if (!leavesPrompt(direction, field, walk.current, history)) return false;
    const step = stepHistory(history, walk.current, value, direction);
    if (step === null) return false;
    walk.current = step.walk;
    parts.replace(step.text);
    return true;
  }
}

function inList(event: KeyboardEvent, { list, choose }: PromptKeyParts): boolean {
  if (list.trigger === null) return false;
  switch (event.key) {
    case 'ArrowDown':
      list.move(1);
      return true;
    case 'ArrowUp':
      list.move(-1);
      return true;
    case 'Enter':
    case 'Tab':
      if (event.shiftKey || event.ctrlKey || event.metaKey) return false;
      choose(list.active);
      return true;
    case 'Escape':
      list.dismiss();
      event.stopPropagation();
      return true;
    default:
      return false;
  }
}

function inPrompt(event: KeyboardEvent, parts: PromptKeyParts): boolean {
  if (event.key === 'Escape' && parts.isWorking) {
    parts.escape();
    return true;
  }
  if (event.key !== 'Enter') return false;
  if (event.altKey) {
    if (!parts.isWorking) return false;
    parts.steer();
    return true;
  }
  const sends = event.ctrlKey || event.metaKey || (parts.enterSends && !event.shiftKey);
  if (sends) parts.send();
  return sends;
}
