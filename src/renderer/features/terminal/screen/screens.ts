import { panelStore, setSearching } from '#window/features/terminal/panelStore';
import { rememberSize } from '#window/features/terminal/screenSize';
import type { TabKey, TabTerminal } from '#window/features/terminal/tabs/tabKey';
import { activePane } from '#window/features/terminal/tabs/tabLayout';
import { forgetTab, setTabRung, setTabTitle } from '#window/features/terminal/tabs/tabStatus';
import { AgentScreen } from './agentScreen';
import type { Screen } from './screen';
import { ShellScreen } from './shellScreen';

const screens = new Map<TabKey, ShellScreen | AgentScreen>();

/** A terminal's screen. It is created when first shown and kept as long as its tab. */
export function screenOf(key: TabKey, terminal: TabTerminal): Screen {
  const known = screens.get(key);
  if (known) return known.screen;
  const onTitle = (title: string) => setTabTitle(key, title);
  const onFind = () => setSearching(true);
  const onBell = () => setTabRung(key, !isLookedAt(key));
  const made =
    terminal.kind === 'agent'
      ? new AgentScreen(terminal, { onTitle, onBell, onFind })
      : new ShellScreen(terminal, {
          onTitle,
          onFind,
          onBell,
          onResize: rememberSize,
        });
  screens.set(key, made);
  return made.screen;
}

export function shownScreen(key: TabKey | null): ShellScreen | AgentScreen | undefined {
  return key === null ? undefined : screens.get(key);
}

/** Disposes of the screens of terminals whose tabs were closed. */
export function dropScreens(kept: ReadonlySet<TabKey>): void {
  for (const [key, screen] of screens) {
    if (kept.has(key)) continue;
    screens.delete(key);
    screen.dispose();
    forgetTab(key);
  }
}

function isLookedAt(key: TabKey): boolean {
  const { isOpen, layout } = panelStore.getState();
  return isOpen && document.hasFocus() && activePane(layout) === key;
}
