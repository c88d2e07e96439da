import { createContext, useContext } from 'react';

/** What links in an agent's text do; the view around it says so. */
export interface MarkdownActions {
  openLink(url: string): void;
  openFile(path: string, line: number | null): void;
}

export const MarkdownActionsContext = createContext<MarkdownActions>({
  openLink: () => undefined,
  openFile: () => undefined,
});

export function useMarkdownActions(): MarkdownActions {
  return useContext(MarkdownActionsContext);
}
