import { setHoverDelegateFactory } from 'monaco-editor/base/browser/ui/hover/hoverDelegateFactory.js';
import type { InstantiationService } from 'monaco-editor/editor/standalone/browser/standaloneServices.js';
import { WorkbenchHoverDelegate } from 'monaco-editor/platform/hover/browser/hover.js';

let root: InstantiationService | null = null;

export function setRootService(service: InstantiationService): void {
  root = service;
}

/**
 * Each new editor sets itself as the source of hovers for all editors. Once it is disposed, drawing
 * in the others throws. So the source is set back to a service that is never disposed.
 */
export function keepHovers(): void {
  const service = root;
  if (service === null) return;
  setHoverDelegateFactory((placement, instantHover) =>
    service.createInstance(WorkbenchHoverDelegate, placement, { instantHover }, {}),
  );
}
