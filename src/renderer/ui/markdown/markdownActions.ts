import { createContext, useContext } from 'react';

/** What links in an agent's text do; the view around the text provides it. */
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
