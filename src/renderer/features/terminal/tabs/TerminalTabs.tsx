import type { KeyboardEvent } from 'react';
import { reportError } from '#window/diagnostics/reportError';
import { setRenaming, usePanel } from '#window/features/terminal/panelStore';
import { closeTab, showTab } from '#window/features/terminal/terminalActions';
import { TabRename } from './TabRename';
import { TerminalTab } from './TerminalTab';
import styles from './TerminalTabs.module.css';
import type { TabKey } from './tabKey';
import { shownTab, type Tab, type TabLayout } from './tabLayout';
import type { TabContent } from './tabs';

interface TerminalTabsProps {
  readonly layout: TabLayout;
  readonly contents: ReadonlyMap<TabKey, TabContent>;
}

export function TerminalTabs({ layout, contents }: TerminalTabsProps) {
  const renamed = usePanel((panel) => panel.renaming);
  const shown = shownTab(layout);

  const pressKey = (event: KeyboardEvent, tab: Tab) => {
    const index = layout.tabs.indexOf(tab);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) {
      const next = layout.tabs.at((index + step) % layout.tabs.length);
      const list = event.currentTarget.parentElement;
      const button =
        list?.querySelectorAll<HTMLElement>('[role="tab"]')[layout.tabs.indexOf(next ?? tab)];
      button?.focus();
    } else if (event.key === 'Delete') {
      closeTab(tab.active).catch(reportError);
    } else if (event.key === 'F2') {
      setRenaming(tab.active);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  if (layout.tabs.length === 0) return <span className={styles.title}>Terminal</span>;
  const content = renamed === null ? undefined : contents.get(renamed);
  if (renamed !== null && content && content.terminal.kind !== 'agent') {
    return <TabRename terminal={content.terminal} onDone={() => setRenaming(null)} />;
  }
  return (
    <div
      className={styles.tabs}
      role="tablist"
      aria-label="Terminals"
      onWheel={({ currentTarget, deltaY }) => currentTarget.scrollBy({ left: deltaY })}
    >
      {layout.tabs.map((tab) => (
        <TerminalTab
          key={tab.panes[0]}
          tab={tab}
          content={contents.get(tab.active)}
          isShown={tab === shown}
          onShow={() => showTab(tab.active)}
          onRename={() => setRenaming(tab.active)}
          onClose={() => closeTab(tab.active).catch(reportError)}
          onKeyDown={(event) => pressKey(event, tab)}
        />
      ))}
    </div>
  );
}
