import type { SessionHead } from './state';

/** The model that an agent says it uses, by the name that it shows; null if it does not say. */
export function modelOf({ options }: Pick<SessionHead, 'options'>): string | null {
  const option = options.find(({ category, id }) => category === 'model' || id === 'model');
  if (option?.type !== 'select') return null;
  const choices = option.groups.flatMap((group) => group.choices);
  return choices.find(({ value }) => value === option.value)?.name ?? option.value;
}
