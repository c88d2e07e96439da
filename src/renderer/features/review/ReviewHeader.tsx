import {
  Check,
  CheckCheck,
  Ellipsis,
  FlaskConical,
  FolderOpen,
  GalleryVertical,
  GitBranch,
  GitCommitHorizontal,
  GitCompareArrows,
  History,
  Layers,
  Maximize2,
  Minimize2,
  Search,
  Send,
  Shield,
  ShieldAlert,
  ShieldCheck,
  TriangleAlert,
  Undo2,
  X,
  Zap,
} from 'lucide-react';
import { type ChangeView, openHunks } from '#shared/airlock/changeView';
import type { AppCommandId } from '#shared/commands/commandTable';
import type { SessionId } from '#shared/ids';
import { isolationWords } from '#shared/seal';
import type { Isolation } from '#shared/session/isolation';
import { counted, formatNumber } from '#shared/text/counted';
import { commands, useShortcut } from '#window/commands/commands';
import { reportError } from '#window/diagnostics/reportError';
import { hideReview, toggleReviewSize, useReviewPanel } from '#window/state/layout/reviewPanel';
import { useSealPolicy } from '#window/state/session/sealPolicy';
import { classNames } from '#window/ui/classNames';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import { Menu } from '#window/ui/overlay/Menu';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import { tooltip } from '#window/ui/overlay/tooltip';
import { Spinner } from '#window/ui/Spinner';
import { applyCollected, decideAll, undoDecisions } from './model/actions';
import { openFind } from './model/find';
import { setPreference, usePreferences } from './model/preferences';
import { type DecisionProgress, useReview } from './model/reviewStore';
import styles from './ReviewHeader.module.css';

const ACCEPTED = 'Only hunks that you accept are written to your files.';

const guarantees = {
  sealed: {
    icon: ShieldCheck,
    name: 'Sealed',
    promise: 'nothing reaches your files until you accept it',
    meaning: `${isolationWords.sealed} ${ACCEPTED}`,
  },
  isolated: {
    icon: Shield,
    name: 'Isolated',
    promise: 'what it changes in its copy waits for you',
    meaning:
      'The agent works in a copy of your project, made with your uncommitted and untracked files, but with all your rights: nothing stops a write by full path. Of its copy, only hunks that you accept are written to your files. While a turn runs these are watched as well, shown when they change, and can be restored: your own files that git does not ignore, git’s own settings, hooks, branches and tags in your repository, files there and in your project that git’s settings name, what is staged for your next commit but differs from your file, and ignored files of the copy that can run code. Nothing else outside the copy is watched, and nothing is watched between turns.',
  },
  'in-place': {
    icon: ShieldAlert,
    name: 'In place',
    promise: 'writes through Airlock wait for you',
    meaning:
      'The agent works in your own files. What it asks Airlock to write waits for your approval; what it writes directly, or through a shell, is found afterwards, marked “after the fact”, and can be reverted. What you write yourself while a turn runs, and until Airlock has checked the files at its end, counts as the agent’s; after that it is yours. While a turn runs these are watched as well, shown when they change, and can be restored: git’s own settings, hooks, branches and tags, also those of repositories inside the project, files that git’s settings name, what is staged for your next commit but differs from your file, and ignored files that can run code. Other ignored files are only counted and listed; other files of repositories inside the project are not watched.',
  },
} as const;

interface ReviewHeaderProps {
  readonly sessionId: SessionId;
  readonly files: readonly ChangeView[];
  readonly isolation: Isolation | undefined;
}

export function ReviewHeader({ sessionId, files, isolation = 'isolated' }: ReviewHeaderProps) {
  const { icon, name, promise, meaning: usual } = guarantees[isolation];
  const policy = useSealPolicy({ id: sessionId, isolation });
  const meaning = policy === null ? usual : `${policy.words.join(' ')} ${ACCEPTED}`;
  const { pace, allFiles } = usePreferences();
  const collected = useReview(sessionId, (state) => state.collected.size);
  const isMaximised = useReviewPanel(({ maximised }) => maximised === sessionId);
  const acceptAllKey = useShortcut('review.acceptAll');
  const isBusy = useReview(sessionId, (state) => state.progress !== null);
  const hasOpen = !isBusy && files.some((view) => openHunks(view).length > 0);
  const decide = (verdict: 'accept' | 'reject') => () =>
    void decideAll(sessionId, verdict).catch(reportError);
  return (
    <header className={styles.header} data-busy={isBusy || undefined}>
      <p
        className={styles.guarantee}
        data-isolation={isolation}
        {...tooltip({ text: meaning, side: 'bottom' })}
      >
        <Icon icon={icon} size="small" />
        <span className={styles.promise}>
          <strong className={styles.name}>{name}</strong>
          <span className={styles.long}>: {promise}</span>
        </span>
      </p>
      <LastDecision sessionId={sessionId} />
      <div className={styles.actions}>
        {pace === 'collect' && collected > 0 && (
          <Button
            size="small"
            variant="primary"
            icon={Zap}
            onClick={() => void applyCollected(sessionId).catch(reportError)}
          >
            Apply {collected} collected
          </Button>
        )}
        <span className={styles.find}>
          <IconButton
            icon={Search}
            label="Find in changed files"
            size="small"
            disabled={files.length === 0}
            shortcut={useShortcut('review.find')}
            onClick={() => openFind(sessionId)}
          />
        </span>
        <span className={styles.allFiles}>
          <IconButton
            icon={GalleryVertical}
            label="All files"
            size="small"
            aria-pressed={allFiles}
            shortcut={useShortcut('review.allFiles')}
            onClick={() => setPreference('allFiles', !allFiles)}
          />
        </span>
        <div className={styles.pace} data-pace={pace}>
          <IconButton
            icon={Layers}
            label="Collect, then apply together"
            size="small"
            aria-pressed={pace === 'collect'}
            onClick={() => setPreference('pace', pace === 'collect' ? 'apply' : 'collect')}
          />
          <span className={styles.separator} />
        </div>
        <span className={styles.decide}>
          <Button
            size="small"
            icon={CheckCheck}
            disabled={!hasOpen}
            aria-keyshortcuts={acceptAllKey?.aria}
            {...tooltip({ text: 'Accept all changes', shortcut: acceptAllKey })}
            onClick={decide('accept')}
          >
            Accept all
          </Button>
        </span>
        <span className={classNames(styles.decide, styles.rejectAll)}>
          <Button
            size="small"
            variant="ghost"
            icon={X}
            disabled={!hasOpen}
            onClick={decide('reject')}
          >
            Reject all
          </Button>
        </span>
        <span className={styles.separator} />
        <Menu
          trigger={<IconButton icon={Ellipsis} label="More actions for changes" size="small" />}
          items={useMoreItems()}
        />
        <IconButton
          icon={isMaximised ? Minimize2 : Maximize2}
          label={isMaximised ? 'Show beside the transcript' : 'Use the whole pane'}
          size="small"
          aria-pressed={isMaximised}
          shortcut={useShortcut('review.maximise')}
          onClick={() => toggleReviewSize(sessionId)}
        />
        <IconButton
          icon={X}
          label="Close changes"
          size="small"
          shortcut={useShortcut('review.toggle')}
          onClick={() => hideReview(sessionId)}
        />
      </div>
    </header>
  );
}

function useMoreItems(): readonly MenuItem[] {
  const item = (id: AppCommandId, label: string, icon: typeof X): MenuItem => ({
    kind: 'action',
    id,
    label,
    icon,
    disabled: () => !commands.isEnabled(id),
    run: () => void commands.run(id),
  });
  const { pace, allFiles } = usePreferences();
  return [
    item('review.rejectAll', 'Reject all', X),
    item(
      'review.allFiles',
      allFiles ? 'Show one file at a time' : 'Show all files',
      GalleryVertical,
    ),
    {
      kind: 'action',
      id: 'pace',
      label:
        pace === 'collect' ? 'Apply decisions immediately' : 'Collect decisions, apply together',
      icon: pace === 'collect' ? Zap : Layers,
      run: () => setPreference('pace', pace === 'collect' ? 'apply' : 'collect'),
    },
    item('review.find', 'Find in changed files', Search),
    { kind: 'separator', id: 'before-commit' },
    item('review.runChecks', 'Run checks', FlaskConical),
    item('review.checkOnce', 'Run a command as a check…', FlaskConical),
    item('review.deliver', 'Commit, push, pull request…', Send),
    item('review.commit', 'Commit accepted…', GitCommitHorizontal),
    item('review.revertSession', 'Revert this session’s accepted changes', Undo2),
    item('review.applyAsBranch', 'Apply as branch…', GitBranch),
    { kind: 'separator', id: 'before-elsewhere' },
    item('review.compareMain', 'Compare with main branch…', GitCompareArrows),
    item('review.openCopy', 'Open agent’s folder in editor', FolderOpen),
    { kind: 'separator', id: 'before-rewind' },
    item('review.rewind', 'Rewind files…', History),
  ];
}

/** The last decision, with its undo. */
function LastDecision({ sessionId }: { readonly sessionId: SessionId }) {
  const last = useReview(sessionId, (state) => state.last);
  const hasIgnoredKey = useReview(sessionId, (state) => state.hasIgnoredKey);
  const progress = useReview(sessionId, (state) => state.progress);
  const undoKey = useShortcut('review.undo');
  if (progress) return <Progress progress={progress} />;
  return (
    <div className={styles.last}>
      <output className={styles.said} data-conflict={last?.hasConflict}>
        {hasIgnoredKey && (
          <span className={styles.promise}>Another file is shown now. Press again to decide.</span>
        )}
        {last && !hasIgnoredKey && (
          <>
            <Icon icon={last.hasConflict ? TriangleAlert : Check} size="small" />
            <span className={styles.promise} {...tooltip({ text: last.words })}>
              {last.words}
            </span>
          </>
        )}
      </output>
      {last && last.decisions.length > 0 && (
        <Button
          size="small"
          variant="ghost"
          aria-label="Undo last decision"
          {...tooltip({ text: 'Undo last decision', shortcut: undoKey })}
          onClick={() => void undoDecisions(sessionId, last.decisions).catch(reportError)}
        >
          Undo
        </Button>
      )}
    </div>
  );
}

function Progress({ progress }: { readonly progress: DecisionProgress }) {
  const { verb, done, total, cancel } = progress;
  return (
    <div className={styles.last}>
      <span className={styles.said}>
        <Spinner size="small" />
        <progress className={styles.bar} aria-label={verb} value={done} max={total} />
        <span className={styles.promise}>
          {verb} {formatNumber(done)} of {counted(total, 'file')}
        </span>
      </span>
      <Button size="small" variant="ghost" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}
