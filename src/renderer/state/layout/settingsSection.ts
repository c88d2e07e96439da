import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RequestId, RuleId, SessionId } from '#shared/ids';
import type { AppliedRule, RuleMatch } from '#shared/permissions/rule';
import { openDialog } from './dialogStore';
import { type SettingName, settingNames } from './settingNames';

export type SettingsSectionName =
  | 'General'
  | 'Appearance'
  | 'Agents'
  | 'MCP servers'
  | 'Projects'
  | 'Permission rules'
  | 'Keyboard'
  | 'Notifications'
  | 'Storage'
  | 'All settings'
  | 'About';

interface SettingsSectionState {
  readonly section: SettingsSectionName;
  readonly agentForm: AgentFormTarget | null;
  /** The page about one agent, which replaces the list. */
  readonly agentPage: AgentPage | null;
  /** The project whose form is open, by its folder. */
  readonly projectForm: string | null;
  /** The setting that was opened by name; it gets the focus. */
  readonly sought: SettingName | null;
  readonly ruleForm: RuleFormTarget | null;
  readonly serverForm: ServerFormTarget | null;
  /** The rule that the user wants to see. */
  readonly shownRule: AppliedRule | null;
}

/** The form for an agent, where one is open. */
export type AgentFormTarget =
  /** `known` is the id of the known agent that fills the form. */
  | { readonly type: 'new'; readonly known?: string }
  | { readonly type: 'edit'; readonly id: string };

/** A page about one agent. */
export interface AgentPage {
  readonly type: 'check' | 'environment';
  readonly id: string;
}

/** The form for an MCP server, where one is open. */
export type ServerFormTarget =
  | { readonly type: 'new' }
  | { readonly type: 'edit'; readonly name: string };

/** The form for a permission rule, where one is open. */
export type RuleFormTarget =
  | { readonly type: 'new' }
  | { readonly type: 'edit'; readonly id: RuleId }
  /** From an open question, which the rules would have answered. */
  | {
      readonly type: 'proposed';
      readonly sessionId: SessionId;
      readonly requestId: RequestId;
      readonly matches: readonly RuleMatch[];
      /** The option that allows the request once, if the agent offers one. */
      readonly once: string | null;
    };

const store = createStore<SettingsSectionState>(() => ({
  section: 'General',
  agentForm: null,
  agentPage: null,
  projectForm: null,
  sought: null,
  ruleForm: null,
  serverForm: null,
  shownRule: null,
}));

/** Which part of the settings is shown. */
export const settingsSection = {
  use: () => useStore(store, ({ section }) => section),
  show: (section: SettingsSectionName) =>
    store.setState({
      section,
      agentForm: null,
      agentPage: null,
      projectForm: null,
      sought: null,
      ruleForm: null,
      serverForm: null,
      shownRule: null,
    }),
  useSought: () => useStore(store, ({ sought }) => sought),
  useAgentForm: () => useStore(store, ({ agentForm }) => agentForm),
  showAgentForm: (agentForm: AgentFormTarget | null) =>
    store.setState({ section: 'Agents', agentForm, agentPage: null, sought: null }),
  useAgentPage: () => useStore(store, ({ agentPage }) => agentPage),
  showAgentPage: (agentPage: AgentPage | null) =>
    store.setState({ section: 'Agents', agentForm: null, agentPage, sought: null }),
  useProjectForm: () => useStore(store, ({ projectForm }) => projectForm),
  showProjectForm: (projectForm: string | null) =>
    store.setState({ section: 'Projects', projectForm, sought: null }),
  useServerForm: () => useStore(store, ({ serverForm }) => serverForm),
  showServerForm: (serverForm: ServerFormTarget | null) =>
    store.setState({ section: 'MCP servers', serverForm, sought: null }),
  useRuleForm: () => useStore(store, ({ ruleForm }) => ruleForm),
  useShownRule: () => useStore(store, ({ shownRule }) => shownRule),
  showRuleForm: (ruleForm: RuleFormTarget | null) =>
    store.setState({ section: 'Permission rules', ruleForm, shownRule: null, sought: null }),
  showRule: (shownRule: AppliedRule) =>
    store.setState({ section: 'Permission rules', ruleForm: null, shownRule, sought: null }),
};

/** Shows a rule that has answered a request. */
export function openRule(rule: AppliedRule): void {
  settingsSection.showRule(rule);
  openDialog('settings');
}

export function openRuleForm(form: RuleFormTarget): void {
  settingsSection.showRuleForm(form);
  openDialog('settings');
}

export function openAddAgent(): void {
  settingsSection.showAgentForm({ type: 'new' });
  openDialog('settings');
}

export function openProjectSettings(project: string): void {
  settingsSection.showProjectForm(project);
  openDialog('settings');
}

/** Shows a setting and focuses it. */
export function openSetting(name: SettingName): void {
  settingsSection.show(settingNames[name]);
  store.setState({ sought: name });
  openDialog('settings');
}

export function openMcpServers(): void {
  settingsSection.show('MCP servers');
  openDialog('settings');
}

export function openPermissionRules(): void {
  settingsSection.show('Permission rules');
  openDialog('settings');
}

export function openAgentForm(form: AgentFormTarget): void {
  settingsSection.showAgentForm(form);
  openDialog('settings');
}

export function openAgentCheck(id: string): void {
  settingsSection.showAgentPage({ type: 'check', id });
  openDialog('settings');
}

export function openAgentSettings(): void {
  settingsSection.show('Agents');
  openDialog('settings');
}

export function openStorageSettings(): void {
  settingsSection.show('Storage');
  openDialog('settings');
}
