import { useEffect, useState } from 'react';
import type { SessionId } from '#shared/ids';
import type { AgentOption } from '#shared/session/agent';
import type { SessionCommand } from '#shared/session/commands';
import type { SessionHead } from '#shared/session/state';
import { whyNoSettings, whyUnavailable } from '#shared/session/words/unavailable';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { Button } from '#window/ui/form/Button';
import { QuietSelect } from '#window/ui/form/QuietSelect';
import { tooltip } from '#window/ui/overlay/tooltip';
import { visibleLine } from '#window/ui/text/visibleText';
import { unavailable } from '#window/ui/unavailable';
import styles from './Composer.module.css';

/**
 * Settings that the agent declares. The shown value is the one that it has confirmed, not the
 * chosen one.
 */
export function OptionPickers({ head }: { readonly head: SessionHead }) {
  const reason = whyNoSettings(head);
  // An agent that offers its modes in both ways means the same modes.
  const whyNoModes = whyUnavailable(head.details, 'modes');
  const showsModes =
    head.modes !== null &&
    whyNoModes === null &&
    !head.options.some(({ category }) => category === 'mode');
  const whyNoOptions = whyUnavailable(head.details, 'options');
  return (
    <>
      {whyNoModes !== null && (
        <NoPicker name="Mode" value={currentMode(head)} reason={whyNoModes} />
      )}
      {head.options.length === 0 && whyNoOptions !== null && (
        <NoPicker name="Model" reason={whyNoOptions} />
      )}
      {showsModes && head.modes && (
        <Picker
          sessionId={head.id}
          name="Mode"
          value={head.modes.current}
          reason={reason}
          groups={[
            {
              name: null,
              choices: head.modes.available.map(({ id, name, description }) => ({
                value: id,
                name,
                ...(description === undefined ? {} : { description }),
              })),
            },
          ]}
          command={(modeId) => ({ type: 'mode.set', modeId })}
        />
      )}
      {head.options.map((option) => (
        <OptionPicker key={option.id} option={option} sessionId={head.id} reason={reason} />
      ))}
    </>
  );
}

interface NoPickerProps {
  readonly name: string;
  /** The fixed value, if there is one. */
  readonly value?: string | undefined;
  readonly reason: string;
}

/** A disabled picker, where this agent's protocol does not support the option. */
function NoPicker({ name, value, reason }: NoPickerProps) {
  return (
    <Button
      variant="ghost"
      size="small"
      aria-label={name}
      {...tooltip({ text: name, side: 'top' })}
      reason={reason}
    >
      {value ?? name}
    </Button>
  );
}

function currentMode({ modes }: SessionHead): string | undefined {
  const mode = modes?.available.find(({ id }) => id === modes.current);
  return mode && visibleLine(mode.name);
}

interface OptionPickerProps {
  readonly sessionId: SessionId;
  readonly option: AgentOption;
  /** Why it cannot be changed now. */
  readonly reason: string | null;
}

function OptionPicker({ sessionId, option, reason }: OptionPickerProps) {
  if (option.type === 'boolean') {
    return <Toggle sessionId={sessionId} option={option} reason={reason} />;
  }
  return (
    <Picker
      sessionId={sessionId}
      name={visibleLine(option.name)}
      value={option.value}
      reason={reason}
      groups={option.groups}
      command={(value) => ({ type: 'option.set', optionId: option.id, value })}
    />
  );
}

interface ToggleProps extends OptionPickerProps {
  readonly option: Extract<AgentOption, { type: 'boolean' }>;
}

function Toggle({ sessionId, option, reason }: ToggleProps) {
  const name = visibleLine(option.name);
  const [busy, send, stopWaiting] = useConfirmation(sessionId);
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={option.value}
        aria-disabled={reason !== null || busy}
        aria-busy={busy}
        {...tooltip({ text: option.description ?? name, side: 'top' })}
        {...unavailable(reason)}
        onClick={() => {
          if (reason !== null || busy) return;
          send({ type: 'option.set', optionId: option.id, value: !option.value });
        }}
      >
        {name}: {option.value ? 'On' : 'Off'}
      </button>
      {busy && <Waiting name={name} onStop={stopWaiting} />}
    </>
  );
}

/** Values that do not say which option they belong to. */
const bareValues = /^(on|off|yes|no|true|false|enabled|disabled|default|none)$/i;

interface PickerProps {
  readonly sessionId: SessionId;
  readonly name: string;
  readonly value: string;
  readonly reason: string | null;
  readonly groups: Extract<AgentOption, { type: 'select' }>['groups'];
  command(value: string): SessionCommand;
}

function Picker({ sessionId, name, value, reason, groups, command }: PickerProps) {
  const [busy, send, stopWaiting] = useConfirmation(sessionId);
  const choices = groups.flatMap((group) => group.choices);
  const current = choices.find((choice) => choice.value === value)?.name ?? value;
  return (
    <>
      <QuietSelect
        label={name}
        value={value}
        named={bareValues.test(current.trim())}
        disabled={busy}
        reason={reason}
        groups={groups.map((group) => ({
          name: group.name === null ? null : visibleLine(group.name),
          options: group.choices.map((choice) => ({
            value: choice.value,
            label: visibleLine(choice.name),
            ...(choice.description === undefined
              ? {}
              : { description: visibleLine(choice.description) }),
          })),
        }))}
        onChange={(next) => send(command(next))}
      />
      {busy && <Waiting name={name} onStop={stopWaiting} />}
    </>
  );
}

/** Waits for the agent to confirm a choice. Main waits a while; the user need not. */
function useConfirmation(
  sessionId: SessionId,
): [busy: boolean, send: (command: SessionCommand) => void, stop: () => void] {
  const [waiting, setWaiting] = useState<SessionCommand | null>(null);
  const send = (command: SessionCommand) => {
    setWaiting(command);
    call('sessions.command', { sessionId, command })
      .catch(reportError)
      .finally(() => setWaiting((now) => (now === command ? null : now)));
  };
  return [waiting !== null, send, () => setWaiting(null)];
}

/** Most agents confirm before anybody could read a message. */
const SLOW_MILLISECONDS = 1_000;

function Waiting({ name, onStop }: { readonly name: string; onStop(): void }) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <span role="status" className={styles.waiting}>
      Waiting for the agent to confirm {name}.{' '}
      <Button size="small" variant="ghost" onClick={onStop}>
        Stop waiting
      </Button>
    </span>
  );
}
