import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RuleList } from '#shared/ipc/permissions';
import {
  matchName,
  type PermissionRule,
  type RuleEffect,
  type RuleScope,
} from '#shared/permissions/rule';
import { visiblePath } from '#shared/text/visiblePath';
import { reportError } from '#window/diagnostics/reportError';
import { SwitchRow } from '#window/features/settings/SwitchRow';
import { call, onEvent } from '#window/ipc/client';
import { useAgents } from '#window/state/agents/agentsStore';
import { settingsSection } from '#window/state/layout/settingsSection';
import { folderName } from '#window/state/projects/folderName';
import { sessionSummary, titleOf } from '#window/state/session/sessionsStore';
import { useSettings } from '#window/state/settingsStore';
import { Badge } from '#window/ui/Badge';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { TextField } from '#window/ui/form/TextField';
import { showToast } from '#window/ui/overlay/toasts';
import { RuleForm } from './RuleForm';
import styles from './RulesPanel.module.css';

const effectNames: Readonly<Record<RuleEffect, string>> = {
  deny: 'Deny',
  ask: 'Ask',
  allow: 'Allow',
};

const tones = { deny: 'danger', ask: 'waiting', allow: 'added' } as const;

/** In order of precedence. */
const order: readonly RuleEffect[] = ['deny', 'ask', 'allow'];

/**
 * Shows what agents may do without asking: the rules that come with the app, and the user's own.
 */
export function RulesPanel() {
  const list = usePermissionRules();
  const form = settingsSection.useRuleForm();
  const shown = settingsSection.useShownRule();
  const [filter, setFilter] = useState('');
  const { copyEdits, sealedCommands } = useSettings((settings) => settings.permissions);
  if (list === null) return null;
  if (form !== null) {
    return (
      <div className={styles.form}>
        <RuleForm
          key={form.type === 'edit' ? form.id : form.type}
          form={form}
          rules={list.rules}
          onDone={() => settingsSection.showRuleForm(null)}
        />
      </div>
    );
  }
  const rules = order.flatMap((effect) => list.rules.filter((rule) => rule.effect === effect));
  const isLong = rules.length > SEARCHED_RULES;
  const words = isLong ? filter.toLowerCase().split(/\s+/) : [];
  const found = rules.filter((rule) => rule.id === shown?.id || matches(rule, words));
  const isGone =
    shown !== null && shown.scope !== 'shipped' && rules.every(({ id }) => id !== shown.id);
  return (
    <>
      {list.problem !== null && (
        <Banner tone="danger">
          Your permission rules cannot be read, so you are asked about every request. {list.problem}{' '}
          See Storage for the file. A rule that you add starts a new file.
        </Banner>
      )}
      {isGone && <Banner>The rule “{shown.name}” has since been removed.</Banner>}
      <SwitchRow
        label="Allow edits in a session’s own copy"
        description="Sealed and isolated sessions edit their copy without asking; nothing reaches your files until you accept it. Files that can run code always need your permission."
        path={['permissions', 'copyEdits']}
        checked={copyEdits}
      />
      <SwitchRow
        label="Allow commands in sealed sessions"
        description="The system keeps them in the session’s copy. Commands that Airlock cannot read, or that write files that can run code, still need your permission."
        path={['permissions', 'sealedCommands']}
        checked={sealedCommands}
      />
      <h3 className={styles.title}>Your rules</h3>
      <p className={styles.hint}>
        They answer permission requests, whichever agent makes them. “Deny” comes before “Ask”, and
        “Ask” before “Allow”. In place, edits of your files always wait for your review.
      </p>
      <div className={styles.tools}>
        <Button icon={Plus} onClick={() => settingsSection.showRuleForm({ type: 'new' })}>
          Add a rule
        </Button>
        {isLong && (
          <TextField
            type="search"
            aria-label="Search rules"
            placeholder={`Search ${rules.length} rules`}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        )}
      </div>
      {rules.length === 0 && list.problem === null && (
        <p className={styles.none}>
          There are no rules yet. “Always allow…” on a permission request makes one.
        </p>
      )}
      {rules.length > 0 && found.length === 0 && (
        <p className={styles.none}>No rule matches “{filter}”.</p>
      )}
      {found.length > 0 && (
        <ul className={styles.list} aria-label="Rules">
          {found.map((rule) => (
            <RuleRow key={rule.id} rule={rule} isShown={rule.id === shown?.id} />
          ))}
        </ul>
      )}
    </>
  );
}

/** A shorter list needs no search. */
const SEARCHED_RULES = 10;

function matches({ effect, match, scope }: PermissionRule, words: readonly string[]): boolean {
  const text = [effectNames[effect], matchName(match), scopeWords(scope)].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function RuleRow({ rule, isShown }: { readonly rule: PermissionRule; readonly isShown: boolean }) {
  const { id, effect, match, scope, agent } = rule;
  const agents = useAgents() ?? [];
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isShown) row.current?.focus();
  }, [isShown]);
  const name = matchName(match);
  const who =
    agent === null ? 'all agents' : (agents.find((one) => one.id === agent)?.name ?? agent);
  return (
    <li ref={row} className={styles.rule} tabIndex={-1} data-shown={isShown || undefined}>
      <span className={styles.effect}>
        <Badge tone={tones[effect]}>{effectNames[effect]}</Badge>
      </span>
      <div className={styles.facts}>
        <code className={styles.name}>{visiblePath(name)}</code>
        <span className={styles.detail}>
          {scopeWords(scope)} · {who}
        </span>
      </div>
      <IconButton
        icon={Pencil}
        label={`Edit ${name}`}
        onClick={() => settingsSection.showRuleForm({ type: 'edit', id })}
      />
      <IconButton
        icon={Trash2}
        label={`Remove ${name}`}
        onClick={() => remove(rule, name).catch(reportError)}
      />
    </li>
  );
}

function scopeWords(scope: RuleScope): string {
  switch (scope.type) {
    case 'always':
      return 'Everywhere';
    case 'project':
      return `In ${folderName(scope.folder)}`;
    case 'session':
      return `Only in the session “${titleOf(sessionSummary(scope.sessionId))}”`;
  }
}

async function remove(rule: PermissionRule, name: string): Promise<void> {
  await call('permissions.remove', { id: rule.id });
  showToast({
    id: `rule:${rule.id}`,
    title: `The rule “${name}” was removed`,
    action: {
      label: 'Undo',
      run: () => void call('permissions.restore', { rule }).catch(reportError),
    },
  });
}

/** The rules as main last reported them; null before the first report. */
const store = createStore<{ readonly list: RuleList | null }>(() => ({ list: null }));

/** The permission rules, kept up to date while they are shown. */
function usePermissionRules(): RuleList | null {
  useEffect(() => {
    const stop = onEvent('permissions.changed', (list) => store.setState({ list }));
    call('permissions.list', null).then((list) => store.setState({ list }), reportError);
    return stop;
  }, []);
  return useStore(store, ({ list }) => list);
}
