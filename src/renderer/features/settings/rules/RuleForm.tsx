import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { RuleDraft, RuleMatch } from '#shared/permissions/rule';
import {
  kindName,
  matchName,
  type PermissionRule,
  ruleFault,
  ruleKinds,
} from '#shared/permissions/rule';
import { visiblePath } from '#shared/text/visiblePath';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { useAgents } from '#window/state/agents/agentsStore';
import { closeDialog } from '#window/state/layout/dialogStore';
import type { RuleFormTarget } from '#window/state/layout/settingsSection';
import { folderName } from '#window/state/projects/folderName';
import { sessionSummary, titleOf, useSessions } from '#window/state/session/sessionsStore';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Checkbox } from '#window/ui/form/Checkbox';
import { Field } from '#window/ui/form/Field';
import { Select } from '#window/ui/form/Select';
import { TextField } from '#window/ui/form/TextField';
import { showToast } from '#window/ui/overlay/toasts';
import { PastRequestList } from './PastRequestList';
import styles from './RulesPanel.module.css';
import {
  draftOf,
  emptyFields,
  fieldsOf,
  matchFields,
  matchOf,
  type RuleFields,
} from './ruleFields';

interface RuleFormProps {
  readonly form: RuleFormTarget;
  readonly rules: readonly PermissionRule[];
  onDone(): void;
}

const effects = [
  { value: 'allow', label: 'Allow without asking' },
  { value: 'ask', label: 'Always ask' },
  { value: 'deny', label: 'Deny without asking' },
] as const;

const abouts = [
  { value: 'command', label: 'Command' },
  { value: 'path', label: 'File' },
  { value: 'host', label: 'Host' },
  { value: 'kind', label: 'Kind of tool' },
  { value: 'tool', label: 'Tool' },
] as const;

const PART = 'Matches wherever these words may be part of what runs, in this order.';

const commandHints = {
  allow: 'The program and its arguments. Commands joined by &&, | or ; each need a rule.',
  ask: PART,
  deny: PART,
} as const;

const titles = { new: 'Add a rule', edit: 'Edit rule', proposed: 'Always allow' } as const;

/** The first element that can be typed into, otherwise the button that saves. */
const FIELD =
  ':is(input:not([type="checkbox"]), button[type="submit"]):not([tabindex="-1"], [aria-hidden="true"])';

/** A permission rule, with its effect on past requests before it is saved. */
export function RuleForm({ form, rules, onDone }: RuleFormProps) {
  const [target] = useState(() => targetOf(form, rules));
  const [fields, setFields] = useState(target.fields);
  const [failure, setFailure] = useState<string | null>(null);
  const change = (part: Partial<RuleFields>) => setFields({ ...fields, ...part });
  const matches = matchesOf(fields, target.matches);
  const drafts = matches.map((match) => draftOf(fields, match));
  const faults = drafts.map(ruleFault).filter((fault) => fault !== null);
  const isBlank = fault(drafts) && form.type === 'new' && isUntouched(fields);
  const replaces = form.type === 'edit' ? form.id : null;
  const close = () => {
    onDone();
    // Returns to the question that the user came from.
    if (form.type === 'proposed') closeDialog('settings');
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      if (form.type === 'proposed' && fields.scope === 'once') {
        await allowOnce(form);
        return close();
      }
      if (faults[0] !== undefined) return setFailure(faults[0]);
      const before = rules.find(({ id }) => id === replaces);
      await call('permissions.save', { drafts, replaces });
      if (before) offerUndo(before);
      close();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  const element = useRef<HTMLFormElement>(null);
  // The element that had the focus, such as “Add a rule”, no longer exists.
  useEffect(() => {
    element.current?.querySelector<HTMLElement>(FIELD)?.focus();
  }, []);
  const isSet = target.matches.length > 1;
  const isOnce = fields.scope === 'once';
  return (
    <form
      ref={element}
      className={styles.fields}
      aria-label={titles[form.type]}
      noValidate
      onSubmit={save}
    >
      <h3 className={styles.formTitle}>{titles[form.type]}</h3>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      {isSet ? (
        <ul className={styles.set} aria-label="Rules to add">
          {matches.map((match) => (
            <li key={matchName(match)}>
              <code>{visiblePath(matchName(match))}</code>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <div className={styles.pair}>
            <Field label="Answer">
              <Select
                value={fields.effect}
                options={effects}
                onChange={(effect) => change({ effect })}
              />
            </Field>
            <Field label="About">
              <Select
                value={fields.about}
                options={abouts}
                onChange={(about) => change({ about })}
              />
            </Field>
          </div>
          <MatchFields fields={fields} error={isBlank ? undefined : faults[0]} onChange={change} />
        </>
      )}
      <div className={styles.pair}>
        <ScopeField form={form} value={fields.scope} onChange={(scope) => change({ scope })} />
        <AgentField value={fields.agent} onChange={(agent) => change({ agent })} />
      </div>
      <PastRequestList drafts={faults.length === 0 && !isOnce ? drafts : []} replaces={replaces} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          {isOnce ? 'Allow once' : isSet ? 'Save rules' : 'Save rule'}
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}

function MatchFields({
  fields,
  error,
  onChange,
}: {
  readonly fields: RuleFields;
  readonly error: string | undefined;
  onChange(part: Partial<RuleFields>): void;
}) {
  switch (fields.about) {
    case 'command':
      return (
        <>
          <Field label="Command" error={error} hint={commandHints[fields.effect]}>
            <TextField
              monospace
              value={fields.command}
              placeholder="npm test"
              onChange={(event) => onChange({ command: event.currentTarget.value })}
            />
          </Field>
          {fields.effect === 'allow' && (
            <Checkbox
              label="With any arguments after it"
              checked={fields.more}
              onChange={(more) => onChange({ more })}
            />
          )}
        </>
      );
    case 'path':
      return (
        <div className={styles.pair}>
          <Field
            label="File"
            error={error}
            hint="Such as “docs/”, “*.md” or “src/**/*.ts”, relative to the session’s folder."
          >
            <TextField
              monospace
              value={fields.pattern}
              placeholder="docs/"
              onChange={(event) => onChange({ pattern: event.currentTarget.value })}
            />
          </Field>
          <Field label="Access">
            <Select
              value={fields.access}
              options={[
                { value: 'write', label: 'Write' },
                { value: 'read', label: 'Read' },
              ]}
              onChange={(access) => onChange({ access })}
            />
          </Field>
        </div>
      );
    case 'host':
      return (
        <Field
          label="Host"
          error={error}
          hint="Such as “example.com”, or “*.example.com” for all its subdomains."
        >
          <TextField
            monospace
            value={fields.host}
            placeholder="example.com"
            onChange={(event) => onChange({ host: event.currentTarget.value })}
          />
        </Field>
      );
    case 'kind':
      return (
        <Field label="Kind" error={error} hint="The kind that the agent gives its tool.">
          <Select
            value={fields.kind}
            options={ruleKinds.map((kind) => ({ value: kind, label: kindName(kind) }))}
            onChange={(kind) => onChange({ kind })}
          />
        </Field>
      );
    case 'tool':
      return (
        <Field label="Tool" error={error} hint="The name that the agent uses for it.">
          <TextField
            monospace
            value={fields.tool}
            placeholder="mcp__github__create_issue"
            onChange={(event) => onChange({ tool: event.currentTarget.value })}
          />
        </Field>
      );
  }
}

interface ScopeFieldProps {
  readonly form: RuleFormTarget;
  readonly value: string;
  onChange(scope: string): void;
}

/** The scopes from the narrowest to the widest. */
function ScopeField({ form, value, onChange }: ScopeFieldProps) {
  const sessions = [...(useSessions()?.values() ?? [])];
  const own = form.type === 'proposed' ? sessionSummary(form.sessionId) : undefined;
  const folders = new Set(own ? [own.project] : sessions.map(({ project }) => project));
  if (value.startsWith('project:')) folders.add(value.slice('project:'.length));
  const session = own ? `session:${own.id}` : value.startsWith('session:') ? value : null;
  const options = [
    ...(form.type === 'proposed' && form.once !== null
      ? [{ value: 'once', label: 'Only this once' }]
      : []),
    ...(session === null
      ? []
      : [{ value: session, label: sessionLabel(session, own !== undefined) }]),
    ...[...folders].map((folder) => ({
      value: `project:${folder}`,
      label: own ? `This project (${folderName(folder)})` : `Project: ${folderName(folder)}`,
    })),
    { value: 'always', label: 'Everywhere' },
  ];
  return (
    <Field label="Where">
      <Select value={value} options={options} onChange={onChange} />
    </Field>
  );
}

function sessionLabel(key: string, isOwn: boolean): string {
  if (isOwn) return 'This session';
  const id = key.slice('session:'.length);
  return `Session “${titleOf(sessionSummary(id as Parameters<typeof sessionSummary>[0]))}”`;
}

function AgentField({
  value,
  onChange,
}: {
  readonly value: string;
  onChange(agent: string): void;
}) {
  const agents = (useAgents() ?? []).map(({ id, name }) => ({ value: id as string, label: name }));
  const isKnown = value === '' || agents.some((agent) => agent.value === value);
  const options = [
    { value: '', label: 'All agents' },
    ...agents,
    ...(isKnown ? [] : [{ value, label: value }]),
  ];
  return (
    <Field label="Agent">
      <Select value={value} options={options} onChange={onChange} />
    </Field>
  );
}

interface FormStart {
  readonly fields: RuleFields;
  readonly matches: readonly RuleMatch[];
}

/** A proposed rule begins as narrow as possible for a whole project: this command, this agent. */
function targetOf(form: RuleFormTarget, rules: readonly PermissionRule[]): FormStart {
  if (form.type === 'edit') {
    const rule = rules.find(({ id }) => id === form.id);
    return rule
      ? { fields: fieldsOf(rule), matches: [rule.match] }
      : { fields: emptyFields, matches: [] };
  }
  if (form.type === 'new') return { fields: emptyFields, matches: [] };
  const { matches, sessionId } = form;
  const session = sessionSummary(sessionId);
  const scope = session ? `project:${session.project}` : `session:${sessionId}`;
  const agent = session?.agent.id ?? '';
  const only = matches.length === 1 ? matches[0] : undefined;
  return { fields: { ...emptyFields, scope, agent, ...(only && matchFields(only)) }, matches };
}

function matchesOf(fields: RuleFields, before: readonly RuleMatch[]): readonly RuleMatch[] {
  return before.length > 1 ? before : [matchOf(fields, before[0] ?? null)];
}

function fault(drafts: readonly RuleDraft[]): boolean {
  return drafts.some((draft) => ruleFault(draft) !== null);
}

function isUntouched({ command, pattern, host, tool }: RuleFields): boolean {
  return [command, pattern, host, tool].every((text) => text === '');
}

/** Gives the answer that the question itself offers, without a rule. */
async function allowOnce({
  sessionId,
  requestId,
  once,
}: Extract<RuleFormTarget, { type: 'proposed' }>) {
  if (once === null) return;
  const command = { type: 'permission.answer', requestId, optionId: once } as const;
  await call('sessions.command', { sessionId, command });
}

function offerUndo(rule: PermissionRule): void {
  showToast({
    id: `rule:${rule.id}`,
    title: `The rule “${matchName(rule.match)}” was changed`,
    action: {
      label: 'Undo',
      run: () => void call('permissions.restore', { rule }).catch(reportError),
    },
  });
}
