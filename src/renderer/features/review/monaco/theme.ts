import type { Monaco } from './monaco';
import { colourOldTexts } from './oldText';

const NAME = 'airlock';
const darkness = window.matchMedia('(prefers-color-scheme: dark)');

/** Applies the colours of our tokens to Monaco, now and whenever they change. */
export function followTheme(monaco: Monaco): void {
  const { editor } = monaco;
  const apply = () => {
    const probe = new ColourProbe();
    editor.defineTheme(NAME, themeOf(probe));
    editor.setTheme(NAME);
    colourOldTexts(monaco);
    probe.remove();
  };
  apply();
  new MutationObserver(apply).observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-contrast'],
  });
  darkness.addEventListener('change', apply);
}

/** The current colour of a token, in Monaco's format. */
class ColourProbe {
  private readonly element = document.createElement('span');
  private readonly canvas = new OffscreenCanvas(1, 1).getContext('2d', {
    willReadFrequently: true,
  });

  constructor() {
    this.element.hidden = true;
    document.body.append(this.element);
  }

  read(token: string): string {
    this.element.style.color = `var(--${token})`;
    return this.hexadecimal(getComputedStyle(this.element).color);
  }

  remove(): void {
    this.element.remove();
  }

  /** Reads a drawn pixel, since computed colours come in several notations. */
  private hexadecimal(colour: string): string {
    if (this.canvas === null) return '#000000';
    this.canvas.clearRect(0, 0, 1, 1);
    this.canvas.fillStyle = colour;
    this.canvas.fillRect(0, 0, 1, 1);
    const bytes = [...this.canvas.getImageData(0, 0, 1, 1).data];
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  }
}

type Theme = Parameters<Monaco['editor']['defineTheme']>[1];

const syntax: readonly (readonly [scopes: readonly string[], token: string])[] = [
  [['', 'identifier', 'delimiter', 'operator'], 'text-primary'],
  [['comment'], 'syntax-comment'],
  [['keyword', 'tag', 'metatag', 'strong'], 'syntax-keyword'],
  [['string', 'regexp', 'attribute.value', 'string.escape'], 'syntax-string'],
  [['number', 'constant'], 'syntax-number'],
  [['function', 'predefined', 'string.link'], 'syntax-function'],
  [['type', 'type.identifier', 'namespace', 'class'], 'syntax-type'],
  [['attribute.name', 'variable', 'key', 'emphasis'], 'syntax-property'],
  [['annotation', 'meta', 'tag.attribute'], 'syntax-meta'],
];

function themeOf(probe: ColourProbe): Theme {
  const { contrast } = document.documentElement.dataset;
  const isDark = getComputedStyle(document.documentElement).colorScheme.includes('dark')
    ? document.documentElement.dataset.theme !== 'system' || darkness.matches
    : false;
  const isStrong = contrast === 'high';
  const base = isStrong ? (isDark ? 'hc-black' : 'hc-light') : isDark ? 'vs-dark' : 'vs';
  return {
    base,
    inherit: true,
    rules: syntax.flatMap(([scopes, token]) => {
      const foreground = probe.read(token).slice(1, 7);
      return scopes.map((scope) => ({ token: scope, foreground }));
    }),
    colors: Object.fromEntries(
      Object.entries(isStrong ? { ...colours, ...strongColours } : colours).map(([name, token]) => [
        name,
        probe.read(token),
      ]),
    ),
  };
}

const colours = {
  foreground: 'text-primary',
  disabledForeground: 'text-secondary',
  focusBorder: 'focus-ring',
  'editor.background': 'surface-content',
  'editor.foreground': 'text-primary',
  'editor.lineHighlightBackground': 'surface-content',
  'editor.lineHighlightBorder': 'surface-content',
  'editor.selectionBackground': 'surface-selected',
  'editor.inactiveSelectionBackground': 'surface-pressed',
  'editor.findMatchBackground': 'waiting-border',
  'editor.findMatchHighlightBackground': 'waiting-soft',
  'editorCursor.foreground': 'accent',
  'editorGutter.background': 'surface-content',
  'editorLineNumber.foreground': 'text-tertiary',
  'editorLineNumber.activeForeground': 'text-primary',
  'editorIndentGuide.background1': 'border',
  'editorIndentGuide.activeBackground1': 'border-strong',
  'editorWhitespace.foreground': 'border-strong',
  'editorUnicodeHighlight.border': 'danger',
  'editorUnicodeHighlight.background': 'danger-soft',
  'editorWidget.background': 'surface-raised',
  'editorWidget.border': 'border-raised',
  'editorWidget.foreground': 'text-primary',
  'editorOverviewRuler.border': 'surface-content',
  'diffEditor.insertedLineBackground': 'diff-added-background',
  'diffEditor.insertedTextBackground': 'diff-added-word',
  'diffEditor.removedLineBackground': 'diff-removed-background',
  'diffEditor.removedTextBackground': 'diff-removed-word',
  'diffEditorGutter.insertedLineBackground': 'diff-added-background',
  'diffEditorGutter.removedLineBackground': 'diff-removed-background',
  'diffEditorOverview.insertedForeground': 'diff-added-mark',
  'diffEditorOverview.removedForeground': 'diff-removed-mark',
  'diffEditor.border': 'border',
  'diffEditor.diagonalFill': 'surface-hover',
  'diffEditor.move.border': 'status-interrupted',
  'diffEditor.moveActive.border': 'accent',
  'diffEditor.unchangedRegionBackground': 'surface-sunken',
  'diffEditor.unchangedRegionForeground': 'text-secondary',
  'diffEditor.unchangedRegionShadow': 'surface-sunken',
  'diffEditor.unchangedCodeBackground': 'surface-content',
  'scrollbar.shadow': 'surface-hover',
  'scrollbarSlider.background': 'surface-pressed',
  'scrollbarSlider.hoverBackground': 'surface-selected',
  'scrollbarSlider.activeBackground': 'surface-selected',
  'input.background': 'surface-control',
  'input.foreground': 'text-primary',
  'input.border': 'border-control',
  'inputOption.activeBackground': 'accent-soft',
  'inputOption.activeBorder': 'accent-border',
  'inputOption.activeForeground': 'text-primary',
} as const;

/** In high contrast, changed words have outlines, too. */
const strongColours = {
  'diffEditor.insertedTextBorder': 'diff-added-mark',
  'diffEditor.removedTextBorder': 'diff-removed-mark',
} as const;
