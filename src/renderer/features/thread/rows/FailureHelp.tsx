import { Copy, Download, KeyRound, Pencil, Stethoscope } from 'lucide-react';
import { knownAgentOf, knownAgents } from '#shared/knownAgents';
import type { FailureEntry } from '#shared/session/entries';
import type { FailureReason } from '#shared/session/events';
import { nextStep } from '#shared/session/words/nextStep';
import { cancelInstall, installAgent } from '#window/actions/installAgent';
import { runInTerminal } from '#window/actions/runInTerminal';
import { useCommandSender } from '#window/features/thread/sendCommand';
import { useThread } from '#window/features/thread/threadContext';
import { useCatalogueEntry } from '#window/state/agents/agentCatalogue';
import { openAgentCheck, openAgentForm } from '#window/state/layout/settingsSection';
import { useSessionHead } from '#window/state/session/sessionModels';
import { useSettings } from '#window/state/settingsStore';
import { Button } from '#window/ui/form/Button';
import { InstallProgressBar } from '#window/ui/InstallProgressBar';
import { visibleLine } from '#window/ui/text/visibleText';
import { useCopied } from '#window/ui/useCopied';
import styles from './FailureHelp.module.css';

/** Failures that installing the program or its Node would fix. */
const missing: readonly (FailureReason | undefined)[] = [
  'not-found',
  'no-interpreter',
  'not-executable',
];
/** Failures that a missing login may cause. */
const silent: readonly (FailureReason | undefined)[] = ['no-answer', 'ended-early', 'needs-login'];

/** The facts about an agent that does not start; null if nothing can be done about it here. */
function useFailedAgent({ reason }: FailureEntry) {
  const { sessionId } = useThread();
  const agent = useSessionHead(sessionId)?.agent;
  const configured = useSettings(({ agents }) => (agent ? agents[agent.id] : undefined));
  const known = configured
    ? knownAgentOf(configured.command ?? '')
    : knownAgents.find(({ id }) => id === agent?.id);
  const isOther = reason === undefined || reason === 'copy-gone';
  return agent === undefined || isOther ? null : { agent, known, isConfigured: !!configured };
}

/** Help with an agent that does not start, shown with the error. */
export function FailureHelp({ entry }: { readonly entry: FailureEntry }) {
  const failed = useFailedAgent(entry);
  const offered = useCatalogueEntry(failed?.known?.id ?? failed?.agent.id ?? '');
  const canInstall = missing.includes(entry.reason) && offered !== null && offered.version !== null;
  const words = nextStep(entry.reason, { canInstall });
  if (failed === null) return null;
  return (
    <>
      {words !== null && <p>{words}</p>}
      {canInstall && <InstallHere id={offered.id} />}
    </>
  );
}

/** The buttons for these actions, beside the restart button. */
export function FailureActions({ entry }: { readonly entry: FailureEntry }) {
  const failed = useFailedAgent(entry);
  if (failed === null) return null;
  const { agent, known, isConfigured } = failed;
  return (
    <>
      {silent.includes(entry.reason) && known && (
        <Button
          size="small"
          icon={KeyRound}
          onClick={() => runInTerminal(known.login, known.login)}
        >
          Log in
        </Button>
      )}
      <Button
        size="small"
        icon={Pencil}
        onClick={() =>
          openAgentForm(
            isConfigured
              ? { type: 'edit', id: agent.id }
              : { type: 'new', ...(known && { known: known.id }) },
          )
        }
      >
        {isConfigured ? 'Edit agent' : 'Set up agent'}
      </Button>
      {entry.reason !== 'not-configured' && (
        <Button size="small" icon={Stethoscope} onClick={() => openAgentCheck(agent.id)}>
          Check
        </Button>
      )}
      <CopyButton entry={entry} />
    </>
  );
}

/** The command is shown beside the button that runs it. */
function InstallHere({ id }: { readonly id: string }) {
  const { sessionId } = useThread();
  const entry = useCatalogueEntry(id);
  const [, send] = useCommandSender(sessionId);
  if (entry === null) return null;
  const { progress, failure, command, version } = entry;
  const name = visibleLine(entry.name);
  if (progress !== null) {
    return (
      <InstallProgressBar name={name} progress={progress} onCancel={() => cancelInstall(id)} />
    );
  }
  const install = async () => {
    if (await installAgent(entry)) send({ type: 'agent.restart' });
  };
  return (
    <div className={styles.install}>
      {failure !== null && <p role="alert">{visibleLine(failure.message)}</p>}
      <Button size="small" variant="primary" icon={Download} onClick={() => void install()}>
        {`Install ${name} ${version ?? ''}`.trim()}
      </Button>
      {command !== null && <code className={styles.command}>{visibleLine(command)}</code>}
    </div>
  );
}

function CopyButton({ entry }: { readonly entry: FailureEntry }) {
  const [copied, copy] = useCopied();
  const parts = [entry.message, entry.detail ?? '', entry.stderrTail];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return (
    <Button size="small" variant="ghost" icon={Copy} onClick={() => copy(text)}>
      {copied ? 'Copied' : 'Copy error'}
    </Button>
  );
}
