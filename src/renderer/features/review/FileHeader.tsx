import {
  ArrowDown,
  ArrowUp,
  Columns2,
  Ellipsis,
  ExternalLink,
  FoldVertical,
  MessageSquareText,
  PenLine,
  Pilcrow,
  Rows2,
  TextWrap,
} from 'lucide-react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import { entryId } from '#shared/session/entries';
import { CommandButton } from '#window/commands/CommandButton';
import { commands, useShortcut } from '#window/commands/commands';
import { goToEntry } from '#window/state/layout/reveal';
import { IconButton } from '#window/ui/form/IconButton';
import { Menu } from '#window/ui/overlay/Menu';
import type { MenuItem } from '#window/ui/overlay/menuItem';
import styles from './FileHeader.module.css';
import { FileTitle } from './FileTitle';
import { FileVerdict } from './FileVerdict';
import { SeenButton } from './files/SeenButton';
import { textHunks } from './model/diff/hunkZones';
import { fileState } from './model/fileState';
import { setPreference, usePreferences } from './model/preferences';
import { useReview } from './model/reviewStore';

interface FileHeaderProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
}

export function FileHeader({ sessionId, view }: FileHeaderProps) {
  const collected = useReview(sessionId, (state) => state.collected);
  const state = fileState(view, collected);
  const isInBeat = useReview(sessionId, (state) => state.isInBeat);
  const hasText = textHunks(view).length > 0;
  return (
    <header className={styles.header} data-beat={isInBeat}>
      <FileTitle view={view} state={state} />
      <div className={styles.actions}>
        {hasText && <HunkSteps />}
        {hasText && <LookButtons />}
        <SeenButton sessionId={sessionId} view={view} />
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
      <CommandButton
        command="review.previousHunk"
        icon={ArrowUp}
        label="Previous hunk"
        size="small"
      />
      <CommandButton command="review.nextHunk" icon={ArrowDown} label="Next hunk" size="small" />
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
          label="Ignore whitespace"
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
      disabled: () => !commands.isEnabled('review.edit'),
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
        label: ignoreWhitespace ? 'Show whitespace changes' : 'Ignore whitespace',
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
        label: wrapLines ? 'Don’t wrap long lines' : 'Wrap long lines',
        icon: TextWrap,
        run: () => setPreference('wrapLines', !wrapLines),
      },
    );
  }
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label="More actions for this file" size="small" />}
      items={items}
    />
  );
}
