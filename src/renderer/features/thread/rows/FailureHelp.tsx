import { Copy, Download, KeyRound, Pencil } from 'lucide-react';
import { knownAgentOf, knownAgents } from '#shared/knownAgents';
import type { FailureEntry } from '#shared/session/entries';
import type { FailureReason } from '#shared/session/events';
import { cancelInstall, installAgent } from '#window/actions/installAgent';
import { runInTerminal } from '#window/actions/runInTerminal';
import { useCommandSender } from '#window/features/thread/sendCommand';
import { useThread } from '#window/features/thread/threadContext';
import { useCatalogueEntry } from '#window/state/agents/agentCatalogue';
import { openAgentForm } from '#window/state/layout/settingsSection';
import { useSessionHead } from '#window/state/session/sessionModels';
import { useSettings } from '#window/state/settingsStore';
import { Button } from '#window/ui/form/Button';
import { InstallProgressBar } from '#window/ui/InstallProgressBar';
import { visibleLine } from '#window/ui/text/visibleText';
import { useCopied } from '#window/ui/useCopied';
import styles from './FailureHelp.module.css';
import { nextStep } from './nextStep';

/** Failures that a new program or its Node would fix. */
const missing: readonly (FailureReason | undefined)[] = ['not-found', 'no-interpreter'];
/** Failures behind which a login may stand. */
const silent: readonly (FailureReason | undefined)[] = ['no-answer', 'ended-early'];

/** What can be done about an agent that does not come up, at the error itself. */
export function FailureHelp({ entry }: { readonly entry: FailureEntry }) {
  const { sessionId } = useThread();
  const agent = useSessionHead(sessionId)?.agent;
  const configured = useSettings(({ agents }) => (agent ? agents[agent.id] : undefined));
  const known = configured
    ? knownAgentOf(configured.command)
    : knownAgents.find(({ id }) => id === agent?.id);
  const offered = useCatalogueEntry(known?.id ?? agent?.id ?? '');
  const canInstall = missing.includes(entry.reason) && offered !== null && offered.version !== null;
  const words = nextStep(entry.reason, { canInstall });
  const isOther = entry.reason === undefined || entry.reason === 'copy-gone';
  if (agent === undefined || isOther) return null;
  return (
    <>
      {words !== null && <p>{words}</p>}
      {canInstall && <InstallHere id={offered.id} />}
      <div className={styles.actions}>
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
              configured
                ? { type: 'edit', id: agent.id }
                : { type: 'new', ...(known && { known: known.id }) },
            )
          }
        >
          {configured ? 'Edit agent' : 'Set up agent'}
        </Button>
        <CopyButton entry={entry} />
      </div>
    </>
  );
}

/** The command stands beside the button that runs it. */
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
