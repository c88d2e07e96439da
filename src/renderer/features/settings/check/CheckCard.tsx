import { Copy } from 'lucide-react';
import {
  type AgentCheck,
  type CheckChange,
  changesSince,
  checkSteps,
  checkSummary,
} from '#shared/agentCheck';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { dateText } from '#window/state/age';
import { useAgents } from '#window/state/agents/agentsStore';
import { Badge } from '#window/ui/Badge';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { visibleLine } from '#window/ui/text/visibleText';
import { useCopied } from '#window/ui/useCopied';
import styles from './CheckCard.module.css';
import { FindingList } from './FindingList';

interface CheckCardProps {
  readonly check: AgentCheck;
  /** The result for another version, if there is one. */
  readonly before: AgentCheck | null;
}

/** The result of a check. */
export function CheckCard({ check, before }: CheckCardProps) {
  const { agentId, version, protocol, abilities, at, withPrompts, findings } = check;
  const hasProblem = findings.some(({ verdict }) => verdict === 'problem');
  const [copied, copy] = useCopied();
  const copyReport = () => {
    call('agents.checkReport', { id: agentId }).then(copy, reportError);
  };
  return (
    <article className={styles.card} aria-label="Result of the check">
      <div className={styles.head}>
        <Badge tone={hasProblem ? 'danger' : 'accent'}>{checkSummary(check)}</Badge>
        <span className={styles.facts}>
          {version === null ? 'Version unknown' : `Version ${visibleLine(version)}`}
          {protocol !== null && ` · ${visibleLine(protocol)}`}
          {` · ${dateText(at, Date.now())}, ${withPrompts ? 'with' : 'without'} prompts`}
        </span>
        <Button size="small" variant="ghost" icon={Copy} onClick={copyReport}>
          {copied ? 'Copied' : 'Copy report'}
        </Button>
      </div>
      <Outdated check={check} />
      {before !== null && (
        <Changes changes={changesSince(before, check)} version={before.version} />
      )}
      <FindingList findings={findings} />
      {abilities.length > 0 && (
        <p className={styles.facts}>It offers: {abilities.map(visibleLine).join(', ')}.</p>
      )}
    </article>
  );
}

/** Says that the program was updated after this check. */
function Outdated({ check: { agentId, programVersion } }: { readonly check: AgentCheck }) {
  const now = useAgents()?.find(({ id }) => id === agentId)?.finding?.version ?? null;
  if (now === null || programVersion === null || now === programVersion) return null;
  return (
    <Banner>
      Version {visibleLine(now)} is installed now; this is the result of{' '}
      {visibleLine(programVersion)}. Check it again.
    </Banner>
  );
}

interface ChangesProps {
  readonly changes: readonly CheckChange[];
  readonly version: string | null;
}

function Changes({ changes, version }: ChangesProps) {
  if (changes.length === 0) return null;
  const than = version === null ? 'before' : `with ${visibleLine(version)}`;
  const worse = changes.filter(({ isWorse }) => isWorse);
  const better = changes.filter(({ isWorse }) => !isWorse);
  return (
    <Banner tone={worse.length > 0 ? 'danger' : 'neutral'}>
      {worse.length > 0 && `Worse than ${than}: ${titles(worse)}. `}
      {better.length > 0 && `Better than ${than}: ${titles(better)}.`}
    </Banner>
  );
}

function titles(changes: readonly CheckChange[]): string {
  return changes.map(({ step }) => checkSteps[step].title).join(', ');
}
