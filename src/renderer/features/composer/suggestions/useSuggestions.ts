import { useEffect, useMemo, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { SlashCommand } from '#shared/session/agent';
import { reportError } from '#window/diagnostics/reportError';
import { SUGGESTIONS } from '#window/features/composer/limits';
import { call } from '#window/ipc/client';
import { type Suggestion, suggestCommands, suggestFile } from './suggestions';
import { type Trigger, triggerAt } from './trigger';

export interface SuggestionList {
  readonly trigger: Trigger | null;
  readonly items: readonly Suggestion[];
  readonly active: number;
  /** Moves the highlight, wrapping at the ends. */
  move(by: 1 | -1): void;
  point(index: number): void;
  /** Closes the list for this word; another word opens it again. */
  dismiss(): void;
}

const nothing: readonly Suggestion[] = [];

interface SuggestionSource {
  /** The folder in which files are searched: a session's, or one without a session. */
  readonly place: MentionPlace;
  readonly commands: readonly SlashCommand[];
  readonly text: string;
  /** Null while the field does not have the keyboard. */
  readonly caret: number | null;
}

export type MentionPlace =
  | { readonly type: 'session'; readonly sessionId: SessionId }
  | { readonly type: 'folder'; readonly folder: string };

/** The suggestions for the word at the caret. */
export function useSuggestions({ place, commands, text, caret }: SuggestionSource): SuggestionList {
  const found = caret === null ? null : triggerAt(text, caret);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const trigger = found !== null && found.start !== dismissed ? found : null;
  const kind = trigger?.kind ?? null;
  const query = trigger?.query ?? '';
  const files = useFiles(place, kind === 'file' ? query : null);
  const items = useMemo(() => {
    if (kind === 'command') return suggestCommands(commands, query);
    return kind === 'file' ? files : nothing;
  }, [kind, commands, query, files]);

  // A dismissed word is forgotten once the caret leaves it; coming back opens the list again.
  const start = found?.start ?? null;
  useEffect(() => {
    if (start === null) setDismissed(null);
  }, [start]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word starts at the top again.
  useEffect(() => setActive(0), [kind, query]);

  return {
    trigger: items.length === 0 ? null : trigger,
    items,
    active: Math.min(active, Math.max(0, items.length - 1)),
    move: (by) => setActive((before) => (before + by + items.length) % Math.max(1, items.length)),
    point: setActive,
    dismiss: () => setDismissed(start),
  };
}

/** The answer to the last question only; late answers to earlier questions are dropped. */
function useFiles(place: MentionPlace, query: string | null): readonly Suggestion[] {
  const [files, setFiles] = useState<readonly Suggestion[]>(nothing);
  const where = place.type === 'session' ? place.sessionId : place.folder;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place depends on this key.
  useEffect(() => {
    if (query === null) {
      setFiles(nothing);
      return;
    }
    let isWanted = true;
    searchFiles(place, query)
      .then((paths) => {
        if (isWanted) setFiles(paths.slice(0, SUGGESTIONS).map(suggestFile));
      })
      .catch(reportError);
    return () => {
      isWanted = false;
    };
  }, [where, query]);
  return files;
}

/** Files that fit what was typed, best first, as paths from where the agent works. */
async function searchFiles(place: MentionPlace, query: string): Promise<readonly string[]> {
  const found =
    place.type === 'session'
      ? await call('sessions.files', { sessionId: place.sessionId, query })
      : await call('sessions.filesIn', { folder: place.folder, query });
  return found.map(({ path }) => path);
}
