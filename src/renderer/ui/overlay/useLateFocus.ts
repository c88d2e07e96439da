import { type RefObject, useEffect } from 'react';

/** The attribute that marks a dialog's Close button. */
export const CLOSE_MARK = 'data-dialog-close';

/**
 * Moves focus into what a dialog shows, once that is loaded: when the dialog opened, Close was all that there was to
 * focus. Leaves it where the user has put it since.
 */
export function useLateFocus(
  content: RefObject<HTMLElement | null>,
  /** Finds, within the content, where the user continues. */
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
