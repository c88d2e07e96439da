import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { DiffLook } from '#window/features/review/monaco/diffOptions';
import { readPersisted, writePersisted } from '#window/state/persisted';
import { useSettings } from '#window/state/settingsStore';

/** The user's review preferences; the same in every pane. */
export interface ReviewPreferences extends Omit<DiffLook, 'fontSize'> {
  readonly byFolder: boolean;
  /** Hides decided files in the list and in the scroll of all files. */
  readonly hideDecided: boolean;
  /** The share of the review's width that the list of files takes. */
  readonly filesShare: number;
  /** Shows all files in one scroll, or one file at a time. */
  readonly allFiles: boolean;
  /** Whether verdicts are applied at once, or collected and applied together. */
  readonly pace: 'apply' | 'collect';
}

const KEY = 'review';

const defaults: ReviewPreferences = {
  sideBySide: true,
  ignoreWhitespace: false,
  collapseUnchanged: true,
  wrapLines: false,
  byFolder: true,
  hideDecided: false,
  filesShare: 0.25,
  allFiles: false,
  pace: 'apply',
};

export const preferences = createStore<ReviewPreferences>(() => readPersisted(KEY, read, defaults));

export function setPreference<K extends keyof ReviewPreferences>(
  name: K,
  value: ReviewPreferences[K],
): void {
  preferences.setState({ [name]: value });
  writePersisted(KEY, preferences.getState());
}

export function resetPreference(name: keyof ReviewPreferences): void {
  setPreference(name, defaults[name]);
}

export function usePreferences(): ReviewPreferences {
  return useStore(preferences);
}

/** The look of diffs: the review's preferences, and the text size from the settings. */
export function useDiffLook(): DiffLook {
  const chosen = usePreferences();
  const fontSize = useSettings(({ review }) => review.fontSize);
  return useMemo(() => ({ ...chosen, fontSize }), [chosen, fontSize]);
}

function read(value: unknown): ReviewPreferences | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const stored = value as Partial<Record<keyof ReviewPreferences, unknown>>;
  const flag = (name: Exclude<keyof ReviewPreferences, 'pace' | 'filesShare'>) =>
    typeof stored[name] === 'boolean' ? stored[name] : defaults[name];
  return {
    sideBySide: flag('sideBySide'),
    ignoreWhitespace: flag('ignoreWhitespace'),
    collapseUnchanged: flag('collapseUnchanged'),
    wrapLines: flag('wrapLines'),
    byFolder: flag('byFolder'),
    hideDecided: flag('hideDecided'),
    filesShare: isShare(stored.filesShare) ? stored.filesShare : defaults.filesShare,
    allFiles: flag('allFiles'),
    pace: stored.pace === 'collect' ? 'collect' : 'apply',
  };
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1;
}
