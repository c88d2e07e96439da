import type { TabKey } from './tabKey';

/** One tab with terminals side by side. One of them has the focus when the tab is shown. */
export interface Tab {
  readonly panes: readonly TabKey[];
  readonly active: TabKey;
}

export interface TabLayout {
  readonly tabs: readonly Tab[];
  /** A terminal of the active tab; null while there are no tabs. */
  readonly shown: TabKey | null;
}

export const emptyLayout: TabLayout = { tabs: [], shown: null };

function tabOf({ tabs }: TabLayout, key: TabKey | null): Tab | undefined {
  return tabs.find(({ panes }) => key !== null && panes.includes(key));
}

export function shownTab(layout: TabLayout): Tab | undefined {
  return tabOf(layout, layout.shown);
}

export function activePane(layout: TabLayout): TabKey | null {
  return shownTab(layout)?.active ?? null;
}

/** Closed terminals leave their tabs; those without a tab get one at the end. */
export function fitLayout(layout: TabLayout, keys: readonly TabKey[]): TabLayout {
  const known = new Set(keys);
  const gone = layout.tabs.flatMap(({ panes }) => panes).filter((key) => !known.has(key));
  const left = gone.reduce(withoutPane, layout);
  const placed = new Set(left.tabs.flatMap(({ panes }) => panes));
  const added = keys.filter((key) => !placed.has(key)).map(tabWith);
  if (gone.length === 0 && added.length === 0) return layout;
  const tabs = [...left.tabs, ...added];
  return { tabs, shown: left.shown ?? tabs[0]?.active ?? null };
}

export function showPane(layout: TabLayout, key: TabKey): TabLayout {
  const tab = tabOf(layout, key);
  if (tab === undefined || (tab.active === key && layout.shown === key)) return layout;
  return {
    tabs: layout.tabs.map((tab) => (tab.panes.includes(key) ? { ...tab, active: key } : tab)),
    shown: key,
  };
}

/** Adds a new tab and makes it active. */
export function addTab(layout: TabLayout, key: TabKey): TabLayout {
  const rest = withoutPane(layout, key);
  return { tabs: [...rest.tabs, tabWith(key)], shown: key };
}

/** Adds the terminal beside the active pane, or in a new tab if there is none. */
export function splitTab(layout: TabLayout, key: TabKey): TabLayout {
  const beside = activePane(layout);
  if (beside === null || beside === key) return addTab(layout, key);
  const rest = withoutPane(layout, key);
  const tabs = rest.tabs.map((tab) => {
    const at = tab.panes.indexOf(beside);
    return at < 0 ? tab : { panes: tab.panes.toSpliced(at + 1, 0, key), active: key };
  });
  return { tabs, shown: key };
}

export function withoutPane(layout: TabLayout, key: TabKey): TabLayout {
  const index = layout.tabs.findIndex(({ panes }) => panes.includes(key));
  const tab = layout.tabs[index];
  if (tab === undefined) return layout;
  const panes = tab.panes.filter((pane) => pane !== key);
  const wasShown = layout.shown !== null && tab.panes.includes(layout.shown);
  const first = panes[Math.max(tab.panes.indexOf(key) - 1, 0)];
  if (first === undefined) {
    const tabs = layout.tabs.toSpliced(index, 1);
    const next = tabs[Math.min(index, tabs.length - 1)];
    return { tabs, shown: wasShown ? (next?.active ?? null) : layout.shown };
  }
  const active = tab.active === key ? first : tab.active;
  const tabs = layout.tabs.with(index, { panes, active });
  return { tabs, shown: wasShown ? active : layout.shown };
}

/** Goes to the next or previous tab, wrapping at the ends. */
export function stepTab(layout: TabLayout, step: 1 | -1): TabLayout {
  const { tabs } = layout;
  const shown = shownTab(layout);
  const index = shown === undefined ? -1 : tabs.indexOf(shown);
  const next = tabs.at((index + step + tabs.length) % tabs.length);
  return next ? { tabs, shown: next.active } : layout;
}

/** Goes to the next or previous pane within its tab. */
export function stepPane(layout: TabLayout, step: 1 | -1): TabLayout {
  const tab = shownTab(layout);
  if (tab === undefined) return layout;
  const next = tab.panes.at(
    (tab.panes.indexOf(tab.active) + step + tab.panes.length) % tab.panes.length,
  );
  return next ? showPane(layout, next) : layout;
}

/** A window's saved tabs; none for anything else. */
export function readTabLayout(value: unknown): TabLayout | undefined {
  if (!isRecord(value) || !Array.isArray(value.tabs)) return undefined;
  const tabs = value.tabs.flatMap((tab: unknown): Tab[] => {
    if (!isRecord(tab) || !Array.isArray(tab.panes)) return [];
    const panes = tab.panes.filter((pane): pane is TabKey => typeof pane === 'string');
    const active = panes.find((pane) => pane === tab.active) ?? panes[0];
    return active === undefined ? [] : [{ panes, active }];
  });
  const shown = tabs.flatMap(({ panes }) => panes).find((pane) => pane === value.shown);
  return { tabs, shown: shown ?? tabs[0]?.active ?? null };
}

function tabWith(key: TabKey): Tab {
  return { panes: [key], active: key };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
