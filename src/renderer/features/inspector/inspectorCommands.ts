import type { Command } from '../../commands/command';
import { call } from '../../ipc/client';
import { hideInspector, inspectorPanel, showInspector } from '../../state/inspectorPanel';
import { activeSession } from '../../state/panes';

export const INSPECTOR_ID = 'inspector';

export const inspectorCommands: readonly Command[] = [
  {
    id: 'inspector.toggle',
    title: 'Show or hide inspector',
    group: 'View',
    key: 'Mod+Shift+Y',
    keywords: 'agent process wire messages frames json protocol debug stderr log panel',
    run: toggle,
  },
  {
    id: 'inspector.openTrace',
    title: 'Open trace file of agent',
    group: 'Session',
    keywords: 'inspector wire messages log bug report',
    enabled: () => activeSession() !== null,
    run: openTrace,
  },
];

export async function openTrace(): Promise<void> {
  const sessionId = activeSession();
  if (sessionId !== null) await call('inspector.openTrace', { sessionId });
}

export function closeInspector(): void {
  hideInspector();
  focusedBefore?.focus();
  focusedBefore = null;
}

let focusedBefore: HTMLElement | null = null;

function toggle(): void {
  if (inspectorPanel.getState().isOpen) {
    closeInspector();
    return;
  }
  const { activeElement } = document;
  focusedBefore = activeElement instanceof HTMLElement ? activeElement : null;
  showInspector();
}
