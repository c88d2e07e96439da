import {
  ArrowDown,
  ArrowUp,
  Check,
  Columns2,
  Ellipsis,
  ExternalLink,
  FoldVertical,
  MessageSquareText,
  PenLine,
  Pilcrow,
  Rows2,
  TextWrap,
  Undo2,
  X,
} from 'lucide-react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { entryId } from '#shared/session/entries';
import { commands, useShortcut } from '../../commands/commands';
import { reportError } from '../../diagnostics/reportError';
import { goToEntry } from '../../state/reveal';
import { Badge } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { Menu } from '../../ui/Menu';
import type { MenuItem } from '../../ui/menuItem';
import { tooltip } from '../../ui/tooltip';
import styles from './FileHeader.module.css';
import { decideFile, forget, undoDecisions } from './model/actions';
import { changeKindWords } from './model/changeWords';
import { fileState, fileStateWords } from './model/fileState';
import { fileName, folderName } from './model/fileTree';
import { textHunks } from './model/hunkZones';
import { setPreference, usePreferences } from './model/preferences';
import { useReview } from './model/reviewStore';

interface FileHeaderProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

export function FileHeader({ sessionId, view }: FileHeaderProps) {
  const { change } = view;
  const collected = useReview(sessionId, (state) => state.collected);
  const state = fileState(view, collected);
  const folder = folderName(change.path);
  const hasText = textHunks(view).length > 0;
  return (
    <header className={styles.header}>
      <div className={styles.title}>
        <span className={styles.path} {...tooltip({ text: change.path })}>
          <bdi>
            {folder !== '' && <span className={styles.folder}>{folder}/</span>}
            {fileName(change.path)}
          </bdi>
        </span>
        {change.kind !== 'modify' && <Badge>{changeKindWords[change.kind]}</Badge>}
        {change.afterTheFact && (
          <span
            {...tooltip({
              text: 'It stood in your files before you could say no. Reject reverts it.',
            })}
          >
            <Badge tone="danger">after the fact</Badge>
          </span>
        )}
        {state !== 'undecided' && (
          <span className={styles.quiet}>
            <Badge tone={state === 'conflict' ? 'danger' : 'neutral'}>
              {fileStateWords[state]}
            </Badge>
          </span>
        )}
      </div>
      <div className={styles.actions}>
        {hasText && <HunkSteps />}
        {hasText && <LookButtons />}
        <FileMenu sessionId={sessionId} view={view} hasText={hasText} />
        <span className={styles.separator} />
        <FileVerdict sessionId={sessionId} view={view} />
      </div>
    </header>
  );
}

function HunkSteps() {
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label="Previous hunk"
        size="small"
        shortcut={useShortcut('review.previousHunk')}
        onClick={() => commands.run('review.previousHunk')}
      />
      <IconButton
        icon={ArrowDown}
        label="Next hunk"
        size="small"
        shortcut={useShortcut('review.nextHunk')}
        onClick={() => commands.run('review.nextHunk')}
      />
    </>
  );
}

function LookButtons() {
  const { sideBySide, ignoreWhitespace } = usePreferences();
  return (
    <>
      <IconButton
        icon={sideBySide ? Columns2 : Rows2}
        label="Side by side"
        size="small"
        aria-pressed={sideBySide}
        shortcut={useShortcut('review.sideBySide')}
        onClick={() => setPreference('sideBySide', !sideBySide)}
      />
      <span className={styles.quiet}>
        <IconButton
          icon={Pilcrow}
          label="Hide changes of white space"
          size="small"
          aria-pressed={ignoreWhitespace}
          onClick={() => setPreference('ignoreWhitespace', !ignoreWhitespace)}
        />
      </span>
    </>
  );
}

function FileMenu({ sessionId, view, hasText }: FileHeaderProps & { readonly hasText: boolean }) {
  const { toolCallId } = view.change;
  const { ignoreWhitespace, collapseUnchanged, wrapLines } = usePreferences();
  const editKey = useShortcut('review.edit');
  const openKey = useShortcut('review.openFile');
  const items: MenuItem[] = [
    {
      kind: 'action',
      id: 'edit',
      label: 'Edit the proposed text',
      icon: PenLine,
      shortcut: editKey,
      disabled: !commands.isEnabled('review.edit'),
      run: () => void commands.run('review.edit'),
    },
    {
      kind: 'action',
      id: 'open',
      label: 'Open in editor',
      icon: ExternalLink,
      shortcut: openKey,
      run: () => void commands.run('review.openFile'),
    },
    {
      kind: 'action',
      id: 'origin',
      label: 'Show in transcript',
      icon: MessageSquareText,
      disabled: toolCallId === null,
      run: () => toolCallId && goToEntry(sessionId, entryId('tool', toolCallId)),
    },
  ];
  if (hasText) {
    items.push(
      { kind: 'separator', id: 'look' },
      {
        kind: 'action',
        id: 'whitespace',
        label: ignoreWhitespace ? 'Show changes of white space' : 'Hide changes of white space',
        icon: Pilcrow,
        run: () => setPreference('ignoreWhitespace', !ignoreWhitespace),
      },
      {
        kind: 'action',
        id: 'unchanged',
        label: collapseUnchanged ? 'Show unchanged lines' : 'Hide unchanged lines',
        icon: FoldVertical,
        run: () => setPreference('collapseUnchanged', !collapseUnchanged),
      },
      {
        kind: 'action',
        id: 'wrap',
        label: wrapLines ? 'Do not wrap long lines' : 'Wrap long lines',
        icon: TextWrap,
        run: () => setPreference('wrapLines', !wrapLines),
      },
    );
  }
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label="More about this file" size="small" />}
      items={items}
    />
  );
}

function FileVerdict({ sessionId, view }: FileHeaderProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const state = fileState(view, collected);
  const acceptKey = useShortcut('review.acceptFile');
  const rejectKey = useShortcut('review.rejectFile');
  if (state === 'noted') {
    return (
      <Button size="small" icon={Undo2} onClick={() => forget(sessionId, view, view.hunks)}>
        Undo
      </Button>
    );
  }
  if (view.status !== 'open') {
    const decisions = [...new Set(view.hunks.flatMap(({ decisionId }) => decisionId ?? []))];
    return (
      <Button
        size="small"
        icon={Undo2}
        disabled={decisions.length === 0}
        onClick={() => void undoDecisions(sessionId, decisions.reverse()).catch(reportError)}
      >
        Undo
      </Button>
    );
  }
  return (
    <>
      <Button
        size="small"
        variant="primary"
        icon={Check}
        disabled={view.risk.type === 'refused' || state === 'conflict'}
        aria-keyshortcuts={acceptKey?.aria}
        {...tooltip({ text: 'Accept file', shortcut: acceptKey })}
        onClick={() => void decideFile(sessionId, 'accept', view).catch(reportError)}
      >
        Accept file
      </Button>
      <Button
        size="small"
        icon={X}
        aria-keyshortcuts={rejectKey?.aria}
        {...tooltip({ text: 'Reject file', shortcut: rejectKey })}
        onClick={() => void decideFile(sessionId, 'reject', view).catch(reportError)}
      >
        Reject file
      </Button>
    </>
  );
}
