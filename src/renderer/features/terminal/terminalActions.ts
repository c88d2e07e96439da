import type { Runnable, UserTerminal } from '#shared/terminal/terminal';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { terminalToShow } from '#window/state/layout/terminalToShow';
import { settingsStore, updateSetting } from '#window/state/settingsStore';
import { changeLayout, focusPanel, panelStore, setPanelOpen } from './panelStore';
import { currentPlace } from './place';
import { likelySize } from './screenSize';
import { agentKey, type TabKey, userKey } from './tabs/tabKey';
import { activePane, addTab, showPane, splitTab, withoutPane } from './tabs/tabLayout';
import { dismissAgentTab, reviveAgentTab, tabContents } from './tabs/tabs';
import { putTerminal, terminalList } from './terminalList';

export const PANEL_ID = 'terminal-panel';

/** Opens a shell in a new tab, or beside the active terminal. */
export async function openTerminal(
  how: 'tab' | 'split' = 'tab',
  place = currentPlace(),
): Promise<void> {
  const terminal = await call('terminals.create', {
    place,
    size: likelySize(),
    run: null,
  });
  show(terminal, how);
}

/** Runs a command of the project; one that ran before runs again in its tab. */
export async function runCommand({ name, command }: Runnable): Promise<void> {
  const place = currentPlace();
  const size = likelySize();
  const sessionId = 'sessionId' in place ? place.sessionId : null;
  const earlier = terminalList
    .getState()
    .user.find(
      (other) =>
        other.command === command && other.sessionId === sessionId && other.state.type === 'ended',
    );
  const terminal = earlier
    ? await call('terminals.restart', { terminalId: earlier.id, size })
    : await call('terminals.create', { place, size, run: { name, command } });
  if (earlier) {
    putTerminal(terminal);
    showTab(userKey(terminal.id));
  } else {
    show(terminal, 'tab');
  }
}

/** Shows and focuses the panel, or hides it if it has the focus already. */
export async function togglePanel(): Promise<void> {
  const { isOpen } = panelStore.getState();
  const panel = document.getElementById(PANEL_ID);
  if (isOpen && panel?.contains(document.activeElement)) {
    hidePanel();
    return;
  }
  rememberFocus();
  focusPanel();
  const hasTerminal = tabContents.getState().size > 0;
  if (!hasTerminal && terminalList.getState().isLoaded) await openTerminal();
}

export function hidePanel(): void {
  setPanelOpen(false);
  focusedBefore?.focus();
}

export function showTab(key: TabKey): void {
  rememberFocus();
  changeLayout((layout) => showPane(layout, key));
  focusPanel();
}

/** Ends a user's terminal; for an agent's terminal, only closes the tab. */
export async function closeTab(key: TabKey): Promise<void> {
  const content = tabContents.getState().get(key);
  if (content?.terminal.kind === 'agent') {
    dismissAgentTab(key);
  } else {
    changeLayout((layout) => withoutPane(layout, key));
    if (content) await call('terminals.close', { terminalId: content.terminal.id });
  }
  if (activePane(panelStore.getState().layout) === null) hidePanel();
}

export function renameTerminal(terminal: UserTerminal, name: string): void {
  const givenName = name.trim() === '' || name.trim() === terminal.name ? null : name.trim();
  if (givenName === terminal.givenName) return;
  call('terminals.rename', { terminalId: terminal.id, name: givenName }).catch(reportError);
}

/** The same limits as in the settings. */
const FONT_SIZES = { least: 6, most: 40, usual: 13 };

export function zoomTerminals(step: 1 | -1 | 0): void {
  const { fontSize } = settingsStore.getState().settings.terminal;
  const next = step === 0 ? FONT_SIZES.usual : fontSize + step;
  const size = Math.min(FONT_SIZES.most, Math.max(FONT_SIZES.least, next));
  if (size !== fontSize) updateSetting(['terminal', 'fontSize'], size);
}

/** Shows terminals that other parts of the window open, until the returned function is called. */
export function followWishes(): () => void {
  return terminalToShow.subscribe(({ wish }) => {
    if (wish?.kind === 'agent') {
      const key = agentKey(wish.sessionId, wish.terminalId);
      reviveAgentTab(key);
      showTab(key);
    } else if (wish) {
      show(wish, 'tab');
    }
  });
}

let focusedBefore: HTMLElement | null = null;

function rememberFocus(): void {
  const { activeElement } = document;
  const isInPanel = document.getElementById(PANEL_ID)?.contains(activeElement);
  if (activeElement instanceof HTMLElement && !isInPanel) focusedBefore = activeElement;
}

function show(terminal: UserTerminal, how: 'tab' | 'split'): void {
  rememberFocus();
  putTerminal(terminal);
  const key = userKey(terminal.id);
  changeLayout((layout) => (how === 'split' ? splitTab(layout, key) : addTab(layout, key)));
  focusPanel();
}
