import { useEffect } from 'react';
import { isolationWords, type SealAvailability } from '#shared/seal';
import type { IsolationSetting } from '#shared/settings';
import { reportError } from '#window/diagnostics/reportError';
import { lookForSeal, useSealAvailability } from '#window/state/agents/sealAvailability';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { RadioCards } from '#window/ui/form/RadioCards';
import { useCopied } from '#window/ui/useCopied';
import styles from './NewSessionFields.module.css';
import { canSeal } from './newSessionForm';

interface IsolationFieldProps {
  readonly value: IsolationSetting;
  readonly error: string | undefined;
  onChange(isolation: IsolationSetting): void;
}

const cards = [
  { value: 'isolated', label: 'Isolated', description: isolationWords.isolated },
  {
    value: 'in-place',
    label: 'In place',
    description:
      'Works in your folder. Writes wait for your approval where the agent sends them through Airlock.',
  },
] as const;

export function IsolationField({ value, error, onChange }: IsolationFieldProps) {
  const seal = useSealAvailability();
  useEffect(() => {
    lookForSeal().catch(reportError);
  }, []);
  const isPossible = canSeal(seal);
  const sealed = {
    value: 'sealed',
    label: 'Sealed',
    description: isPossible
      ? 'Works in a copy, and the system keeps it there. It cannot see your project or your keys; its badge shows everything it can use.'
      : 'Not available on this system.',
    disabled: !isPossible,
  } as const;
  return (
    <>
      <RadioCards
        label="Isolation"
        // What was asked to be sealed becomes nothing less by itself.
        value={value === 'sealed' && !isPossible ? null : value}
        error={error}
        cards={[sealed, ...cards]}
        onChange={onChange}
      />
      {seal?.available === false && <WhyNotSealed seal={seal} />}
    </>
  );
}

interface WhyNotSealedProps {
  readonly seal: SealAvailability & { readonly available: false };
}

/** Why nothing can be sealed, and the one command that changes it. */
function WhyNotSealed({ seal: { message, fix } }: WhyNotSealedProps) {
  const [copied, copy] = useCopied();
  return (
    <Banner
      actions={
        fix !== null && (
          <>
            <Button size="small" onClick={() => copy(fix)}>
              {copied ? 'Copied' : 'Copy command'}
            </Button>
            <Button size="small" onClick={() => lookForSeal().catch(reportError)}>
              Check again
            </Button>
          </>
        )
      }
    >
      <strong>Sessions cannot be sealed here.</strong> {message}
      {fix !== null && (
        <>
          {' To change that, run:'}
          <code className={styles.command}>{fix}</code>
        </>
      )}
    </Banner>
  );
}
