import { useEffect, useState } from 'react';
import type { SealAvailability } from '#shared/seal';
import type { IsolationSetting } from '#shared/settings';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { RadioCards } from '#window/ui/form/RadioCards';

interface IsolationFieldProps {
  readonly value: IsolationSetting;
  onChange(isolation: IsolationSetting): void;
}

const cards = [
  {
    value: 'isolated',
    label: 'Isolated',
    description: 'Works in a copy, but with all your rights: nothing stops a write by full path.',
  },
  {
    value: 'in-place',
    label: 'In place',
    description:
      'Works in your folder. Writes wait for your approval where the agent sends them through Airlock.',
  },
] as const;

export function IsolationField({ value, onChange }: IsolationFieldProps) {
  const seal = useSealAvailability();
  const sealed = {
    value: 'sealed',
    label: 'Sealed',
    description: sealedWords(seal),
    // Until the answer is there it can be chosen: without a seal nothing is started.
    disabled: seal !== null && !seal.available,
  } as const;
  return (
    <RadioCards label="Isolation" value={value} cards={[sealed, ...cards]} onChange={onChange} />
  );
}

function useSealAvailability(): SealAvailability | null {
  const [seal, setSeal] = useState<SealAvailability | null>(null);
  useEffect(() => {
    let isCurrent = true;
    call('sessions.canSeal', null).then((found) => isCurrent && setSeal(found), reportError);
    return () => {
      isCurrent = false;
    };
  }, []);
  return seal;
}

function sealedWords(seal: SealAvailability | null): string {
  if (seal === null || seal.available) {
    return 'Works in a copy, and the system keeps it there. It cannot see your project or your keys; its badge shows everything it can use.';
  }
  const fix = seal.fix === null ? '' : ` To change that, run: ${seal.fix}`;
  return `Not available. ${seal.message}${fix}`;
}
