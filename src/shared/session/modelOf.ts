import type { AgentOption } from './agent';
import type { SessionHead } from './state';

/** The mode that an agent works in, by the name that it shows; null if it has none. */
export function modeOf({ modes, options }: Pick<SessionHead, 'modes' | 'options'>): string | null {
  const option = options.find(({ category }) => category === 'mode');
  if (option?.type === 'select') return chosenName(option);
  return modes?.available.find(({ id }) => id === modes.current)?.name ?? null;
}

/** The model that an agent says it uses, by the name that it shows; null if it does not say. */
export function modelOf({ options }: Pick<SessionHead, 'options'>): string | null {
  const option = options.find(({ category, id }) => category === 'model' || id === 'model');
  if (option?.type !== 'select') return null;
  return chosenName(option);
}

function chosenName({ groups, value }: Extract<AgentOption, { type: 'select' }>): string {
  const choices = groups.flatMap((group) => group.choices);
  return choices.find((choice) => choice.value === value)?.name ?? value;
}
