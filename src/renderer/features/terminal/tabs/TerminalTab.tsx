import { Bell, Bot, Check, CircleX, Play, SquareTerminal, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { commandText } from '#shared/terminal/shellQuote';
import type { LiveAgentTerminal } from '#shared/terminal/terminal';
import { visiblePath } from '#shared/text/visiblePath';
import { useOrigin } from '#window/features/terminal/place';
import { hasFailed } from '#window/features/terminal/run/lastFailed';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { VisuallyHidden } from '#window/ui/text/VisuallyHidden';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './TerminalTab.module.css';
import type { TabTerminal } from './tabKey';
import type { Tab } from './tabLayout';
import { useTabStatus } from './tabStatus';
import type { TabContent } from './tabs';

const SHOWN_COMMAND = 60;

interface TerminalTabProps {
  readonly tab: Tab;
  readonly content: TabContent | undefined;
  readonly isShown: boolean;
  onShow(): void;
  onRename(): void;
  onClose(): void;
  onKeyDown(event: KeyboardEvent): void;
}

export function TerminalTab({ content, ...rest }: TerminalTabProps) {
  return content === undefined ? null : <KnownTab content={content} {...rest} />;
}

function KnownTab({
  tab,
  content,
  isShown,
  ...on
}: TerminalTabProps & { readonly content: TabContent }) {
  const { terminal } = content;
  const { title, hasRung } = useTabStatus(tab.active);
  const origin = useOrigin(terminal.sessionId);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  const name = nameOf(terminal, title);
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      className={styles.tab}
      aria-selected={isShown}
      tabIndex={isShown ? 0 : -1}
      {...tooltip({ text: detailOf(terminal), side: 'top' })}
      onClick={({ target }) => {
        const isClose = target instanceof Element && target.closest('[data-close]') !== null;
        if (isClose) on.onClose();
        else on.onShow();
      }}
      onDoubleClick={on.onRename}
      onAuxClick={(event) => event.button === 1 && on.onClose()}
      onKeyDown={on.onKeyDown}
    >
      <TabIcon content={content} />
      <span className={styles.name}>{name}</span>
      {origin !== '' && <span className={styles.origin}>{visibleLine(origin)}</span>}
      {tab.panes.length > 1 && <span className={styles.count}>{tab.panes.length}</span>}
      {hasRung && (
        <span className={styles.bell}>
          <Icon icon={Bell} size="small" />
          <VisuallyHidden>bell</VisuallyHidden>
        </span>
      )}
      {/* For the mouse only: the keyboard has Delete, and the toolbar has a button. */}
      <span className={styles.close} aria-hidden="true" data-close>
        <Icon icon={X} size="small" />
      </span>
    </button>
  );
}

function TabIcon({ content: { terminal, isLive } }: { readonly content: TabContent }) {
  if (terminal.kind === 'agent') {
    return <Icon icon={isLive ? Bot : Check} size="small" />;
  }
  if (hasFailed(terminal)) {
    return (
      <span className={styles.failed}>
        <Icon icon={CircleX} size="small" />
        <VisuallyHidden>failed</VisuallyHidden>
      </span>
    );
  }
  if (terminal.kind === 'shell') return <Icon icon={SquareTerminal} size="small" />;
  return <Icon icon={terminal.state.type === 'running' ? Play : Check} size="small" />;
}

/** The user's name for the terminal takes precedence over the program's title. */
function nameOf(terminal: TabTerminal, title: string): string {
  if (terminal.kind === 'agent') return visibleLine(shortCommand(terminal)).slice(0, SHOWN_COMMAND);
  if (terminal.givenName !== null) return terminal.givenName;
  return terminal.kind === 'run' || title === '' ? terminal.name : title;
}

function detailOf(terminal: TabTerminal): string {
  const cwd = visiblePath(terminal.cwd);
  // Some agents do not say where they run a command.
  if (terminal.kind === 'agent')
    return cwd === '' ? 'Run by the agent' : `Run by the agent in ${cwd}`;
  return terminal.command === null ? cwd : `${visibleLine(terminal.command)} in ${cwd}`;
}

/** If a shell runs a command line, the line itself, because it tells commands apart. */
function shortCommand(terminal: LiveAgentTerminal): string {
  const [flag, script] = terminal.args;
  return (flag === '-c' || flag === '-lc' ? script : undefined) ?? commandText(terminal);
}
