import { COLLAPSED_HUNKS, CONTEXT_LINES, HIDDEN_LINES } from '#window/features/review/limits';
import type { DiffOptions } from './monaco';

/** The user's choices about how diffs look. */
export interface DiffLook {
  readonly sideBySide: boolean;
  readonly ignoreWhitespace: boolean;
  readonly collapseUnchanged: boolean;
  readonly wrapLines: boolean;
  /** In pixels. */
  readonly fontSize: number;
}

/** The ratio of line height to text size. */
const LINE_RATIO = 19 / 12;

/** Keeps the column equally wide for most files. */
const MIN_NUMBER_DIGITS = 2;

/** In less width, two columns of code are too narrow to read. */
const SIDE_BY_SIDE_PIXELS = 900;

export const fixedOptions: DiffOptions & { readonly automaticLayout: boolean } = {
  automaticLayout: true,
  readOnly: true,
  originalEditable: false,
  renderSideBySideInlineBreakpoint: SIDE_BY_SIDE_PIXELS,
  useInlineViewWhenSpaceIsLimited: true,
  experimental: { showMoves: true },
  renderMarginRevertIcon: false,
  renderGutterMenu: false,
  renderIndicators: true,
  minimap: { enabled: false },
  renderOverviewRuler: false,
  overviewRulerLanes: 0,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  bracketPairColorization: { enabled: false },
  scrollBeyondLastLine: false,
  scrollbar: {
    verticalScrollbarSize: 10,
    horizontalScrollbarSize: 10,
    useShadows: false,
    alwaysConsumeMouseWheel: false,
  },
  fontLigatures: false,
  lineDecorationsWidth: 16,
  glyphMargin: false,
  folding: false,
  contextmenu: false,
  links: false,
  codeLens: false,
  quickSuggestions: false,
  suggestOnTriggerCharacters: false,
  occurrencesHighlight: 'off',
  selectionHighlight: false,
  renderLineHighlight: 'none',
  renderWhitespace: 'selection',
  renderControlCharacters: true,
  guides: { indentation: false, bracketPairs: false },
  stickyScroll: { enabled: false },
  // Look-alike letters can hide a change from its reader; punctuation of ordinary prose cannot.
  unicodeHighlight: {
    allowedCharacters: Object.fromEntries([...'‘’“”–—…‐‑×·'].map((sign) => [sign, true])),
    invisibleCharacters: true,
    ambiguousCharacters: true,
    nonBasicASCII: false,
    includeComments: true,
    includeStrings: true,
  },
};

/** The properties of the texts that affect how they are drawn. */
export interface DiffExtent {
  readonly hunkCount: number;
  readonly isOneSided: boolean;
  /** The lines of the longer side. */
  readonly lineCount: number;
}

export const nothingShown: DiffExtent = { hunkCount: 0, isOneSided: false, lineCount: 0 };

export function optionsFor(
  look: DiffLook,
  { hunkCount, isOneSided, lineCount }: DiffExtent,
): DiffOptions {
  return {
    // One more than the longest number, so that two columns of numbers do not touch.
    lineNumbersMinChars: Math.max(MIN_NUMBER_DIGITS, `${lineCount}`.length) + 1,
    fontSize: look.fontSize,
    lineHeight: Math.round(look.fontSize * LINE_RATIO),
    renderSideBySide: look.sideBySide && !isOneSided,
    ignoreTrimWhitespace: look.ignoreWhitespace,
    diffWordWrap: look.wrapLines ? 'on' : 'off',
    wordWrap: look.wrapLines ? 'on' : 'off',
    hideUnchangedRegions: {
      enabled: look.collapseUnchanged && hunkCount <= COLLAPSED_HUNKS,
      contextLineCount: CONTEXT_LINES,
      minimumLineCount: HIDDEN_LINES,
      revealLineCount: 20,
    },
  };
}
