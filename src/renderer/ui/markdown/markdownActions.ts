import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** What links in an agent's text do; the view around the text provides it. */
export interface MarkdownActions {
  openLink(url: string): void;
  openFile(path: string, line: number | null): void;
  /** Which of the files that the text names exist; without it, none is linked. */
  readonly files?: KnownFiles;
}

export interface KnownFiles {
  /** False until it is known. */
  exists(path: string): boolean;
  /** Finds out, and tells the listener. */
  watch(path: string, listener: () => void): () => void;
}

export const MarkdownActionsContext = createContext<MarkdownActions>({
  openLink: () => undefined,
  openFile: () => undefined,
});

export function useMarkdownActions(): MarkdownActions {
  return useContext(MarkdownActionsContext);
}

/** Whether a file that a text names is there to be opened. */
export function useFileExists(path: string): boolean {
  const { files } = useMarkdownActions();
  const subscribe = useCallback(
    (listener: () => void) => files?.watch(path, listener) ?? (() => undefined),
    [files, path],
  );
  return useSyncExternalStore(subscribe, () => files?.exists(path) ?? false);
}
