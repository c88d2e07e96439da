import 'monaco-editor/features/codicon/register.js';
import 'monaco-editor/features/diffEditor/register.js';
import 'monaco-editor/features/find/register.js';
import 'monaco-editor/features/linesOperations/register.js';
import 'monaco-editor/features/longLinesHelper/register.js';
import 'monaco-editor/features/toggleTabFocusMode/register.js';
import 'monaco-editor/features/unicodeHighlighter/register.js';
import 'monaco-editor/features/wordOperations/register.js';
import './monaco.css';
import { registerEditorContribution } from 'monaco-editor/editor/browser/editorExtensions.js';
import { GlyphHoverController } from 'monaco-editor/editor/contrib/hover/browser/glyphHoverController.js';
import * as monaco from 'monaco-editor/editor/editor.api';
import { StandaloneServices } from 'monaco-editor/editor/standalone/browser/standaloneServices.js';
import { setRootService } from './hoverDelegates';
import { hunkDiffProviders } from './hunkDiffs';
import type { Monaco } from './monaco';
import { followTheme } from './theme';

/** One of the moments at which Monaco creates a part of an editor. */
const BEFORE_FIRST_INTERACTION = 2;

// Only the tooltips of line numbers: those of text offer settings that only Monaco has.
registerEditorContribution(GlyphHoverController.ID, GlyphHoverController, BEFORE_FIRST_INTERACTION);

/** Once per window. The order matters: languages use the services that are set up here. */
export async function setUpMonaco(): Promise<Monaco> {
  self.MonacoEnvironment = {
    getWorker: () =>
      new Worker(new URL('./editorWorker.ts', import.meta.url), { type: 'module', name: 'editor' }),
  };
  const services = { diffProviderFactoryService: hunkDiffProviders };
  setRootService(StandaloneServices.initialize(services));
  const { registerLanguages } = await import('./languages');
  registerLanguages(monaco);
  followTheme(monaco);
  return monaco;
}
