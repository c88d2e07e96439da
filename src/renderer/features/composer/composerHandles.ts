import type { SessionId } from '#shared/ids';

/** The actions of a visible prompt that the rest of the window may call. */
export interface ComposerHandle {
  focus(): void;
  /**
   * Whether the element is the prompt's text field, and the prompt has neither text nor
   * attachments.
   */
  isEmptyAt(element: Element): boolean;
}

const handles = new Map<SessionId, ComposerHandle>();

/** Undefined while the session has no prompt on the screen. */
export function composerHandle(id: SessionId): ComposerHandle | undefined {
  return handles.get(id);
}

export function registerComposer(id: SessionId, handle: ComposerHandle): () => void {
  handles.set(id, handle);
  return () => {
    if (handles.get(id) === handle) handles.delete(id);
  };
}
