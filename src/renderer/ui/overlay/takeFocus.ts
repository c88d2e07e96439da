/**
 * For a popup's `initialFocus`. Focus moves into it at once, not with the next frame as by default: what the user types
 * next is meant for what was opened, not for what lies below. Returns whether the first focusable element is still to get it.
 */
export function takeFocus(popup: HTMLElement | null, wanted?: HTMLElement | null): boolean {
  if (wanted) {
    wanted.focus();
    return false;
  }
  // An element in it may have taken the focus already.
  if (popup?.contains(document.activeElement)) return false;
  popup?.focus({ preventScroll: true });
  return true;
}
