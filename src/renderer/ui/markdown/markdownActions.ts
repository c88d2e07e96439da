import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** The actions of links in an agent's text, which the view around it provides. */
export interface MarkdownActions {
  openLink(url: string): void;
  openFile(path: string, line: number | null): void;
  /** Tells which files exist that the text names; without it, no file is linked. */
  readonly files?: KnownFiles;
}

export interface KnownFiles {
  /** False until it is known. */
  exists(path: string): boolean;
  /** Checks whether the file exists, and tells the listener. */
  watch(path: string, listener: () => void): () => void;
}

export const MarkdownActionsContext = createContext<MarkdownActions>({
  openLink: () => undefined,
  openFile: () => undefined,
});

export function useMarkdownActions(): MarkdownActions {
  return useContext(MarkdownActionsContext);
}

/** Whether a file that a text names exists and can be opened. */
export function useFileExists(path: string): boolean {
  const { files } = useMarkdownActions();
  const subscribe = useCallback(
    (listener: () => void) => files?.watch(path, listener) ?? (() => undefined),
    [files, path],
  );
  return useSyncExternalStore(subscribe, () => files?.exists(path) ?? false);
}
