import { type ComponentType, createContext, use } from 'react';
import type { SessionId } from '#shared/ids';

interface TwoTextsProps {
  readonly path: string;
  /** Unique among what is on screen. */
  readonly name: string;
  readonly left: { readonly name: string; readonly text: string };
  readonly right: { readonly name: string; readonly text: string };
}

/** Parts of other features that the comparison uses. */
export interface CompareTools {
  /** Two texts of a file in a diff editor. */
  readonly TwoTexts: ComponentType<TwoTextsProps>;
  /** Accepts everything that a session wants to change. */
  acceptAll(sessionId: SessionId): Promise<void>;
}

const context = createContext<CompareTools | null>(null);
export const CompareToolsProvider = context.Provider;

export function useCompareTools(): CompareTools {
  const tools = use(context);
  if (tools === null) throw new Error('The comparison is drawn without its tools.');
  return tools;
}
