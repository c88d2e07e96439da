import { ChartNoAxesColumn, Copy } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeptLines } from '#shared/airlock/provenance/standing';
import type { SessionScore } from '#shared/ipc/compare';
import { counted, formatNumber } from '#shared/text/counted';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { call } from '#window/ipc/client';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { folderName } from '#window/state/projects/folderName';
import { moneyText, shortCount } from '#window/state/session/usageText';
import { AgentMark } from '#window/ui/AgentMark';
import { Banner } from '#window/ui/Banner';
import { classNames } from '#window/ui/classNames';
import { EmptyState } from '#window/ui/EmptyState';
import { Button } from '#window/ui/form/Button';
import { Select } from '#window/ui/form/Select';
import { Dialog, DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { useLateFocus } from '#window/ui/overlay/useLateFocus';
import { Spinner } from '#window/ui/Spinner';
import { visibleLine } from '#window/ui/text/visibleText';
import { useCopied } from '#window/ui/useCopied';
import figures from './figures.module.css';
import styles from './ScoreDialog.module.css';
import { ScorePlot } from './ScorePlot';
import {
  type AgentScore,
  daysAgo,
  keptShare,
  scoreCsv,
  scorePeriods,
  scoreTable,
} from './scoreTable';

const periods = { all: 'All time', month: 'Last 30 days', week: 'Last 7 days' } as const;
type Period = keyof typeof periods;
const periodNames = ['all', 'month', 'week'] as const satisfies readonly Period[];
const days: Readonly<Record<Period, number>> = {
  all: Number.POSITIVE_INFINITY,
  month: 30,
  week: 7,
};

/** The results of each agent's changes. */
export function ScoreDialog() {
  const isOpen = useDialogIsOpen('scores');
  return (
    <Dialog
      open={isOpen}
      size="wide"
      title="Agent scoreboard"
      onClose={() => closeDialog('scores')}
    >
      {/* Counted each time it is opened. */}
      {isOpen && <Scores />}
    </Dialog>
  );
}

function Scores() {
  const [scores, setScores] = useState<readonly SessionScore[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    call('compare.scores', null).then(
      (found) => isCurrent && setScores(found),
      (error: unknown) => isCurrent && setProblem(errorMessage(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  if (problem !== null) {
    return (
      <DialogBody>
        <Banner tone="danger">{problem}</Banner>
      </DialogBody>
    );
  }
  if (scores === null) {
    return (
      <DialogBody>
        <p role="status" className={styles.note}>
          <Spinner size="small" /> Counting…
        </p>
      </DialogBody>
    );
  }
  return <ScoreBoard scores={scores} />;
}

/** The number of bars in the plot: enough to show a trend, and few enough to tell apart. */
const PLOTTED = 14;

/** The value of the choice that leaves out no project. */
const ALL = 'all';

function ScoreBoard({ scores }: { readonly scores: readonly SessionScore[] }) {
  const [project, setProject] = useState(ALL);
  const [period, setPeriod] = useState<Period>('all');
  const [now] = useState(() => Date.now());
  const [isCopied, copy] = useCopied();
  const choices = useRef<HTMLDivElement>(null);
  useLateFocus(choices, 'button');
  const projects = useMemo(() => [...new Set(scores.map((score) => score.project))], [scores]);
  const since = daysAgo(now, days[period]);
  const chosen = useMemo(
    () =>
      scores.filter(
        (score) => score.createdAt >= since && (project === ALL || score.project === project),
      ),
    [scores, project, since],
  );
  const rows = useMemo(() => scoreTable(chosen).filter(({ proposed }) => proposed > 0), [chosen]);
  return (
    <>
      <DialogBody>
        <div ref={choices} className={styles.choices}>
          <Select
            label="Project"
            value={project}
            options={[
              { value: ALL, label: 'All projects' },
              ...projects.map((path) => ({ value: path, label: folderName(path) })),
            ]}
            onChange={setProject}
          />
          <Select<Period>
            label="Period"
            value={period}
            options={periodNames.map((value) => ({ value, label: periods[value] }))}
            onChange={setPeriod}
          />
        </div>
        {rows.length === 0 ? (
          <EmptyState icon={ChartNoAxesColumn} title="Nothing to count yet">
            Accept or reject changes of an agent, and they are counted here. Nothing leaves this
            computer.
          </EmptyState>
        ) : (
          <>
            <ScorePlot periods={scorePeriods(chosen, since, now, PLOTTED)} />
            <div className={styles.scroller}>
              <ScoreRows rows={rows} />
            </div>
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <p className={styles.note}>
          Counted from your decisions on this computer. Deleted sessions do not count.
        </p>
        <Button icon={Copy} disabled={rows.length === 0} onClick={() => copy(scoreCsv(rows))}>
          {isCopied ? 'Copied' : 'Copy as CSV'}
        </Button>
      </DialogFooter>
    </>
  );
}

function ScoreRows({ rows }: { readonly rows: readonly AgentScore[] }) {
  const most = Math.max(...rows.map(({ proposed }) => proposed));
  return (
    <table className={classNames(figures.table, styles.table)} aria-label="Changes by agent">
      <thead>
        <tr>
          <th scope="col">Agent</th>
          <th scope="col">Accepted, rejected, undecided</th>
          <th scope="col">Acceptance</th>
          <th scope="col">Lines</th>
          <th scope="col" title="Accepted after you edited the proposal">
            Edited
          </th>
          <th scope="col" title={KEPT_TITLE}>
            Still there after 1 day
          </th>
          <th scope="col" title={KEPT_TITLE}>
            After 1 week
          </th>
          <th scope="col">Passed on first try</th>
          <th scope="col">First change</th>
          <th scope="col">Tokens per line</th>
          <th scope="col">Cost per line</th>
          <th scope="col">Questions</th>
          <th scope="col">Sessions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.id} ${row.name}`}>
            <th scope="row">
              <span className={styles.agent}>
                <AgentMark id={row.id} />
                {visibleLine(row.name)}
              </span>
            </th>
            <td>
              <Bar row={row} most={most} />
            </td>
            <td>{percent(row.acceptance)}</td>
            <td>
              {row.accepted === 0 ? (
                '–'
              ) : (
                <>
                  <span className={figures.added}>+{formatNumber(row.addedLines)}</span>{' '}
                  <span className={figures.removed}>−{formatNumber(row.removedLines)}</span>
                </>
              )}
            </td>
            <td>{formatNumber(row.edited)}</td>
            <td>
              <KeptCount kept={row.day} />
            </td>
            <td>
              <KeptCount kept={row.week} />
            </td>
            <td>{percent(row.greenFirst)}</td>
            <td>{durationWords(row.firstChangeMilliseconds)}</td>
            <td>{row.tokensPerLine === null ? '–' : shortCount(row.tokensPerLine)}</td>
            <td>
              {row.costPerLine === null
                ? '–'
                : moneyText(row.costPerLine.amount, row.costPerLine.currency)}
            </td>
            <td>{formatNumber(row.questions)}</td>
            <td>{formatNumber(row.sessions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const KEPT_TITLE =
  'Of the lines that you accepted, those that were still in your files then. They are counted when Airlock next runs after that time.';

function KeptCount({ kept }: { readonly kept: KeptLines }) {
  const { lines, left, waiting } = kept;
  if (lines === 0) return waiting === 0 ? '–' : <span className={styles.numbers}>not yet</span>;
  const counts = `${formatNumber(left)} of ${counted(lines, 'line')}`;
  return (
    <span title={waiting === 0 ? counts : `${counts}; ${formatNumber(waiting)} not yet known`}>
      {percent(keptShare(kept))}
    </span>
  );
}

interface BarProps {
  readonly row: AgentScore;
  readonly most: number;
}

/** Decorative: the numbers beside the bar say the same. */
function Bar({ row: { accepted, rejected, open }, most }: BarProps) {
  const width = (count: number) => ({ width: `${(100 * count) / most}%` });
  return (
    <div className={styles.counts}>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.acceptedPart} style={width(accepted)} />
        <span className={styles.rejectedPart} style={width(rejected)} />
        <span className={styles.openPart} style={width(open)} />
      </span>
      <span className={styles.numbers}>
        {[accepted, rejected, open].map(formatNumber).join(' · ')}
      </span>
    </div>
  );
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`;
}

function durationWords(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
