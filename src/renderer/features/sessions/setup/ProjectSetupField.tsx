import { ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import { useId, useState } from 'react';
import type { ProjectSetup } from '#shared/project/projectSetup';
import { reportError } from '#window/diagnostics/reportError';
import { trustProject, useProjectSetup } from '#window/state/projects/projectSetups';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Icon } from '#window/ui/Icon';
import { VisibleText } from '#window/ui/text/VisibleText';
import { PlanList } from './PlanList';
import { planSummary } from './planWords';
import styles from './Setup.module.css';

/**
 * In the new-session dialog: the content of the folder's `.airlock.json`, and whether it is
 * trusted.
 */
export function ProjectSetupField({ folder }: { readonly folder: string }) {
  const setup = useProjectSetup(folder);
  switch (setup?.type) {
    case 'invalid':
      return <InvalidSetup setup={setup} />;
    case 'found':
      // Each folder has its own expanded state.
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
      {others.length > 0 && ` (and ${others.length} more)`}. It has no effect until it is fixed.
    </Banner>
  );
}

function TrustedSetup({ setup }: { readonly setup: Found }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  return (
    <section className={styles.card} aria-label="Project setup">
      <div className={styles.head}>
        <Icon icon={ShieldCheck} size="small" />
        <span className={styles.summary}>
          Setup: <VisibleText text={planSummary(setup)} />
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
    <section className={styles.card} data-asks aria-label="Project setup">
      <div className={styles.head}>
        <Icon icon={ShieldQuestionMark} size="small" />
        <strong className={styles.summary}>
          {setup.trust === 'changed'
            ? 'The project’s setup has changed since you trusted it'
            : 'This project wants to set up new sessions'}
        </strong>
        <Button size="small" busy={isBusy} onClick={trust}>
          Trust this setup
        </Button>
      </div>
      <PlanList setup={setup} />
      <p className={styles.note}>
        From .airlock.json in the folder. Nothing happens unless you trust it; if the file changes,
        you are asked again.
      </p>
    </section>
  );
}
