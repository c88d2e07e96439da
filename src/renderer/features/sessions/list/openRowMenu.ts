import type { MouseEvent } from 'react';

/** The tree has one context menu for all rows; the button is another way to it. */
export function openRowMenu(event: MouseEvent<HTMLButtonElement>): void {
  event.stopPropagation();
  const { left, bottom } = event.currentTarget.getBoundingClientRect();
  event.currentTarget.dispatchEvent(
    new window.MouseEvent('contextmenu', {
      bubbles: true,
      cancelable: true,
      clientX: left,
      clientY: bottom,
    }),
  );
}
