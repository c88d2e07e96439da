import { ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { useId, useState } from 'react';
import type { ProjectSetup } from '#shared/project/projectSetup';
import { reportError } from '../../../diagnostics/reportError';
import { trustProject, useProjectSetup } from '../../../state/projectSetups';
import { Banner } from '../../../ui/Banner';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { VisibleText } from '../../../ui/VisibleText';
import { PlanList } from './PlanList';
import { planSummary } from './planWords';
import styles from './Setup.module.css';

/** Where a session is started: what the folder's `.airlock.json` asks for, and whether it may. */
export function ProjectSetupField({ folder }: { readonly folder: string }) {
  const setup = useProjectSetup(folder);
  switch (setup?.type) {
    case 'invalid':
      return <InvalidSetup setup={setup} />;
    case 'found':
      // What is shown opens and closes for one folder alone.
      return setup.trust === 'trusted' ? (
        <TrustedSetup key={folder} setup={setup} />
      ) : (
        <UntrustedSetup folder={folder} setup={setup} />
      );
    default:
      return null;
  }
}

type Found = Extract<ProjectSetup, { type: 'found' }>;

export function InvalidSetup({
  setup,
}: {
  readonly setup: Extract<ProjectSetup, { type: 'invalid' }>;
}) {
  const [first, ...others] = setup.problems;
  return (
    <Banner tone="danger">
      <strong>.airlock.json</strong>, line {first?.line}, column {first?.column}: {first?.message}
      {others.length > 0 && ` (and ${others.length} more)`}. It has no effect until it is mended.
    </Banner>
  );
}

function TrustedSetup({ setup }: { readonly setup: Found }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  return (
    <section className={styles.card} aria-label="Project set-up">
      <div className={styles.head}>
        <Icon icon={ShieldCheck} size="small" />
        <span className={styles.summary}>
          Set-up: <VisibleText text={planSummary(setup)} />
        </span>
        <Button
          size="small"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide details' : 'Details'}
        </Button>
      </div>
      <div id={list} hidden={!isOpen}>
        <PlanList setup={setup} />
      </div>
    </section>
  );
}

export function UntrustedSetup({
  folder,
  setup,
}: {
  readonly folder: string;
  readonly setup: Found;
}) {
  const [isBusy, setBusy] = useState(false);
  const trust = () => {
    setBusy(true);
    trustProject(folder, setup.hash, true)
      .catch(reportError)
      .finally(() => setBusy(false));
  };
  return (
    <section className={styles.card} data-asks aria-label="Project set-up">
      <div className={styles.head}>
        <Icon icon={ShieldQuestionMark} size="small" />
        <strong className={styles.summary}>
          {setup.trust === 'changed'
            ? 'The project’s set-up has changed since you trusted it'
            : 'This project asks to set new sessions up'}
        </strong>
        <Button size="small" busy={isBusy} onClick={trust}>
          Trust this set-up
        </Button>
      </div>
      <PlanList setup={setup} />
      <p className={styles.note}>
        From .airlock.json in the folder. Without your trust none of it happens; a change to the
        file asks again.
      </p>
    </section>
  );
}
