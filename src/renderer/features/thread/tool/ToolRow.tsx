import {
  ArrowLeftRight,
  Brain,
  ChevronRight,
  FileText,
  FolderInput,
  Globe,
  type LucideIcon,
  Pencil,
  Search,
  SquareTerminal,
  Trash2,
  Wrench,
} from 'lucide-react';
import { useMemo } from 'react';
import { ofNewerBuild } from '#shared/errors';
import { type Body, isBlobReference, type ToolKind } from '#shared/session/content';
import type { ToolEntry } from '#shared/session/entries';
import { toolKindName } from '#shared/session/tool/toolKindName';
import { titleEnd, toolTitle } from '#shared/session/tool/toolTitle';
import { SMALL_DIFF_CHARACTERS } from '#window/features/thread/limits';
import { TitleText } from '#window/features/thread/TitleText';
import { useFold, useThread } from '#window/features/thread/threadContext';
import { classNames } from '#window/ui/classNames';
import { Icon } from '#window/ui/Icon';
import { tooltip } from '#window/ui/overlay/tooltip';
import { visibleLine } from '#window/ui/text/visibleText';
import { PathButton } from './PathButton';
import { ToolBody } from './ToolBody';
import styles from './ToolRow.module.css';
import { ToolState } from './ToolState';

const icons: Readonly<Record<ToolKind, LucideIcon>> = {
  read: FileText,
  edit: Pencil,
  delete: Trash2,
  move: FolderInput,
  search: Search,
  execute: SquareTerminal,
  think: Brain,
  fetch: Globe,
  switch_mode: ArrowLeftRight,
  other: Wrench,
};

/** One line: the action and its target, the result and the duration. */
export function ToolRow({ entry }: { readonly entry: ToolEntry }) {
  const canOpen = hasBody(entry);
  const [isUnfolded, toggle] = useFold(entry.id, isOpenByDefault(entry));
  const open = canOpen && isUnfolded;
  const location = entry.locations[0];
  const { folders } = useThread();
  const title = useMemo(() => toolTitle(entry, folders), [entry, folders]);
  const { head, tail } = open ? { head: title.main, tail: '' } : titleEnd(title.main);
  return (
    <div className={styles.tool} data-open={open || undefined} data-status={entry.status}>
      <div className={styles.head}>
        <button
          type="button"
          className={classNames(styles.summary, open && styles.unfolded)}
          aria-label={tail === '' ? undefined : visibleLine(title.main)}
          aria-expanded={canOpen ? open : undefined}
          disabled={!canOpen}
          onClick={toggle}
        >
          <span className={styles.kind} {...tooltip({ text: toolKindName(entry.toolKind) })}>
            <Icon icon={toolIcon(entry.toolKind)} size="small" />
          </span>
          <span className={classNames(styles.title, title.isCommand && styles.command)}>
            <TitleText text={head} />
          </span>
          {tail !== '' && (
            <span className={styles.tail}>
              <TitleText text={tail} />
            </span>
          )}
          {title.beside !== null && (
            <span className={styles.beside}>
              <TitleText text={title.beside} />
            </span>
          )}
          {canOpen && (
            <span className={styles.chevron}>
              <Icon icon={ChevronRight} size="small" />
            </span>
          )}
        </button>
        <span className={styles.facts}>
          {location && <PathButton path={location.path} line={location.line ?? null} />}
          <ToolState
            status={entry.status}
            at={entry.at}
            endedAt={entry.endedAt}
            {...(entry.waited && { waited: entry.waited })}
          />
        </span>
      </div>
      {open && <ToolBody entry={entry} />}
    </div>
  );
}

/** Pure: whether a tool call is expanded until the user toggles it. */
function isOpenByDefault(entry: ToolEntry): boolean {
  const isRunning = entry.status === 'pending' || entry.status === 'in_progress';
  // While it waits for permission, the question shows its effect.
  if (entry.status === 'pending' && !entry.content.some(({ type }) => type === 'terminal')) {
    return false;
  }
  return entry.content.some((content) => {
    switch (content.type) {
      case 'diff':
        return isSmall(content.before) && isSmall(content.after);
      case 'patch':
        return isSmall(content.patch);
      case 'terminal':
        return isRunning || entry.status === 'failed';
      case 'content':
      case 'unknown':
        return entry.status === 'failed';
      default:
        return ofNewerBuild(content, entry.status === 'failed');
    }
  });
}

/** Whether there are details to expand, beyond what the row itself shows. */
function hasBody(entry: ToolEntry): boolean {
  return (
    entry.content.length > 0 ||
    entry.input !== null ||
    entry.output !== null ||
    entry.locations.length > 1
  );
}

function isSmall(body: Body | null): boolean {
  if (body === null) return true;
  return (isBlobReference(body) ? body.bytes : body.length) <= SMALL_DIFF_CHARACTERS;
}

/** A newer build may have logged a kind that this one does not know. */
function toolIcon(kind: ToolKind): LucideIcon {
  return icons[kind] ?? Wrench;
}
