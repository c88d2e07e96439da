import type { Isolation } from '#shared/settings';
import { RadioCards } from '../../ui/RadioCards';

interface IsolationFieldProps {
  readonly value: Isolation;
  onChange(isolation: Isolation): void;
}

const cards = [
  {
    value: 'isolated',
    label: 'Isolated',
    description: 'Works in a copy of its own. Only what you accept reaches your folder.',
  },
  {
    value: 'in-place',
    label: 'In place',
    description: 'Works in your folder. Writes wait for you where the agent lets us hold them.',
  },
] as const;

export function IsolationField({ value, onChange }: IsolationFieldProps) {
  return <RadioCards label="Isolation" value={value} cards={cards} onChange={onChange} />;
}
