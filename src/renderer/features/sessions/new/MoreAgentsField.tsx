import { useEffect, useEffectEvent, useRef } from 'react';
import { parseKeyChord } from '#shared/commands/keyChord';
import type { AgentId } from '#shared/ids';
import { shortcutOf } from '#window/commands/keyLabels';
import { useAgents } from '#window/state/agents/agentsStore';
import { isMac } from '#window/state/appInfoStore';
import { AgentMark } from '#window/ui/AgentMark';
import { Checkbox } from '#window/ui/form/Checkbox';
import type { Shortcut } from '#window/ui/text/Kbd';
import styles from './MoreAgentsField.module.css';

interface MoreAgentsFieldProps {
  /** The agent that is started in any case. */
  readonly agentId: AgentId | null;
  readonly value: readonly AgentId[];
  onChange(agentIds: readonly AgentId[]): void;
}

/** How many agents have a key that ticks them. */
const KEYS = 9;

/** Gives the same prompt to further agents, to compare how they handle it. */
export function MoreAgentsField({ agentId, value, onChange }: MoreAgentsFieldProps) {
  const others = useAgents()?.filter(({ id }) => id !== agentId) ?? [];
  const field = useRef<HTMLFieldSetElement>(null);
  const toggle = (id: AgentId) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id]);
  const isThere = agentId !== null && others.length > 0;

  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const agent = others[tickedBy(event)];
    if (agent === undefined) return;
    event.preventDefault();
    toggle(agent.id);
  });
  useEffect(() => {
    // The keys work anywhere in the form, so that the user can stay in the prompt.
    const form = isThere ? field.current?.form : null;
    if (!form) return;
    const press = (event: KeyboardEvent) => pressKey(event);
    form.addEventListener('keydown', press);
    return () => form.removeEventListener('keydown', press);
  }, [isThere]);

  if (!isThere) return null;
  return (
    <fieldset ref={field} className={styles.field}>
      <legend className={styles.legend}>Also send this prompt to</legend>
      {others.map(({ id, name }, index) => (
        <Checkbox
          key={id}
          label={name}
          icon={<AgentMark id={id} />}
          shortcut={index < KEYS ? keyAt(index) : undefined}
          checked={value.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </fieldset>
  );
}

function keyAt(index: number): Shortcut | undefined {
  const chord = parseKeyChord(`Alt+${index + 1}`, isMac());
  return chord && shortcutOf(chord, isMac());
}

/**
 * The index of the agent that a key stands for; -1 for other keys. On a Mac, Alt changes the
 * character.
 */
function tickedBy({ code, altKey, ctrlKey, metaKey, shiftKey, repeat }: KeyboardEvent): number {
  if (!altKey || ctrlKey || metaKey || shiftKey || repeat) return -1;
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(code) ?? [];
  return digit === undefined ? -1 : Number(digit) - 1;
}
