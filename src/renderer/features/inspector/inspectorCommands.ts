import { type Command, command } from '#window/commands/command';
import { call } from '#window/ipc/client';
import { hideInspector, inspectorPanel, showInspector } from '#window/state/layout/inspectorPanel';
import { activeSession } from '#window/state/layout/panes';
import { showToast } from '#window/ui/overlay/toasts';

export const INSPECTOR_ID = 'inspector';

export const inspectorCommands: readonly Command[] = [
  command('inspector.toggle', {
    run: toggle,
  }),
  command('inspector.openTrace', {
    enabled: () => activeSession() !== null,
    run: openTrace,
  }),
  command('inspector.export', {
    enabled: () => activeSession() !== null,
    run: exportMessages,
  }),
];

async function exportMessages(): Promise<void> {
  const sessionId = activeSession();
  if (sessionId === null) return;
  const { path } = await call('inspector.export', { sessionId });
  if (path !== null) showToast({ title: 'Messages exported', description: path });
}

async function openTrace(): Promise<void> {
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
