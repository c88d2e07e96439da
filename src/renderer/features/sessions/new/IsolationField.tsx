import { useEffect } from 'react';
import type { AgentId } from '#shared/ids';
import { isolationWords, type SealAvailability } from '#shared/seal';
import type { IsolationSetting } from '#shared/settings';
import { reportError } from '#window/diagnostics/reportError';
import { useAgents } from '#window/state/agents/agentsStore';
import { lookForSeal, useSealAvailability } from '#window/state/agents/sealAvailability';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { RadioCards } from '#window/ui/form/RadioCards';
import { useCopied } from '#window/ui/useCopied';
import styles from './NewSessionFields.module.css';
import { canSeal } from './newSessionForm';

interface IsolationFieldProps {
  readonly value: IsolationSetting;
  readonly agentId: AgentId | null;
  readonly error: string | undefined;
  onChange(isolation: IsolationSetting): void;
}

/** What each choice means for an agent on this computer, and for one elsewhere. */
const descriptions = {
  here: {
    sealed:
      'Works in a copy, and the system keeps it there. It cannot see your project or your keys; its badge shows everything it can use.',
    isolated: isolationWords.isolated,
    'in-place':
      'Works in your folder. Writes wait for your approval where the agent sends them through Airlock.',
  },
  elsewhere: {
    sealed:
      'Files that it requests from Airlock come from a copy, and its commands run sealed. Nothing else that it does is sealed.',
    isolated:
      'Files that it requests from Airlock come from a copy. Its commands run with all your rights.',
    'in-place': 'Files that it requests from Airlock are your own. Writes wait for your approval.',
  },
} as const;

export function IsolationField({ value, agentId, error, onChange }: IsolationFieldProps) {
  const seal = useSealAvailability();
  const isElsewhere = useAgents()?.some(({ id, url }) => id === agentId && url !== undefined);
  useEffect(() => {
    lookForSeal().catch(reportError);
  }, []);
  const isPossible = canSeal(seal);
  const words = descriptions[isElsewhere ? 'elsewhere' : 'here'];
  const cards = [
    {
      value: 'sealed',
      label: 'Sealed',
      description: isPossible ? words.sealed : 'Not available on this system.',
      disabled: !isPossible,
    },
    { value: 'isolated', label: 'Isolated', description: words.isolated },
    { value: 'in-place', label: 'In place', description: words['in-place'] },
  ] as const;
  return (
    <>
      <RadioCards
        label="Isolation"
        // A session that should be sealed never becomes less isolated by itself.
        value={value === 'sealed' && !isPossible ? null : value}
        error={error}
        cards={cards}
        onChange={onChange}
      />
      {seal?.available === false && <WhyNotSealed seal={seal} />}
    </>
  );
}

interface WhyNotSealedProps {
  readonly seal: SealAvailability & { readonly available: false };
}

/** Says why nothing can be sealed, with the one command that fixes it. */
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
