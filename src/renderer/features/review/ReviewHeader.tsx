import {
  CheckCheck,
  Ellipsis,
  GalleryVertical,
  GitBranch,
  GitCommitHorizontal,
  History,
  Layers,
  Maximize2,
  Minimize2,
  Shield,
  ShieldAlert,
  X,
  Zap,
} from 'lucide-react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { AppCommandId } from '#shared/commands/commandTable';
import type { SessionId } from '#shared/ids';
import type { Isolation } from '#shared/session/events';
import { commands, useShortcut } from '../../commands/commands';
import { reportError } from '../../diagnostics/reportError';
import { hideReview, toggleReviewSize, useReviewPanel } from '../../state/reviewPanel';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu } from '../../ui/Menu';
import type { MenuItem } from '../../ui/menuItem';
import { tooltip } from '../../ui/tooltip';
import { LastDecision } from './LastDecision';
import { applyCollected, decideAll } from './model/actions';
import { openHunks } from './model/fileState';
import { setPreference, usePreferences } from './model/preferences';
import { useReview } from './model/reviewStore';
import styles from './ReviewHeader.module.css';

const guarantees = {
  isolated: {
    icon: Shield,
    name: 'Isolated',
    promise: 'nothing reaches your files until you accept it',
    meaning:
      'The agent works in a copy of your project, made with your uncommitted and untracked files. Only hunks that you accept are written to your own files. While a turn runs these are watched as well, shown when they change, and can be restored: git’s own settings, hooks, branches and tags in your repository, files there and in your project that git’s settings name, what is staged for your next commit but is not what your file says, and ignored files of the copy that can run code. Nothing else outside of the copy is watched, and nothing while no turn runs.',
  },
  'in-place': {
    icon: ShieldAlert,
    name: 'In place',
    promise: 'writes through Airlock wait for you',
    meaning:
      'The agent works in your own files. What it asks Airlock to write waits for your word; what it writes by itself, or by a shell, is found afterwards, marked “after the fact”, and can be reverted. What you write yourself counts as the agent’s while a turn runs and until Airlock has looked at the files at its end; after that it is yours. While a turn runs these are watched as well, shown when they change, and can be restored: git’s own settings, hooks, branches and tags, also those of repositories within the project, files that git’s settings name, what is staged for your next commit but is not what your file says, and ignored files that can run code. Other ignored files are only counted and listed; other files of repositories within the project are not watched.',
  },
} as const;

interface ReviewHeaderProps {
  readonly sessionId: SessionId;
  readonly files: readonly ChangeView[];
  readonly isolation: Isolation | undefined;
}

export function ReviewHeader({ sessionId, files, isolation = 'isolated' }: ReviewHeaderProps) {
  const { icon, name, promise, meaning } = guarantees[isolation];
  const { pace, allFiles } = usePreferences();
  const collected = useReview(sessionId, (state) => state.collected.size);
  const isMaximised = useReviewPanel(({ maximised }) => maximised === sessionId);
  const hasOpen = files.some((view) => openHunks(view).length > 0);
  const decide = (verdict: 'accept' | 'reject') => () =>
    void decideAll(sessionId, verdict).catch(reportError);
  return (
    <header className={styles.header}>
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
        <IconButton
          icon={GalleryVertical}
          label="All files"
          size="small"
          aria-pressed={allFiles}
          shortcut={useShortcut('review.allFiles')}
          onClick={() => setPreference('allFiles', !allFiles)}
        />
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
        <Button
          size="small"
          icon={CheckCheck}
          disabled={!hasOpen}
          aria-keyshortcuts={useShortcut('review.acceptAll')?.aria}
          onClick={decide('accept')}
        >
          Accept all
        </Button>
        <Button
          size="small"
          variant="ghost"
          icon={X}
          disabled={!hasOpen}
          onClick={decide('reject')}
        >
          Reject all
        </Button>
        <span className={styles.separator} />
        <Menu
          trigger={<IconButton icon={Ellipsis} label="More about changes" size="small" />}
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
    disabled: !commands.isEnabled(id),
    run: () => void commands.run(id),
  });
  const { pace } = usePreferences();
  return [
    {
      kind: 'action',
      id: 'pace',
      label: pace === 'collect' ? 'Apply decisions at once' : 'Collect decisions, apply together',
      icon: pace === 'collect' ? Zap : Layers,
      run: () => setPreference('pace', pace === 'collect' ? 'apply' : 'collect'),
    },
    { kind: 'separator', id: 'before-commit' },
    item('review.commit', 'Commit accepted…', GitCommitHorizontal),
    item('review.applyAsBranch', 'Apply as branch…', GitBranch),
    { kind: 'separator', id: 'before-rewind' },
    item('review.rewind', 'Rewind files…', History),
  ];
}
