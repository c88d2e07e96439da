import type { CodeEditor } from './monaco';

type Side = 'original' | 'modified';

/**
 * Monaco's numbers for the parts of an editor: line numbers, and the column between them and the
 * text.
 */
const NUMBERS = 3;
const DECORATIONS = 4;

/** A mark beside the line under the pointer; a click starts a comment on that line. */
export class CommentGutter {
  private readonly subscriptions: { dispose(): void }[] = [];
  private readonly marks: { clear(): void }[] = [];

  constructor(
    original: CodeEditor,
    modified: CodeEditor,
    private readonly onPress: (side: Side, line: number) => void,
  ) {
    this.follow(original, 'original');
    this.follow(modified, 'modified');
  }

  clear(): void {
    for (const mark of this.marks) mark.clear();
  }

  dispose(): void {
    for (const subscription of this.subscriptions) subscription.dispose();
  }

  private follow(editor: CodeEditor, side: Side): void {
    const mark = editor.createDecorationsCollection();
    let shown = 0;
    const show = (lineNumber: number) => {
      if (lineNumber === shown) return;
      shown = lineNumber;
      const range = {
        startLineNumber: lineNumber,
        startColumn: 1,
        endLineNumber: lineNumber,
        endColumn: 1,
      };
      const options = { linesDecorationsClassName: 'airlock-add-comment' };
      mark.set(lineNumber === 0 ? [] : [{ range, options }]);
    };
    this.marks.push({ clear: () => show(0) });
    this.subscriptions.push(
      editor.onMouseMove(({ target }) => show(target.position?.lineNumber ?? 0)),
      editor.onMouseLeave(() => show(0)),
      editor.onMouseDown(({ target, event }) => {
        const isMark = target.element?.classList.contains('airlock-add-comment');
        const isGutter = target.type === DECORATIONS || target.type === NUMBERS;
        if (!isGutter || !isMark || !event.leftButton || !target.position) return;
        event.preventDefault();
        this.onPress(side, target.position.lineNumber - 1);
      }),
    );
  }
}
