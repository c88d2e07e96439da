import { setHoverDelegateFactory } from 'monaco-editor/base/browser/ui/hover/hoverDelegateFactory.js';
import type { InstantiationService } from 'monaco-editor/editor/standalone/browser/standaloneServices.js';
import { WorkbenchHoverDelegate } from 'monaco-editor/platform/hover/browser/hover.js';

let root: InstantiationService | null = null;

export function setRootService(service: InstantiationService): void {
  root = service;
}

/**
 * Every editor that is made takes over the hovers of all editors, and takes them along when it is
 * disposed: whatever the others draw then throws. So they are given back to what is never disposed.
 */
export function keepHovers(): void {
  const service = root;
  if (service === null) return;
  setHoverDelegateFactory((placement, instantHover) =>
    service.createInstance(WorkbenchHoverDelegate, placement, { instantHover }, {}),
  );
}
