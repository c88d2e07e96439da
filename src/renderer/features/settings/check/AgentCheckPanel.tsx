import { ArrowLeft, Stethoscope, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type AgentCheckState, checkStepList, checkSteps } from '#shared/agentCheck';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { AgentMark } from '#window/ui/AgentMark';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { ProgressBar } from '#window/ui/ProgressBar';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './AgentCheckPanel.module.css';
import { CheckCard } from './CheckCard';
import { FindingList } from './FindingList';

interface AgentCheckPanelProps {
  readonly id: string;
  readonly name: string;
  onDone(): void;
}

/** Tests an agent where it can do no harm, and says what works. */
export function AgentCheckPanel({ id, name, onDone }: AgentCheckPanelProps) {
  const state = useAgentCheck(id);
  const check = (withPrompts: boolean) => {
    call('agents.check', { id, withPrompts }).catch(reportError);
  };
  const running = state?.running ?? null;
  return (
    <section className={styles.panel} aria-labelledby="check-agent">
      <div className={styles.head}>
        <IconButton icon={ArrowLeft} label="Back to agents" onClick={onDone} />
        <AgentMark id={id} />
        <h3 id="check-agent" className={styles.title}>
          Check {visibleLine(name)}
        </h3>
      </div>
      <p className={styles.hint}>
        Starts the agent in an empty project of Airlock’s own, sealed and not sealed, and tries what
        sessions need. Your projects are not involved.
      </p>
      {running !== null ? (
        <Running id={id} name={name} running={running} />
      ) : (
        <>
          <div className={styles.actions}>
            <Button
              variant="primary"
              icon={Stethoscope}
              disabled={state === null}
              onClick={() => check(false)}
            >
              Check
            </Button>
            <Button disabled={state === null} onClick={() => check(true)}>
              Check with prompts
            </Button>
          </div>
          <p className={styles.hint}>
            “Check” sends no prompt. “Check with prompts” also sends up to four short ones to the
            agent’s model, which may cost you something: to write files, to run a command, to stop
            halfway, and to resume. It allows the agent only what they ask for.
          </p>
          {state !== null && state.failure !== null && (
            <Banner tone="danger">{visibleLine(state.failure)}</Banner>
          )}
          {state !== null && state.last !== null && (
            <CheckCard check={state.last} before={state.before} />
          )}
        </>
      )}
    </section>
  );
}

interface RunningProps {
  readonly id: string;
  readonly name: string;
  readonly running: NonNullable<AgentCheckState['running']>;
}

function Running({ id, name, running: { step, findings, withPrompts } }: RunningProps) {
  const total = checkStepList.filter((one) => withPrompts || !checkSteps[one].needsPrompt).length;
  return (
    <>
      <div className={styles.progress}>
        <div className={styles.bars}>
          <ProgressBar
            label={`Checking ${visibleLine(name)}`}
            value={Math.min(findings.length, total) / total}
          />
          <span role="status">Trying: {checkSteps[step].title}</span>
        </div>
        <Button
          size="small"
          icon={X}
          aria-label={`Cancel checking ${visibleLine(name)}`}
          onClick={() => call('agents.cancelCheck', { id }).catch(reportError)}
        >
          Cancel
        </Button>
      </div>
      <FindingList findings={findings} />
    </>
  );
}

/** The results of an agent's checks, updated while they are shown; null until main has answered. */
function useAgentCheck(id: string): AgentCheckState | null {
  const [state, setState] = useState<AgentCheckState | null>(null);
  useEffect(() => {
    let isShown = true;
    const load = () => {
      call('agents.checkState', { id }).then((next) => {
        if (isShown) setState(next);
      }, reportError);
    };
    const stop = onEvent('agents.checkChanged', (news) => {
      if (news.id === id) load();
    });
    load();
    return () => {
      isShown = false;
      stop();
    };
  }, [id]);
  return state;
}
