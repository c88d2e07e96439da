import { useEffect } from 'react';
import { usePanel } from './panelStore';
import { SearchBar } from './SearchBar';
import { dropScreens } from './screen/screens';
import { TabPanes } from './TabPanes';
import { TerminalActions } from './TerminalActions';
import styles from './TerminalPanel.module.css';
import { TerminalTabs } from './TerminalTabs';
import { shownTab } from './tabLayout';
import { useTabContents } from './tabs';

/** The open panel: its tabs on top, and the terminals of the one that is shown. */
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
      <div className={styles.body} role="tabpanel" aria-label="Shown terminal">
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
