/** Marks an element that covers the window and must be dealt with first. */
export const MODAL_MARK = 'data-modal';

/** A dialog, or a question that must be answered before anything else. */
export type Modal = 'dialog' | 'question';

/** The modal that covers the window; one that is closing no longer counts. */
export function openModal(): Modal | null {
  const open = [...document.querySelectorAll(`[${MODAL_MARK}]:not([data-closed])`)];
  const marks = open.map((element) => element.getAttribute(MODAL_MARK));
  if (marks.includes('question')) return 'question';
  return marks.length > 0 ? 'dialog' : null;
}
