import { type RefObject, useEffect } from 'react';

/** The attribute that marks a dialog's Close button. */
export const CLOSE_MARK = 'data-dialog-close';

/**
 * Moves the focus into a dialog's content once that is loaded. When the dialog opened, only Close
 * could be focused. Leaves the focus alone if the user has moved it since.
 */
export function useLateFocus(
  content: RefObject<HTMLElement | null>,
  /** A selector, within the content, for the element where the user continues. */
  selector: string,
): void {
  useEffect(() => {
    const { activeElement } = document;
    const dialog = content.current?.closest('[role=dialog]');
    const isUnused =
      !dialog?.contains(activeElement) ||
      activeElement === dialog ||
      activeElement?.closest(`[${CLOSE_MARK}]`) != null;
    if (isUnused) content.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [content, selector]);
}
