import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { TabKey } from './tabKey';

interface TabStatus {
  /** The title that its program sets. */
  readonly title: string;
  /** Whether the bell rang while the tab was not shown. */
  readonly hasRung: boolean;
}

const silent: TabStatus = { title: '', hasRung: false };

const store = createStore<ReadonlyMap<TabKey, TabStatus>>(() => new Map());

export function useTabStatus(key: TabKey): TabStatus {
  return useStore(store, (statuses) => statuses.get(key) ?? silent);
}

export function setTabTitle(key: TabKey, title: string): void {
  update(key, { title: sanitiseTitle(title) });
}

export function setTabRung(key: TabKey, hasRung: boolean): void {
  if ((store.getState().get(key) ?? silent).hasRung !== hasRung) update(key, { hasRung });
}

export function forgetTab(key: TabKey): void {
  const statuses = new Map(store.getState());
  if (statuses.delete(key)) store.setState(statuses, true);
}

const TITLE_CHARACTERS = 80;
/**
 * How much of a title is read to find that many visible characters; programs send titles of any
 * length.
 */
const READ_CHARACTERS = 1_000;

/** A title from a program as one short line, without anything that hides or reorders text. */
export function sanitiseTitle(title: string): string {
  const line = title
    .slice(0, READ_CHARACTERS)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, '')
    .trim();
  const characters = [...line];
  return characters.length <= TITLE_CHARACTERS
    ? line
    : `${characters.slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}

function update(key: TabKey, fields: Partial<TabStatus>): void {
  const statuses = store.getState();
  store.setState(new Map(statuses).set(key, { ...(statuses.get(key) ?? silent), ...fields }), true);
}
