import { Download, FileText, Pause, Play, X } from 'lucide-react';
import { useEffect } from 'react';
import type { SessionId } from '#shared/ids';
import type { FrameFilter, OpenRequest } from '#shared/ipc/inspector';
import { formatNumber } from '#shared/text/counted';
import { commands, useShortcut } from '#window/commands/commands';
import { titleOf, useSession } from '#window/state/session/sessionsStore';
import { IconButton } from '#window/ui/form/IconButton';
import { Select, type SelectOption } from '#window/ui/form/Select';
import { TextField } from '#window/ui/form/TextField';
import { useDraft } from '#window/ui/form/useDraft';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './InspectorBar.module.css';
import { closeInspector } from './inspectorCommands';
import { FILTER_MILLISECONDS } from './limits';

export const FILTER_ID = 'inspector-filter';

const kinds: readonly SelectOption<FrameFilter['show']>[] = [
  { value: 'all', label: 'Everything' },
  { value: 'messages', label: 'Messages' },
  { value: 'in', label: 'From the agent' },
  { value: 'out', label: 'To the agent' },
  { value: 'stderr', label: 'Standard error' },
  { value: 'faults', label: 'Errors' },
];

interface InspectorBarProps {
  readonly sessionId: SessionId;
  readonly filter: FrameFilter;
  readonly isPaused: boolean;
  readonly shown: number;
  readonly total: number;
  readonly open: readonly OpenRequest[];
  readonly labels: readonly string[];
  onFilter(filter: FrameFilter): void;
  onPause(isPaused: boolean): void;
}

export function InspectorBar(props: InspectorBarProps) {
  const { sessionId, filter, isPaused, open, labels, onFilter, onPause } = props;
  const title = titleOf(useSession(sessionId));
  const [text, setText] = useDraft(filter.text);
  useEffect(() => {
    if (text === filter.text) return;
    const timer = setTimeout(() => onFilter({ ...filter, text }), FILTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text, filter, onFilter]);
  return (
    <div className={styles.bar}>
      <h2 className={styles.title}>
        Inspector <span className={styles.session}>{title}</span>
      </h2>
      <span className={styles.count} role="status">
        {countWords(props)}
      </span>
      <WaitingRequests open={open} />
      <div className={styles.tools}>
        <div className={styles.filters}>
          <div className={styles.filter}>
            <TextField
              id={FILTER_ID}
              type="search"
              aria-label="Filter messages"
              placeholder="Filter by text"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <Select
            label="Show"
            value={filter.show}
            options={kinds}
            onChange={(show) => onFilter({ ...filter, text, show })}
          />
          <Select
            label="Kind of message"
            value={filter.label ?? ALL_KINDS}
            options={kindOptions(labels, filter.label)}
            onChange={(label) =>
              onFilter({ ...filter, text, label: label === ALL_KINDS ? null : label })
            }
          />
        </div>
        <div className={styles.buttons}>
          <IconButton
            icon={isPaused ? Play : Pause}
            label={isPaused ? 'Resume' : 'Pause'}
            size="small"
            aria-pressed={isPaused}
            onClick={() => onPause(!isPaused)}
          />
          <IconButton
            icon={Download}
            label="Export messages without secrets"
            size="small"
            onClick={() => commands.run('inspector.export')}
          />
          <IconButton
            icon={FileText}
            label="Open trace file"
            size="small"
            onClick={() => commands.run('inspector.openTrace')}
          />
          <IconButton
            icon={X}
            label="Close inspector"
            size="small"
            shortcut={useShortcut('inspector.toggle')}
            onClick={closeInspector}
          />
        </div>
      </div>
    </div>
  );
}

/** A value that no message kind has. */
const ALL_KINDS = '';

function kindOptions(
  labels: readonly string[],
  chosen: string | null,
): readonly SelectOption<string>[] {
  const listed = chosen === null || labels.includes(chosen) ? labels : [...labels, chosen];
  return [
    { value: ALL_KINDS, label: 'All kinds' },
    ...listed.map((label) => ({ value: label, label: visibleLine(label) })),
  ];
}

/** Open requests in both directions: they show where an agent hangs. */
function WaitingRequests({ open }: { readonly open: readonly OpenRequest[] }) {
  if (open.length === 0) return null;
  const names = open.map(
    ({ method, direction }) => `${direction === 'out' ? '→' : '←'} ${visibleLine(method)}`,
  );
  const shown = names.slice(-3).join(', ');
  return (
    <span className={styles.count} title={names.join('\n')}>
      {open.length} pending: {shown}
    </span>
  );
}

function countWords({ shown, total, isPaused, filter }: InspectorBarProps): string {
  const count =
    shown === total ? formatNumber(shown) : `${formatNumber(shown)} of ${formatNumber(total)}`;
  // Not all messages of a flood are kept.
  const kept = shown < total && !isFiltered(filter) ? ' kept' : '';
  const words = `${total === 1 ? `${count} message` : `${count} messages`}${kept}`;
  return isPaused ? `${words}, paused` : words;
}

export function isFiltered({ text, show, label }: FrameFilter): boolean {
  return text !== '' || show !== 'all' || label !== null;
}
