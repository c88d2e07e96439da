import { type FormEvent, useState } from 'react';
import { knownAgentOf, knownAgents } from '#shared/knownAgents';
import { errorMessage } from '../../diagnostics/errorDetails';
import { call } from '../../ipc/client';
import { settingsStore, updateSetting, useSettings } from '../../state/settingsStore';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Combobox } from '../../ui/Combobox';
import { Field } from '../../ui/Field';
import { TextField } from '../../ui/TextField';
import { showToast } from '../../ui/toasts';
import styles from './AddAgentForm.module.css';
import { emptyAgent, fromKnown, problemIn, suggestedArguments, toSettings } from './newAgent';

const options = knownAgents.map(({ id, name, command }) => ({
  value: id,
  label: name,
  detail: command,
}));

/** Adds an agent to settings.json: one that we know, or any program that speaks to us. */
export function AddAgentForm({ onDone }: { onDone(): void }) {
  const taken = useSettings((settings) => settings.agents);
  const [agent, setAgent] = useState(emptyAgent);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const known = knownAgentOf(agent.command);
  const suggested = suggestedArguments(agent);

  const change = (part: Partial<typeof agent>) => {
    setAgent({ ...agent, ...part });
    setProblem(null);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemIn(agent);
    setProblem(found);
    if (found !== null) return;
    const { id, settings } = toSettings(agent, Object.keys(taken));
    try {
      await call('settings.update', { path: ['agents', id], value: settings });
      showToast({
        title: `${settings.name} was added`,
        action: { label: 'Undo', run: () => removeAgent(id) },
      });
      onDone();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };

  return (
    <form className={styles.form} aria-label="Add an agent" noValidate onSubmit={add}>
      <h3 className={styles.title}>Add an agent</h3>
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <Field label="Known agents" hint="Choose one, or fill in your own below.">
        <Combobox
          value={options.find(({ value }) => value === known?.id) ?? null}
          options={options}
          placeholder="Claude Code, Codex, Gemini CLI…"
          emptyText="Not one that we know. Fill it in below."
          onChange={(option) => {
            const chosen = knownAgents.find(({ id }) => id === option?.value);
            if (chosen) change(fromKnown(chosen));
          }}
        />
      </Field>
      <div className={styles.pair}>
        <Field label="Name">
          <TextField
            value={agent.name}
            placeholder={known?.name ?? 'As it is called in lists'}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
        </Field>
        <Field label="Command" error={problem ?? undefined}>
          <TextField
            monospace
            value={agent.command}
            placeholder="claude"
            onChange={(event) => change({ command: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field label="Arguments">
        <TextField
          monospace
          value={agent.args}
          placeholder="acp"
          onChange={(event) => change({ args: event.currentTarget.value })}
        />
      </Field>
      {suggested !== null && known && (
        <div className={styles.suggestion} role="status">
          <span>
            {known.name} is usually started with <code>{suggested}</code>
          </span>
          <Button size="small" onClick={() => change({ args: suggested })}>
            Use these arguments
          </Button>
        </div>
      )}
      {known && (
        <dl className={styles.hints}>
          <dt>Install it</dt>
          <dd>
            <code>{known.install}</code>
          </dd>
          <dt>Log in, in a terminal</dt>
          <dd>
            <code>{known.login}</code>
          </dd>
        </dl>
      )}
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          Add agent
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** As the settings are by then: others may have been added since. */
function removeAgent(id: string): void {
  const { [id]: _, ...others } = settingsStore.getState().settings.agents;
  updateSetting(['agents'], others);
}
