/** The editor's interface, once it is loaded. Types only: importing this costs nothing. */
export type Monaco = typeof import('monaco-editor/editor/editor.api');
export type DiffEditor = import('monaco-editor/editor/editor.api').editor.IStandaloneDiffEditor;
export type CodeEditor = import('monaco-editor/editor/editor.api').editor.ICodeEditor;
export type TextModel = import('monaco-editor/editor/editor.api').editor.ITextModel;
export type DiffOptions = import('monaco-editor/editor/editor.api').editor.IDiffEditorOptions;
