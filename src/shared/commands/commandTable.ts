import type { Runnable } from '#shared/terminal/terminal';

/**
 * The groups of commands in the palette and on the keyboard page, with where their commands apply.
 */
export const commandGroups = {
  Sessions: 'Everywhere',
  View: 'Everywhere',
  App: 'Everywhere',
  Session: 'For the session in the active pane',
  Panes: 'For the active pane',
  Changes: 'While changes are shown',
  Terminal: 'For the active terminal',
  Run: 'In the project of the active session',
} as const;

export type CommandGroup = keyof typeof commandGroups;

export interface CommandFacts {
  readonly title: string;
  readonly group: CommandGroup;
  /** The shortcut that it has unless settings.json says otherwise, such as `Mod+N`. */
  readonly key?: string;
  /** Other words that users look for it by. */
  readonly keywords?: string;
  /** Hidden in the palette, such as the command that opens it. */
  readonly hidden?: boolean;
}

const THEME = { group: 'View', keywords: 'appearance color' } as const;
const RESIZE = { group: 'Panes', keywords: 'resize size splitter' } as const;
const TILES = { group: 'Panes', keywords: 'layout grid tile arrange columns' } as const;
const TERMINAL = { group: 'Terminal', keywords: 'shell console command line' } as const;

/**
 * Every command of the app. The menu, the palette, the keyboard page, buttons and tooltips take
 * their facts from here; the window adds what a command does. The ids are also the names that
 * `keybindings` in settings.json uses.
 */
export const commandTable = {
  'session.new': {
    title: 'New session',
    group: 'Sessions',
    key: 'Mod+N',
    keywords: 'agent start run task prompt',
  },
  'folder.open': {
    title: 'Open folder…',
    group: 'Sessions',
    key: 'Mod+O',
    keywords: 'project workspace directory',
  },
  'project.setup': {
    title: 'Review project setup…',
    group: 'Sessions',
    keywords: 'trust airlock.json carry env node_modules command',
  },
  'sample.try': {
    title: 'Try it on a sample project',
    group: 'Sessions',
    keywords: 'demo example first start tour',
  },
  'palette.show': { title: 'Show command palette', group: 'View', key: 'Mod+K', hidden: true },
  // In a terminal the other shortcut belongs to the program.
  'palette.showAnywhere': {
    title: 'Show command palette',
    group: 'View',
    key: 'Mod+Shift+P',
    hidden: true,
  },
  'sidebar.toggle': {
    title: 'Show or hide sidebar',
    group: 'View',
    key: 'Mod+B',
    keywords: 'toggle panel sessions',
  },
  'theme.toggle': {
    title: 'Switch between light and dark',
    group: 'View',
    keywords: 'toggle theme appearance',
  },
  'theme.system': { ...THEME, title: 'Use system theme' },
  'theme.light': { ...THEME, title: 'Use light theme' },
  'theme.dark': { ...THEME, title: 'Use dark theme' },
  'theme.high-contrast': { ...THEME, title: 'Use high-contrast theme' },
  'window.reload': { title: 'Reload window', group: 'View' },
  'settings.show': {
    title: 'Open settings',
    group: 'App',
    key: 'Mod+,',
    keywords: 'preferences options configuration about version',
  },
  'agents.add': {
    title: 'Add an agent…',
    group: 'App',
    keywords: 'settings claude codex gemini opencode install new',
  },
  'agents.check': {
    title: 'Check an agent…',
    group: 'App',
    keywords: 'doctor diagnose test health problem broken login version',
  },
  'agents.scores': {
    title: 'Show agent scoreboard…',
    group: 'App',
    keywords: 'statistics accepted rejected compare csv agents',
  },
  'project.whoWrote': {
    title: 'Who wrote this file…',
    group: 'App',
    keywords: 'blame provenance origin agent line annotate history',
  },
  'settings.permissions': {
    title: 'Permission rules',
    group: 'App',
    keywords: 'settings allow ask deny always command approve',
  },
  'settings.openFile': {
    title: 'Open settings file',
    group: 'App',
    keywords: 'settings.json edit agents key bindings',
  },
  'updates.check': {
    title: 'Check for Airlock updates',
    group: 'App',
    keywords: 'upgrade new version release changelog install',
  },
  'logs.open': {
    title: 'Open log folder',
    group: 'App',
    keywords: 'diagnostics debug bug report',
  },

  'sessions.search': {
    title: 'Search sessions',
    group: 'Sessions',
    key: 'Mod+Shift+F',
    keywords: 'find filter transcript full text history',
  },
  'waiting.next': {
    title: 'Go to next request',
    group: 'Sessions',
    key: 'Mod+J',
    keywords: 'waiting permission question answer attention',
  },
  'waiting.show': {
    title: 'Show all requests',
    group: 'Sessions',
    key: 'Mod+Shift+J',
    keywords: 'waiting list permissions questions attention',
  },
  'review.nextSession': {
    title: 'Go to next session to review',
    group: 'Sessions',
    key: 'Mod+Alt+J',
    keywords: 'ready changes undecided diff accept attention',
  },
  'session.import': {
    title: 'Import a session…',
    group: 'Sessions',
    keywords: 'agent history conversation resume load list open earlier',
  },
  'sessions.broadcast': {
    title: 'Send a prompt to several sessions…',
    group: 'Sessions',
    key: 'Mod+Shift+B',
    keywords: 'broadcast all many agents',
  },
  'sessions.stopAll': {
    title: 'Stop all sessions',
    group: 'Sessions',
    key: 'Mod+Shift+.',
    keywords: 'cancel halt interrupt everything',
  },

  'session.stop': {
    title: 'Stop session',
    group: 'Session',
    key: 'Mod+.',
    keywords: 'cancel turn interrupt',
  },
  'session.restartAgent': {
    title: 'Restart agent',
    group: 'Session',
    keywords: 'crash reconnect process',
  },
  'session.agentDetails': {
    title: 'Show agent details',
    group: 'Session',
    keywords: 'wire protocol version capabilities can do',
  },
  'session.rename': {
    title: 'Rename session',
    group: 'Session',
    key: 'F2',
    keywords: 'title name',
  },
  'session.duplicate': {
    title: 'Duplicate session',
    group: 'Session',
    keywords: 'again same prompt copy',
  },
  'session.fork': {
    title: 'Duplicate session with context',
    group: 'Session',
    keywords: 'fork branch copy conversation',
  },
  'session.logOut': {
    title: 'Log out of agent',
    group: 'Session',
    keywords: 'login account authentication sign out',
  },
  'session.continue': {
    title: 'Continue in new session',
    group: 'Session',
    keywords: 'handoff fresh follow up',
  },
  'session.exportMarkdown': {
    title: 'Export session as Markdown…',
    group: 'Session',
    keywords: 'save transcript share',
  },
  'session.exportLog': {
    title: 'Export event log of session…',
    group: 'Session',
    keywords: 'save ndjson json',
  },
  'session.archive': { title: 'Archive session', group: 'Session', keywords: 'hide done' },
  'session.unarchive': { title: 'Unarchive session', group: 'Session' },
  'session.delete': { title: 'Delete session…', group: 'Session', keywords: 'remove' },

  'pane.splitRight': {
    title: 'Split pane right',
    group: 'Panes',
    key: 'Mod+\\',
    keywords: 'side by side column vertical',
  },
  'pane.splitDown': {
    title: 'Split pane down',
    group: 'Panes',
    key: 'Mod+Shift+\\',
    keywords: 'row horizontal below',
  },
  'pane.zoom': {
    title: 'Zoom pane or show all panes',
    group: 'Panes',
    key: 'Mod+Alt+Z',
    keywords: 'maximize full toggle restore',
  },
  'set.open': {
    title: 'Open the overview of the sessions of this prompt',
    group: 'Panes',
    key: 'Mod+Alt+O',
    keywords: 'set agents status time tokens cost lines table',
  },
  'set.show': {
    title: 'Show the sessions of this prompt, or all panes',
    group: 'Panes',
    key: 'Mod+Alt+S',
    keywords: 'set side by side compare agents grid zoom same',
  },
  'set.compare': {
    title: 'Compare the sessions of this prompt…',
    group: 'Panes',
    key: 'Mod+Alt+D',
    keywords: 'set agents board files agree compose pick hunks merge',
  },
  'set.close': {
    title: 'Close the panes of this prompt',
    group: 'Panes',
    key: 'Mod+Alt+W',
    keywords: 'set sessions agents same together',
  },
  'set.discard': {
    title: 'Archive the sessions of this prompt',
    group: 'Panes',
    keywords: 'set discard all agents put away',
  },
  'pane.close': { title: 'Close pane or tab', group: 'Panes', key: 'Mod+W' },
  'pane.reopen': {
    title: 'Reopen closed pane',
    group: 'Panes',
    key: 'Mod+Shift+T',
    keywords: 'undo close restore tab',
  },
  'pane.next': { title: 'Go to next pane', group: 'Panes', key: 'F6', keywords: 'focus switch' },
  'pane.previous': {
    title: 'Go to previous pane',
    group: 'Panes',
    key: 'Shift+F6',
    keywords: 'focus switch',
  },
  'tab.next': {
    title: 'Go to next tab',
    group: 'Panes',
    key: 'Ctrl+Tab',
    keywords: 'switch session',
  },
  'tab.previous': {
    title: 'Go to previous tab',
    group: 'Panes',
    key: 'Ctrl+Shift+Tab',
    keywords: 'switch session',
  },
  'tab.move': { title: 'Move tab to next pane', group: 'Panes', keywords: 'session dock' },
  'pane.wider': { ...RESIZE, title: 'Make pane wider', key: 'Mod+Alt+Shift+Right' },
  'pane.narrower': { ...RESIZE, title: 'Make pane narrower', key: 'Mod+Alt+Shift+Left' },
  'pane.taller': { ...RESIZE, title: 'Make pane taller', key: 'Mod+Alt+Shift+Down' },
  'pane.shorter': { ...RESIZE, title: 'Make pane shorter', key: 'Mod+Alt+Shift+Up' },
  'panes.show1': { ...TILES, title: 'Show 1 pane', key: 'Mod+Alt+1' },
  'panes.show2': { ...TILES, title: 'Show 2 panes', key: 'Mod+Alt+2' },
  'panes.show4': { ...TILES, title: 'Show 4 panes', key: 'Mod+Alt+4' },
  'panes.show6': { ...TILES, title: 'Show 6 panes', key: 'Mod+Alt+6' },
  'panes.show8': { ...TILES, title: 'Show 8 panes', key: 'Mod+Alt+8' },

  'thread.find': {
    title: 'Find in transcript',
    group: 'Session',
    key: 'Mod+F',
    keywords: 'search text',
  },
  'thread.latest': {
    title: 'Jump to latest',
    group: 'Session',
    key: 'Mod+End',
    keywords: 'scroll bottom end newest',
  },
  'thread.copyAnswer': {
    title: 'Copy the last answer as Markdown',
    group: 'Session',
    key: 'Mod+Alt+C',
    keywords: 'clipboard message reply',
  },
  'thread.focus': { title: 'Focus transcript', group: 'Session' },
  'composer.focus': {
    title: 'Focus prompt',
    group: 'Session',
    key: 'Mod+L',
    keywords: 'go composer write type',
  },
  'mode.next': {
    title: 'Switch to next mode',
    group: 'Session',
    key: 'Mod+Shift+M',
    keywords: 'plan ask code switch',
  },

  'review.toggle': {
    title: 'Show or hide changes',
    group: 'Changes',
    key: 'Mod+Shift+G',
    keywords: 'review diff',
  },
  'review.maximise': {
    title: 'Use the whole pane for changes',
    group: 'Changes',
    key: 'Mod+Alt+G',
  },
  'review.nextHunk': { title: 'Go to next hunk', group: 'Changes', key: 'F7' },
  'review.previousHunk': { title: 'Go to previous hunk', group: 'Changes', key: 'Shift+F7' },
  'review.nextFile': { title: 'Go to next changed file', group: 'Changes', key: 'Alt+PageDown' },
  'review.previousFile': {
    title: 'Go to previous changed file',
    group: 'Changes',
    key: 'Alt+PageUp',
  },
  'review.acceptHunk': { title: 'Accept hunk', group: 'Changes', key: 'Alt+Y' },
  'review.rejectHunk': { title: 'Reject hunk', group: 'Changes', key: 'Alt+N' },
  'review.acceptFile': { title: 'Accept file', group: 'Changes', key: 'Alt+Shift+Y' },
  'review.rejectFile': { title: 'Reject file', group: 'Changes', key: 'Alt+Shift+N' },
  'review.acceptAll': { title: 'Accept all changes', group: 'Changes', key: 'Alt+Shift+A' },
  'review.rejectAll': { title: 'Reject all changes', group: 'Changes' },
  'review.undo': {
    title: 'Undo last decision',
    group: 'Changes',
    key: 'Alt+Z',
    keywords: 'take back accept reject',
  },
  'review.comment': {
    title: 'Comment on hunk or selected lines',
    group: 'Changes',
    key: 'Alt+C',
  },
  'review.sendFeedback': {
    title: 'Send comments to agent',
    group: 'Changes',
    key: 'Alt+S',
    keywords: 'feedback refused rejected',
  },
  'review.edit': { title: 'Edit the proposed text', group: 'Changes', key: 'Alt+E' },
  'review.saveEdit': { title: 'Keep edit', group: 'Changes', key: 'Mod+S' },
  'review.openFile': {
    title: 'Open changed file in editor',
    group: 'Changes',
    key: 'Alt+O',
    keywords: 'external code',
  },
  'review.applyCollected': { title: 'Apply collected decisions', group: 'Changes' },
  'review.runChecks': {
    title: 'Run the project’s checks on the chosen changes',
    group: 'Changes',
    key: 'Alt+T',
    keywords: 'test lint types evidence green verify airlock.json',
  },
  'review.checkOnce': {
    title: 'Run a command on the chosen changes…',
    group: 'Changes',
    keywords: 'check test once copy evidence verify',
  },
  'review.commit': { title: 'Commit accepted changes…', group: 'Changes', keywords: 'git' },
  'review.deliver': {
    title: 'Deliver accepted changes…',
    group: 'Changes',
    key: 'Alt+D',
    keywords: 'git commit branch push pull merge request gh glab',
  },
  'review.applyAsBranch': {
    title: 'Apply accepted changes as a branch…',
    group: 'Changes',
    keywords: 'git',
  },
  'review.revertSession': {
    title: 'Revert this session’s accepted changes',
    group: 'Changes',
    keywords: 'undo accepted take back inverse',
  },
  'review.compareMain': {
    title: 'Compare agent’s files with main branch…',
    group: 'Changes',
    keywords: 'git diff against master trunk',
  },
  'review.openCopy': {
    title: 'Open agent’s folder in editor',
    group: 'Changes',
    keywords: 'copy external code worktree',
  },
  'review.rewind': {
    title: 'Rewind files…',
    group: 'Changes',
    keywords: 'checkpoint restore turn',
  },
  'review.allFiles': {
    title: 'Switch between all files and one file',
    group: 'Changes',
    key: 'Alt+A',
    keywords: 'review scroll every multi',
  },
  'review.sideBySide': {
    title: 'Switch between side by side and inline',
    group: 'Changes',
    key: 'Alt+I',
    keywords: 'diff view split unified',
  },
  'review.find': {
    title: 'Find in changed files',
    group: 'Changes',
    key: 'Alt+F',
    keywords: 'search text diff all',
  },
  'review.hideDecided': {
    title: 'Show or hide decided files',
    group: 'Changes',
    key: 'Alt+H',
    keywords: 'filter accepted rejected undecided',
  },
  'review.seen': {
    title: 'Mark changed file as seen or not seen',
    group: 'Changes',
    key: 'Alt+V',
    keywords: 'viewed read done mark',
  },
  'review.whitespace': { title: 'Show or hide whitespace changes', group: 'Changes' },

  'terminal.toggle': { ...TERMINAL, title: 'Show or hide terminal', key: 'Ctrl+`' },
  'terminal.new': { ...TERMINAL, title: 'New terminal', key: 'Ctrl+Shift+`' },
  'terminal.newInProject': { ...TERMINAL, title: 'New terminal in the project folder' },
  'terminal.split': { ...TERMINAL, title: 'Split terminal', key: 'Mod+Shift+5' },
  'terminal.rename': { ...TERMINAL, title: 'Rename terminal' },
  'terminal.close': { ...TERMINAL, title: 'Close terminal' },
  'terminal.clear': { ...TERMINAL, title: 'Clear terminal' },
  'terminal.reset': {
    ...TERMINAL,
    title: 'Reset terminal',
    keywords: 'stuck garbled escape sequence mouse colours',
  },
  'terminal.find': { ...TERMINAL, title: 'Find in terminal' },
  'terminal.next': { ...TERMINAL, title: 'Go to next terminal' },
  'terminal.previous': { ...TERMINAL, title: 'Go to previous terminal' },
  'terminal.nextSplit': { ...TERMINAL, title: 'Go to next split terminal' },
  'terminal.zoomIn': { ...TERMINAL, title: 'Zoom terminal in', key: 'Mod+Alt+=' },
  'terminal.zoomOut': { ...TERMINAL, title: 'Zoom terminal out', key: 'Mod+Alt+-' },
  'terminal.zoomReset': { ...TERMINAL, title: 'Reset terminal zoom', key: 'Mod+Alt+0' },
  'run.sendFailure': {
    title: 'Send last failed run to agent',
    group: 'Run',
    keywords: 'test error output context fix',
  },

  'inspector.toggle': {
    title: 'Show or hide inspector',
    group: 'View',
    key: 'Mod+Shift+Y',
    keywords: 'agent process wire messages frames json protocol debug stderr log panel',
  },
  'inspector.openTrace': {
    title: 'Open trace file of agent',
    group: 'Session',
    keywords: 'inspector wire messages log bug report',
  },
  'inspector.export': {
    title: 'Export messages of agent',
    group: 'Session',
    keywords: 'inspector wire frames json save bug report',
  },
} as const satisfies Readonly<Record<string, CommandFacts>>;

/** A command of the app. */
export type AppCommandId = keyof typeof commandTable;

/** A command of the user's project, such as a script of its package.json. */
export type ProjectCommandId = `run.${Runnable['source']}.${string}`;

export type CommandId = AppCommandId | ProjectCommandId;

export function commandFacts(id: AppCommandId): CommandFacts {
  return commandTable[id];
}
