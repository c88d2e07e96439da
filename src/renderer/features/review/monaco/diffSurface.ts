import type { HunkRange } from '#shared/airlock/hunks';
import { runGroupByKey } from '#window/commands/commands';
import { ListenerSet } from '#window/state/listeners';
import { CommentGutter } from './commentGutter';
import {
  type DiffExtent,
  type DiffLook,
  fixedOptions,
  nothingShown,
  optionsFor,
} from './diffOptions';
import { keepHovers } from './hoverDelegates';
import { setHunks } from './hunkDiffs';
import type { CodeEditor, DiffEditor, Monaco, TextModel } from './monaco';
import { colourOldText, OLD_TEXT } from './oldText';
import { ZoneLayer } from './zoneLayer';

export interface ShownDiff {
  /** Unique among the files on screen. */
  readonly key: string;
  readonly path: string;
  readonly original: string;
  readonly modified: string;
  readonly hunks: readonly HunkRange[];
}

export type DiffSide = 'original' | 'modified';

/** A part of one line, counted from zero. */
export interface FoundText {
  readonly side: DiffSide;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** Lines of the right side that an agent brought in, counted from zero, with a description. */
export interface OriginMark {
  readonly start: number;
  readonly count: number;
  readonly words: string;
}

/** Selected lines of one side, counted from zero; the end is exclusive. */
export interface SelectedLines {
  readonly side: 'original' | 'modified';
  readonly start: number;
  readonly end: number;
}

/** Languages whose rules have been loaded. */
const loadedLanguages = new Set<string>();

/**
 * One diff editor with its current content. Panes borrow it from the pool. It owns the two texts,
 * which are disposed of when others are shown or when it is returned.
 */
export class DiffSurface {
  readonly node = document.createElement('div');
  readonly zones: ZoneLayer;
  readonly selectionListeners = new ListenerSet();
  readonly editListeners = new ListenerSet();
  /** The diff was drawn or redrawn. */
  readonly diffListeners = new ListenerSet();
  /** Called when the user clicks the mark beside a line, counted from zero. */
  onComment: ((side: 'original' | 'modified', line: number) => void) | null = null;
  private readonly gutter: CommentGutter;
  private readonly editor: DiffEditor;
  private texts: { readonly original: TextModel; readonly modified: TextModel } | null = null;
  private lastSide: 'original' | 'modified' = 'modified';
  private labels = { original: '', modified: '' };
  private isEditable = false;
  private extent: DiffExtent = nothingShown;
  private readonly origins: ReturnType<CodeEditor['createDecorationsCollection']>;
  private readonly decided: Record<DiffSide, ReturnType<CodeEditor['createDecorationsCollection']>>;

  constructor(
    private readonly monaco: Monaco,
    private look: DiffLook,
  ) {
    this.node.style.height = '100%';
    this.editor = monaco.editor.createDiffEditor(this.node, {
      ...fixedOptions,
      ...optionsFor(look, nothingShown),
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-code'),
    });
    keepHovers();
    const original = this.editor.getOriginalEditor();
    const modified = this.editor.getModifiedEditor();
    this.zones = new ZoneLayer(original, modified);
    for (const [side, one] of [
      ['original', original],
      ['modified', modified],
    ] as const) {
      // Runs before Monaco, which has its own use for some of these keys.
      one.onKeyDown(({ browserEvent }) => runGroupByKey(browserEvent, 'Changes'));
      one.onDidFocusEditorText(() => {
        this.lastSide = side;
      });
      one.onDidChangeCursorSelection(() => {
        if (one.hasTextFocus()) this.lastSide = side;
        this.selectionListeners.notify();
      });
    }
    this.origins = modified.createDecorationsCollection();
    this.decided = {
      original: original.createDecorationsCollection(),
      modified: modified.createDecorationsCollection(),
    };
    this.gutter = new CommentGutter(original, modified, (side, line) =>
      this.onComment?.(side, line),
    );
    this.editor.onDidUpdateDiff(() => this.diffListeners.notify());
  }

  /**
   * Loads a language's rules before drawing, because deleted lines of the inline view are coloured
   * only once.
   */
  async prepare(path: string): Promise<void> {
    const uri = this.monaco.Uri.from({ scheme: 'airlock', authority: 'probe', path: `/${path}` });
    const probe = this.monaco.editor.createModel('', undefined, uri);
    const language = probe.getLanguageId();
    probe.dispose();
    if (loadedLanguages.has(language)) return;
    await this.monaco.editor.colorize('', language, {});
    loadedLanguages.add(language);
  }

  show(diff: ShownDiff): void {
    this.clear();
    const original = this.createModel(diff.original, diff, OLD_TEXT);
    const modified = this.createModel(diff.modified, diff, 'modified');
    setHunks(modified, diff.hunks);
    this.extent = {
      hunkCount: diff.hunks.length,
      // A new file, or one that was only moved, would leave the other column empty or equal.
      isOneSided: diff.original === '' || diff.hunks.length === 0,
      lineCount: Math.max(original.getLineCount(), modified.getLineCount()),
    };
    this.setLook(this.look);
    modified.onDidChangeContent(() => this.editListeners.notify());
    this.texts = { original, modified };
    colourOldText(original, lastLine(diff.hunks));
    this.editor.setModel(this.texts);
  }

  clear(): void {
    this.zones.set([]);
    this.gutter.clear();
    this.setEditable(false);
    this.editor.setModel(null);
    this.texts?.original.dispose();
    this.texts?.modified.dispose();
    this.texts = null;
  }

  setLook(look: DiffLook): void {
    this.look = look;
    this.editor.updateOptions(optionsFor(look, this.extent));
    // Both sides scroll together, so the right side's scrollbar is enough.
    const vertical = look.sideBySide && !this.extent.isOneSided ? 'hidden' : 'auto';
    this.editor.getOriginalEditor().updateOptions({ scrollbar: { vertical } });
    this.applySides();
  }

  setEditable(isEditable: boolean): void {
    this.isEditable = isEditable;
    this.applySides();
  }

  setLabels(original: string, modified: string): void {
    this.labels = { original, modified };
    this.applySides();
  }

  /** Marks lines of the right side with their origin. */
  setOrigins(marks: readonly OriginMark[]): void {
    this.origins.set(
      marks.map(({ start, count, words }) => ({
        range: new this.monaco.Range(start + 1, 1, start + count, 1),
        options: {
          isWholeLine: true,
          lineNumberClassName: 'airlock-origin',
          lineNumberHoverMessage: { value: words },
        },
      })),
    );
  }

  /** Dims the lines of decided hunks. */
  setDecided(hunks: readonly HunkRange[]): void {
    this.decided.original.set(hunks.flatMap((hunk) => this.dimmed(hunk.baseStart, hunk.baseCount)));
    this.decided.modified.set(
      hunks.flatMap((hunk) => this.dimmed(hunk.proposedStart, hunk.proposedCount)),
    );
  }

  private dimmed(start: number, count: number) {
    if (count === 0) return [];
    const range = new this.monaco.Range(start + 1, 1, start + count + 1, 1);
    // Above the colours of lines and of words: Monaco draws whole lines below parts of them.
    const options = { className: 'airlock-decided', shouldFillLineOnLineBreak: true, zIndex: 20 };
    return [{ range, options }];
  }

  /** The current text on the right, including the user's edits. */
  modifiedText(): string {
    return this.texts?.modified.getValue() ?? '';
  }

  /**
   * Null if nothing is selected. A line before whose first letter a selection ends does not count.
   */
  selectedLines(): SelectedLines | null {
    const selection = this.sideEditor(this.lastSide).getSelection();
    if (selection === null || selection.isEmpty()) return null;
    const { startLineNumber, endLineNumber, endColumn } = selection;
    const end = endColumn === 1 ? endLineNumber - 1 : endLineNumber;
    return { side: this.lastSide, start: startLineNumber - 1, end: Math.max(end, startLineNumber) };
  }

  /** The line of the cursor, counted from zero. */
  cursorLine(): { readonly side: 'original' | 'modified'; readonly line: number } {
    const position = this.sideEditor(this.lastSide).getPosition();
    return { side: this.lastSide, line: (position?.lineNumber ?? 1) - 1 };
  }

  /** Scrolls a line of the right side into view, unless it is visible already. */
  reveal(line: number): void {
    const modified = this.editor.getModifiedEditor();
    const lineNumber = Math.min(line + 1, this.texts?.modified.getLineCount() ?? 1);
    const isVisible = modified
      .getVisibleRanges()
      .some((range) => range.startLineNumber <= lineNumber && lineNumber <= range.endLineNumber);
    // The user has put the cursor there, so it stays.
    if (this.hasFocus() && isVisible) return;
    modified.setPosition({ lineNumber, column: 1 });
    this.lastSide = 'modified';
    const { height } = modified.getLayoutInfo();
    // For a line near the top, scrolls to the top.
    if (modified.getTopForLineNumber(lineNumber) < height * 0.6) modified.setScrollTop(0);
    else if (!isVisible) {
      modified.revealLineInCenter(lineNumber, this.monaco.editor.ScrollType.Immediate);
    }
  }

  /** Selects a match and scrolls to it; collapsed lines are expanded. */
  showFound({ side, line, column, length }: FoundText): void {
    const editor = this.sideEditor(side);
    const lineNumber = line + 1;
    editor.setSelection(
      new this.monaco.Range(lineNumber, column + 1, lineNumber, column + 1 + length),
    );
    this.lastSide = side;
    editor.revealLineInCenterIfOutsideViewport(lineNumber, this.monaco.editor.ScrollType.Immediate);
  }

  focus(): void {
    this.editor.getModifiedEditor().focus();
  }

  hasFocus(): boolean {
    return this.node.contains(document.activeElement);
  }

  dispose(): void {
    this.clear();
    this.gutter.dispose();
    this.zones.dispose();
    this.editor.dispose();
    this.node.remove();
  }

  /** Sets each side's options again, because setting options of the whole editor resets them. */
  private applySides(): void {
    const { original, modified } = this.labels;
    this.editor.getOriginalEditor().updateOptions({ ariaLabel: original });
    const options = { ariaLabel: modified, readOnly: !this.isEditable };
    this.editor.getModifiedEditor().updateOptions(options);
  }

  private sideEditor(side: 'original' | 'modified'): CodeEditor {
    return side === 'original' ? this.editor.getOriginalEditor() : this.editor.getModifiedEditor();
  }

  private createModel(text: string, { key, path }: ShownDiff, side: string): TextModel {
    const uri = this.monaco.Uri.from({
      scheme: 'airlock',
      authority: side,
      path: `/${key}/${path}`,
    });
    const model = this.monaco.editor.createModel(text, undefined, uri);
    // Colours show what changed; bracket colours would only distract.
    model.updateOptions({
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    });
    return model;
  }
}

function lastLine(hunks: readonly HunkRange[]): number {
  return Math.max(0, ...hunks.map(({ baseStart, baseCount }) => baseStart + baseCount));
}
