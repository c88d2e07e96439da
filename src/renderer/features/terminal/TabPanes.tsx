import styles from './TabPanes.module.css';
import { TerminalPane } from './TerminalPane';
import type { TabKey } from './tabKey';
import type { Tab } from './tabLayout';
import type { TabContent } from './tabs';

interface TabPanesProps {
  readonly tab: Tab;
  readonly contents: ReadonlyMap<TabKey, TabContent>;
}

/** The terminals of one tab, side by side. */
export function TabPanes({ tab, contents }: TabPanesProps) {
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
