/**
 * For a popup's `initialFocus`. Moves the focus into the popup at once, and not with the next frame
 * as by default: what the user types next is meant for the popup, not for what is below it. Returns
 * whether the first focusable element should still get the focus.
 */
export function takeFocus(popup: HTMLElement | null, wanted?: HTMLElement | null): boolean {
  if (wanted) {
    wanted.focus();
    return false;
  }
  // An element in the popup may have taken the focus already.
  if (popup?.contains(document.activeElement)) return false;
  popup?.focus({ preventScroll: true });
  return true;
}
