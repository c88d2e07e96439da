import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { changeLayout, panelStore } from '#window/features/terminal/panelStore';
import { onPlaceChange } from '#window/features/terminal/place';
import { terminalList } from '#window/features/terminal/terminalList';
import { activeSession } from '#window/state/layout/panes';
import { type TabKey, type TabTerminal, tabKeyOf } from './tabKey';
import { fitLayout, withoutPane } from './tabLayout';

export interface TabContent {
  readonly terminal: TabTerminal;
  /** False for an agent's command that has ended and whose tab is still open. */
  readonly isLive: boolean;
}

/** A command gets a tab after this time; many commands of agents end sooner. */
const SHOWN_AFTER_MILLISECONDS = 700;

/** The tabs of the panel: the user's terminals, and the running ones of the active session. */
export const tabContents = createStore<ReadonlyMap<TabKey, TabContent>>(() => new Map());

const seenSince = new Map<TabKey, number>();
/** Agents' commands whose tabs the user has closed; the commands continue. */
const dismissed = new Set<TabKey>();
let timer: number | undefined;

export function useTabContents(): ReadonlyMap<TabKey, TabContent> {
  return useStore(tabContents);
}

/** Keeps the tabs up to date with the existing terminals, until the returned function is called. */
export function followTabs(): () => void {
  const stops = [
    terminalList.subscribe(update),
    onPlaceChange(update),
    panelStore.subscribe((state, previous) => {
      if (state.layout.shown !== previous.layout.shown) update();
    }),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
    window.clearTimeout(timer);
  };
}

/** Closes the tab of an agent's command, which continues. */
export function dismissAgentTab(key: TabKey): void {
  // Comes first, because otherwise the tab would return while its command runs.
  dismissed.add(key);
  changeLayout((layout) => withoutPane(layout, key));
  update();
}

/**
 * Shows a command's tab at once, however short the command has been running, and even if the user
 * closed the tab.
 */
export function reviveAgentTab(key: TabKey): void {
  dismissed.delete(key);
  seenSince.set(key, 0);
  update();
}

function update(): void {
  const { user, isLoaded } = terminalList.getState();
  if (!isLoaded) return;
  const contents = new Map<TabKey, TabContent>();
  for (const terminal of [...user, ...ripeAgents()]) {
    contents.set(tabKeyOf(terminal), { terminal, isLive: true });
  }
  const { shown } = panelStore.getState().layout;
  const looked = shown === null ? undefined : tabContents.getState().get(shown);
  if (shown !== null && looked?.terminal.kind === 'agent' && !contents.has(shown)) {
    contents.set(shown, { ...looked, isLive: isRunning(shown) });
  }
  if (!isSame(contents, tabContents.getState())) tabContents.setState(contents, true);
  changeLayout((layout) => fitLayout(layout, [...contents.keys()]));
}

function ripeAgents(): readonly TabTerminal[] {
  const { agents } = terminalList.getState();
  const now = Date.now();
  const keys = new Set(agents.map(tabKeyOf));
  for (const key of seenSince.keys()) if (!keys.has(key)) seenSince.delete(key);
  for (const key of dismissed) if (!keys.has(key)) dismissed.delete(key);
  for (const key of keys) if (!seenSince.has(key)) seenSince.set(key, now);
  const ages = [...seenSince.values()].map((since) => now - since);
  const unripe = ages.filter((age) => age < SHOWN_AFTER_MILLISECONDS);
  window.clearTimeout(timer);
  if (unripe.length > 0) {
    timer = window.setTimeout(update, SHOWN_AFTER_MILLISECONDS - Math.max(...unripe));
  }
  return agents.filter((terminal) => {
    const key = tabKeyOf(terminal);
    const since = seenSince.get(key) ?? now;
    const isRipe = now - since >= SHOWN_AFTER_MILLISECONDS;
    return terminal.sessionId === activeSession() && isRipe && !dismissed.has(key);
  });
}

function isRunning(key: TabKey): boolean {
  return terminalList.getState().agents.some((terminal) => tabKeyOf(terminal) === key);
}

function isSame(
  left: ReadonlyMap<TabKey, TabContent>,
  right: ReadonlyMap<TabKey, TabContent>,
): boolean {
  if (left.size !== right.size) return false;
  return [...left].every(([key, { terminal, isLive }]) => {
    const other = right.get(key);
    return other?.isLive === isLive && other.terminal === terminal;
  });
}
