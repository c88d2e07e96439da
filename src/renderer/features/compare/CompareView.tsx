import { Tabs } from '@base-ui/react/tabs';
import { GitCompare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { showCompareTab, useCompared } from '#window/state/session/comparedSessions';
import { Banner } from '#window/ui/Banner';
import { EmptyState } from '#window/ui/EmptyState';
import { TextField } from '#window/ui/form/TextField';
import { Spinner } from '#window/ui/Spinner';
import { Answers } from './Answers';
import { BoardTable } from './BoardTable';
import { CompareChecks } from './CompareChecks';
import { ComparedChange } from './ComparedChange';
import styles from './CompareView.module.css';
import { ComposeBar } from './ComposeBar';
import { type Comparison, useComparison } from './comparison';

interface CompareViewProps {
  readonly comparison: Comparison;
  onDone(): void;
}

export function CompareView({ comparison, onDone }: CompareViewProps) {
  const rows = useComparison(comparison, (state) => state.rows);
  const problem = useComparison(comparison, (state) => state.problem);
  const { tab } = useCompared();
  const [filter, setFilter] = useState('');
  const shown = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return (rows ?? []).filter(({ path }) => path.toLowerCase().includes(wanted));
  }, [rows, filter]);
  if (rows === null) {
    return (
      <p role="status" className={styles.note}>
        <Spinner size="small" /> Reading the changes…
      </p>
    );
  }
  return (
    <Tabs.Root className={styles.root} value={tab} onValueChange={showCompareTab}>
      <Tabs.List className={styles.tabs}>
        <Tabs.Tab className={styles.tab} value="files">
          Files
        </Tabs.Tab>
        <Tabs.Tab className={styles.tab} value="answers">
          Answers
        </Tabs.Tab>
        <Tabs.Tab className={styles.tab} value="checks">
          Checks
        </Tabs.Tab>
      </Tabs.List>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {rows.length === 0 ? (
        <Tabs.Panel className={styles.panel} value="files" tabIndex={-1}>
          <EmptyState icon={GitCompare} title="Nothing to compare yet">
            None of these agents has changed a file. Changes appear here as the agents make them.
          </EmptyState>
        </Tabs.Panel>
      ) : (
        <Tabs.Panel className={styles.columns} value="files" tabIndex={-1}>
          <section className={styles.board} aria-label="Files">
            <TextField
              aria-label="Filter files"
              placeholder="Filter files"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            />
            <BoardTable comparison={comparison} rows={shown} />
          </section>
          <ComparedChange comparison={comparison} />
        </Tabs.Panel>
      )}
      <Tabs.Panel className={styles.panel} value="answers" tabIndex={-1}>
        <Answers sessionIds={comparison.sessionIds} />
      </Tabs.Panel>
      <Tabs.Panel className={styles.panel} value="checks" tabIndex={-1}>
        <CompareChecks sessionIds={comparison.sessionIds} />
      </Tabs.Panel>
      <ComposeBar comparison={comparison} onDone={onDone} />
    </Tabs.Root>
  );
}
