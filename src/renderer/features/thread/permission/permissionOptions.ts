import type { PermissionKind, PermissionOption } from '#shared/session/request/requests';
import { OPTION_KEYS } from '#window/features/thread/limits';

export type PermissionTone = 'allow' | 'reject' | 'unclear';

interface Meaning {
  readonly tone: PermissionTone;
  /** The effect of the answer in our words, because the agent's name for it may say anything. */
  readonly text: string;
  /** The same in fewer words, for a pane without room. */
  readonly short: string;
}

const meanings: Readonly<Record<PermissionKind, Meaning>> = {
  allow_once: { tone: 'allow', text: 'Allows this once', short: 'allows once' },
  allow_always: {
    tone: 'allow',
    text: 'Allows this and others like it, from now on',
    short: 'allows from now on',
  },
  reject_once: { tone: 'reject', text: 'Rejects this once', short: 'rejects once' },
  reject_always: {
    tone: 'reject',
    text: 'Rejects this and others like it, from now on',
    short: 'rejects from now on',
  },
  other: { tone: 'unclear', text: 'The agent does not say what this does', short: 'not said' },
};

/** The effects of the answers if the app itself asks, before it runs an agent's command. */
const commandTexts: Partial<Readonly<Record<PermissionKind, string>>> = {
  allow_once: 'Runs this command once',
  allow_always: 'Runs exactly this command without asking until the session is closed',
  reject_once: 'Tells the agent that you rejected it',
};

export function meaningOf(kind: PermissionKind, asker?: 'app'): Meaning {
  const meaning = meanings[kind];
  return asker === 'app' ? { ...meaning, text: commandTexts[kind] ?? meaning.text } : meaning;
}

const allowing = /\b(?:allow|yes|accept|approve|ok|run|proceed)\b/i;
const rejecting = /\b(?:reject|no|not|never|deny|refuse|decline|cancel|abort|stop)\b|\bdon[’']t\b/i;
const lasting = /\b(?:always|never|session|from now on)\b/i;
const unasked = /\b(?:do not|don[’']t) ask\b[^,.;]*/i;

/** Whether the agent's name for an answer says what it does; if not, our words must be visible. */
export function isSaidByName({ name, kind }: PermissionOption): boolean {
  const rest = name.replace(unasked, '');
  const lasts = rest !== name || lasting.test(name);
  const [allows, rejects] = [allowing.test(rest), rejecting.test(rest)];
  switch (kind) {
    case 'allow_once':
      return allows && !rejects && !lasts;
    case 'allow_always':
      return allows && !rejects && lasts;
    case 'reject_once':
      return rejects && !allows && !lasts;
    case 'reject_always':
      return rejects && !allows && lasts;
    case 'other':
      return false;
  }
}

/** The key for the option at this position. */
export function optionKey(index: number): string | null {
  return index < OPTION_KEYS ? String(index + 1) : null;
}

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
}

/** The option that a key press chooses. A key that is held down chooses nothing. */
export function optionFor(
  press: Press,
  options: readonly PermissionOption[],
): PermissionOption | undefined {
  if (press.ctrlKey || press.altKey || press.metaKey || press.repeat) return undefined;
  return /^[1-9]$/.test(press.key) ? options[Number(press.key) - 1] : undefined;
}
