import type { Command } from '../../commands/command';
import { lastFailedRun, sendFailure } from './failedRun';
import { changeLayout, focusPanel, panelStore, setRenaming, setSearching } from './panelStore';
import { projectPlace } from './place';
import type { TabKey } from './tabKey';
import { activePane, shownTab, stepPane, stepTab } from './tabLayout';
import { tabContents } from './tabs';
import { closeTab, openTerminal, togglePanel, zoomTerminals } from './terminalActions';

const layout = () => panelStore.getState().layout;
const hasTerminal = () => panelStore.getState().isOpen && activePane(layout()) !== null;

/** An agent's command goes by its own name. */
function ownPane(): TabKey | null {
  const pane = hasTerminal() ? activePane(layout()) : null;
  return pane !== null && tabContents.getState().get(pane)?.terminal.kind !== 'agent' ? pane : null;
}

/** Everything that can be done with terminals; the panel's buttons run these, too. */
export const terminalCommands: readonly Command[] = [
  command('toggle', 'Show or hide terminal', { key: 'Ctrl+`', run: togglePanel }),
  command('new', 'New terminal', { key: 'Ctrl+Shift+`', run: () => openTerminal() }),
  command('newInProject', 'New terminal in the project itself', {
    enabled: () => projectPlace() !== null,
    run: async () => {
      const place = projectPlace();
      if (place !== null) await openTerminal('tab', place);
    },
  }),
  command('split', 'Split terminal', {
    key: 'Mod+Shift+5',
    enabled: hasTerminal,
    run: () => openTerminal('split'),
  }),
  command('rename', 'Rename terminal', {
    enabled: () => ownPane() !== null,
    run: () => setRenaming(ownPane()),
  }),
  command('close', 'Close terminal', {
    enabled: hasTerminal,
    run: async () => {
      const key = activePane(layout());
      if (key !== null) await closeTab(key);
    },
  }),
  command('clear', 'Clear terminal', {
    enabled: hasTerminal,
    run: async () => {
      const { shownScreen } = await import('./screen/screens');
      const screen = shownScreen(activePane(layout()));
      if (screen === undefined) return;
      if ('clear' in screen) screen.clear();
      else screen.screen.clear();
    },
  }),
  command('find', 'Find in terminal', { enabled: hasTerminal, run: () => setSearching(true) }),
  command('next', 'Go to next terminal', {
    enabled: () => layout().tabs.length > 1,
    run: () => go((current) => stepTab(current, 1)),
  }),
  command('previous', 'Go to previous terminal', {
    enabled: () => layout().tabs.length > 1,
    run: () => go((current) => stepTab(current, -1)),
  }),
  command('nextSplit', 'Go to next terminal of a split', {
    enabled: () => (shownTab(layout())?.panes.length ?? 0) > 1,
    run: () => go((current) => stepPane(current, 1)),
  }),
  command('zoomIn', 'Zoom terminal in', { key: 'Mod+Alt+=', run: () => zoomTerminals(1) }),
  command('zoomOut', 'Zoom terminal out', { key: 'Mod+Alt+-', run: () => zoomTerminals(-1) }),
  command('zoomReset', 'Reset terminal zoom', { key: 'Mod+Alt+0', run: () => zoomTerminals(0) }),
  {
    id: 'run.sendFailure',
    title: 'Send last failed run to agent',
    group: 'Run',
    keywords: 'test error output context fix',
    enabled: () => lastFailedRun() !== undefined,
    run: async () => {
      const terminal = lastFailedRun();
      if (terminal) await sendFailure(terminal);
    },
  },
];

type Rest = Pick<Command, 'run'> & Partial<Pick<Command, 'key' | 'enabled'>>;

function command(verb: string, title: string, rest: Rest): Command {
  return {
    id: `terminal.${verb}`,
    title,
    group: 'Terminal',
    keywords: 'shell console command line',
    ...rest,
  };
}

function go(step: Parameters<typeof changeLayout>[0]): void {
  changeLayout(step);
  focusPanel();
}
