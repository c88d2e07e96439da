import { X } from 'lucide-react';
import type { InstallProgress } from '#shared/ipc/agents';
import { formatBytes } from '#shared/text/formatBytes';
import { Button } from './form/Button';
import styles from './InstallProgressBar.module.css';
import { ProgressBar } from './ProgressBar';

interface InstallProgressBarProps {
  /** The agent's name. */
  readonly name: string;
  readonly progress: InstallProgress;
  onCancel(): void;
}

/** The progress of an agent's installation, with its size and a button to stop it. */
export function InstallProgressBar({ name, progress, onCancel }: InstallProgressBarProps) {
  const { received, total } = progress;
  return (
    <div className={styles.progress}>
      <div className={styles.bars}>
        <ProgressBar
          label={`Installing ${name}`}
          value={total === null ? null : received / total}
        />
        <span className={styles.words} role="status">
          {progressWords(progress)}
        </span>
      </div>
      <Button size="small" icon={X} aria-label={`Cancel installing ${name}`} onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function progressWords({ phase, received, total }: InstallProgress): string {
  if (phase === 'resolving') return 'Working out which packages are needed…';
  const what = phase === 'node' ? 'Downloading Node' : 'Downloading';
  const size =
    total === null ? formatBytes(received) : `${formatBytes(received)} of ${formatBytes(total)}`;
  return `${what}: ${size}`;
}
