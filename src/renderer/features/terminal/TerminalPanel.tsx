import { useEffect } from 'react';
import { usePanel } from './panelStore';
import { SearchBar } from './SearchBar';
import { dropScreens } from './screen/screens';
import { TerminalActions } from './TerminalActions';
import { TerminalPane } from './TerminalPane';
import styles from './TerminalPanel.module.css';
import { TerminalTabs } from './tabs/TerminalTabs';
import type { TabKey } from './tabs/tabKey';
import type { Tab } from './tabs/tabLayout';
import { shownTab } from './tabs/tabLayout';
import type { TabContent } from './tabs/tabs';
import { useTabContents } from './tabs/tabs';

/** The open panel: its tabs on top, and the terminals of the active tab. */
export function TerminalPanel() {
  const contents = useTabContents();
  const layout = usePanel((panel) => panel.layout);
  const isSearching = usePanel((panel) => panel.isSearching);
  const tab = shownTab(layout);
  useEffect(() => dropScreens(new Set(contents.keys())), [contents]);
  return (
    <>
      <div className={styles.bar}>
        <TerminalTabs layout={layout} contents={contents} />
        <TerminalActions />
      </div>
      <div className={styles.body} role="tabpanel" aria-label="Active terminal">
        {isSearching && tab && <SearchBar key={tab.active} pane={tab.active} />}
        {tab ? (
          <TabPanes tab={tab} contents={contents} />
        ) : (
          <p className={styles.empty}>No terminal is open.</p>
        )}
      </div>
    </>
  );
}

interface TabPanesProps {
  readonly tab: Tab;
  readonly contents: ReadonlyMap<TabKey, TabContent>;
}

/** The terminals of one tab, side by side. */
function TabPanes({ tab, contents }: TabPanesProps) {
  return (
    <div className={styles.panes}>
      {tab.panes.map((key) => {
        const content = contents.get(key);
        if (content === undefined) return null;
        return (
          <TerminalPane
            key={key}
            pane={key}
            content={content}
            isActive={key === tab.active}
            isAlone={tab.panes.length === 1}
          />
        );
      })}
    </div>
  );
}
