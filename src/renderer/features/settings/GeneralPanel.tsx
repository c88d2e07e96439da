import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';
import type { IsolationSetting } from '#shared/settings';
import { useAgents } from '#window/state/agents/agentsStore';
import { isMac } from '#window/state/appInfoStore';
import type { SettingName } from '#window/state/layout/settingNames';
import { updateSetting, useSettings } from '#window/state/settingsStore';
import { NumberField } from '#window/ui/form/NumberField';
import { Select } from '#window/ui/form/Select';
import { TextArea } from '#window/ui/form/TextArea';
import { TextField } from '#window/ui/form/TextField';
import { useDraft } from '#window/ui/form/useDraft';
import { SettingRow } from './SettingRow';
import { SwitchRow } from './SwitchRow';

const isolations: readonly { readonly value: IsolationSetting; readonly label: string }[] = [
  { value: 'sealed', label: 'Sealed' },
  { value: 'isolated', label: 'Isolated' },
  { value: 'in-place', label: 'In place' },
];

export function GeneralPanel() {
  const isolation = useSettings((settings) => settings.defaultIsolation);
  const enterSends = useSettings((settings) => settings.composer.enterSends);
  const showThoughts = useSettings((settings) => settings.transcript.showThoughts);
  const scrollback = useSettings((settings) => settings.terminal.scrollback);
  return (
    <>
      <DefaultAgentRow />
      <SettingRow
        label="Default isolation"
        description="Selected by default for a new session. Sealed and isolated sessions work in a copy of the folder. The system keeps a sealed agent in its copy; an isolated one has all your rights. In-place sessions work in the folder itself. Where nothing can be sealed, the dialog asks you to choose."
      >
        <Select
          label="Default isolation"
          value={isolation}
          options={isolations}
          onChange={(next) => updateSetting(['defaultIsolation'], next)}
        />
      </SettingRow>
      <SwitchRow
        label="Enter sends the prompt"
        description={`Shift+Enter starts a new line. When off, Enter starts a new line and ${isMac() ? '⌘' : 'Ctrl+'}Enter sends.`}
        path={['composer', 'enterSends']}
        checked={enterSends}
      />
      <SwitchRow
        label="Show thoughts"
        description="Expand agents’ thoughts in transcripts."
        path={['transcript', 'showThoughts']}
        checked={showThoughts}
      />
      <EditorCommandRow />
      <ShellRow />
      <SettingRow label="Terminal scrollback" description="How many lines a terminal keeps.">
        <NumberField
          label="Terminal scrollback"
          value={scrollback}
          minimum={0}
          maximum={100_000}
          step={1_000}
          onCommit={(lines) => updateSetting(['terminal', 'scrollback'], lines)}
        />
      </SettingRow>
      <SelfArmingRow />
    </>
  );
}

/** The value for "no default": the form starts with the agent of the last session. */
const LAST_USED = '';

function DefaultAgentRow() {
  const chosen = useSettings((settings) => settings.defaultAgent ?? LAST_USED);
  const agents = useAgents() ?? [];
  const isListed = chosen === LAST_USED || agents.some(({ id }) => id === chosen);
  const options = [
    { value: LAST_USED, label: 'Last used' },
    ...agents.map(({ id, name }) => ({ value: id as string, label: name })),
    ...(isListed ? [] : [{ value: chosen, label: `${chosen} (not found)` }]),
  ];
  return (
    <SettingRow
      label="Default agent"
      description="Selected by default for a new session, until you have started one."
    >
      <Select
        label="Default agent"
        value={chosen}
        options={options}
        onChange={(next) => updateSetting(['defaultAgent'], next === LAST_USED ? undefined : next)}
      />
    </SettingRow>
  );
}

function ShellRow() {
  const saved = useSettings((settings) => settings.terminal.shell ?? '');
  return (
    <CommandRow
      label="Terminal shell"
      description="The program that new terminals run, such as “/bin/zsh”. Leave empty to use your login shell."
      placeholder="/bin/zsh"
      saved={saved}
      onCommit={(shell) => updateSetting(['terminal', 'shell'], shell === '' ? undefined : shell)}
    />
  );
}

function EditorCommandRow() {
  const saved = useSettings((settings) => settings.editor.command ?? '');
  return (
    <CommandRow
      label="Editor command"
      description="Opens files from a session, such as “code --goto” or “zed”. Leave empty to use the system’s default."
      placeholder="code --goto"
      saved={saved}
      // Without a command the key is removed, because settings.json has no empty commands.
      onCommit={(command) => updateSetting(['editor'], command === '' ? {} : { command })}
    />
  );
}

interface CommandRowProps {
  readonly label: SettingName;
  readonly description: string;
  readonly placeholder: string;
  readonly saved: string;
  onCommit(command: string): Promise<boolean>;
}

function CommandRow({ label, description, placeholder, saved, onCommit }: CommandRowProps) {
  const [text, setText] = useDraft(saved);
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const commit = async () => {
    const command = text.trim();
    if (command !== saved) setRefused((await onCommit(command)) ? null : text);
  };
  return (
    <SettingRow
      label={label}
      description={description}
      descriptionId={id}
      isUnsaved={refused === text}
      stacked
    >
      <TextField
        monospace
        placeholder={placeholder}
        aria-label={label}
        aria-describedby={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void commit()}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && void commit()}
      />
    </SettingRow>
  );
}

/** The setting for self-arming files, with one pattern per line. */
function SelfArmingRow() {
  const saved = useSettings((settings) => settings.review.selfArming);
  const [text, setText] = useDraft(saved.join('\n'));
  const [refused, setRefused] = useState<string | null>(null);
  const id = useId();
  const commit = async () => {
    const lines = text.split('\n').map((line) => line.trim());
    const names = lines.filter((line) => line !== '');
    if (names.join('\n') === saved.join('\n')) return;
    setRefused((await updateSetting(['review', 'selfArming'], names)) ? null : text);
  };
  return (
    <SettingRow
      label="More files that can run code"
      description="One name per line, such as “deploy/” or “*.hook”. You always accept these one at a time, like hooks, editor settings and agents’ instructions."
      descriptionId={id}
      isUnsaved={refused === text}
      stacked
    >
      <TextArea
        monospace
        rows={3}
        placeholder={'deploy/\n*.hook'}
        aria-label="More files that can run code"
        aria-describedby={id}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void commit()}
      />
    </SettingRow>
  );
}
