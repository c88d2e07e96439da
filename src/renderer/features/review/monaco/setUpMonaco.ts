import 'monaco-editor/features/codicon/register.js';
import 'monaco-editor/features/diffEditor/register.js';
import 'monaco-editor/features/find/register.js';
import 'monaco-editor/features/linesOperations/register.js';
import 'monaco-editor/features/longLinesHelper/register.js';
import 'monaco-editor/features/toggleTabFocusMode/register.js';
import 'monaco-editor/features/unicodeHighlighter/register.js';
import 'monaco-editor/features/wordOperations/register.js';
import './monaco.css';
import * as monaco from 'monaco-editor/editor/editor.api';
import { StandaloneServices } from 'monaco-editor/editor/standalone/browser/standaloneServices.js';
import { setRootService } from './hoverDelegates';
import { hunkDiffProviders } from './hunkDiffs';
import type { Monaco } from './monaco';
import { followTheme } from './theme';

/** The chords of ours that Monaco would otherwise keep for itself. */
const OURS = [
  monaco.KeyCode.F7,
  monaco.KeyMod.Shift | monaco.KeyCode.F7,
  monaco.KeyMod.Alt | monaco.KeyCode.PageDown,
  monaco.KeyMod.Alt | monaco.KeyCode.PageUp,
];

/** Once per window. The order matters: languages use the services that are put in place here. */
export async function setUpMonaco(): Promise<Monaco> {
  self.MonacoEnvironment = {
    getWorker: () =>
      new Worker(new URL('./editorWorker.ts', import.meta.url), { type: 'module', name: 'editor' }),
  };
  const services = { diffProviderFactoryService: hunkDiffProviders };
  setRootService(StandaloneServices.initialize(services));
  const { registerLanguages } = await import('./languages');
  registerLanguages(monaco);
  monaco.editor.addKeybindingRules(OURS.map((keybinding) => ({ keybinding, command: null })));
  followTheme(monaco);
  return monaco;
}
