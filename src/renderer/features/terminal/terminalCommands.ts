import { type Command, command } from '#window/commands/command';
import { changeLayout, focusPanel, panelStore, setRenaming, setSearching } from './panelStore';
import { projectPlace } from './place';
import { lastFailedRun, sendFailure } from './run/failedRun';
import type { TabKey } from './tabs/tabKey';
import { activePane, shownTab, stepPane, stepTab } from './tabs/tabLayout';
import { tabContents } from './tabs/tabs';
import { closeTab, openTerminal, togglePanel, zoomTerminals } from './terminalActions';

const layout = () => panelStore.getState().layout;
const hasTerminal = () => panelStore.getState().isOpen && activePane(layout()) !== null;

/** The active pane, unless it shows an agent's command, which keeps its own name. */
function ownPane(): TabKey | null {
  const pane = hasTerminal() ? activePane(layout()) : null;
  return pane !== null && tabContents.getState().get(pane)?.terminal.kind !== 'agent' ? pane : null;
}

/** All commands for terminals; the panel's buttons run them too. */
export const terminalCommands: readonly Command[] = [
  command('terminal.toggle', { run: togglePanel }),
  command('terminal.new', { run: () => openTerminal() }),
  command('terminal.newInProject', {
    enabled: () => projectPlace() !== null,
    run: async () => {
      const place = projectPlace();
      if (place !== null) await openTerminal('tab', place);
    },
  }),
  command('terminal.split', {
    enabled: hasTerminal,
    run: () => openTerminal('split'),
  }),
  command('terminal.rename', {
    enabled: () => ownPane() !== null,
    run: () => setRenaming(ownPane()),
  }),
  command('terminal.close', {
    enabled: hasTerminal,
    run: async () => {
      const key = activePane(layout());
      if (key !== null) await closeTab(key);
    },
  }),
  command('terminal.clear', { enabled: hasTerminal, run: () => tidy('clear') }),
  command('terminal.reset', { enabled: hasTerminal, run: () => tidy('reset') }),
  command('terminal.find', { enabled: hasTerminal, run: () => setSearching(true) }),
  command('terminal.next', {
    enabled: () => layout().tabs.length > 1,
    run: () => go((current) => stepTab(current, 1)),
  }),
  command('terminal.previous', {
    enabled: () => layout().tabs.length > 1,
    run: () => go((current) => stepTab(current, -1)),
  }),
  command('terminal.nextSplit', {
    enabled: () => (shownTab(layout())?.panes.length ?? 0) > 1,
    run: () => go((current) => stepPane(current, 1)),
  }),
  command('terminal.zoomIn', { run: () => zoomTerminals(1) }),
  command('terminal.zoomOut', { run: () => zoomTerminals(-1) }),
  command('terminal.zoomReset', { run: () => zoomTerminals(0) }),
  command('run.sendFailure', {
    enabled: () => lastFailedRun() !== undefined,
    run: async () => {
      const terminal = lastFailedRun();
      if (terminal) await sendFailure(terminal);
    },
  }),
];

async function tidy(how: 'clear' | 'reset'): Promise<void> {
  const { shownScreen } = await import('./screen/screens');
  shownScreen(activePane(layout()))?.[how]();
}

function go(step: Parameters<typeof changeLayout>[0]): void {
  changeLayout(step);
  focusPanel();
}
