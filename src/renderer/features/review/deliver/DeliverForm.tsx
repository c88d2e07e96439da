import { useEffect, useRef, useState } from 'react';
import { noteCommand, pushCommand } from '#shared/deliver/deliverCommands';
import { draftMessage, requestText } from '#shared/deliver/draftMessage';
import type { SessionId } from '#shared/ids';
import type { DeliverFacts } from '#shared/ipc/deliver';
import type { UserTerminal } from '#shared/terminal/terminal';
import { counted } from '#shared/text/counted';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { branchName } from '#window/features/review/model/branchName';
import { call } from '#window/ipc/client';
import { showTerminal } from '#window/state/layout/terminalToShow';
import { useGitGlance } from '#window/state/session/gitGlance';
import { sessionSummary, titleOf } from '#window/state/session/sessionsStore';
import { showRun } from '#window/state/shownRuns';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { Checkbox } from '#window/ui/form/Checkbox';
import { Field } from '#window/ui/form/Field';
import { Select } from '#window/ui/form/Select';
import { TextArea } from '#window/ui/form/TextArea';
import { TextField } from '#window/ui/form/TextField';
import { DialogBody, DialogFooter } from '#window/ui/overlay/Dialog';
import { useLateFocus } from '#window/ui/overlay/useLateFocus';
import { Spinner } from '#window/ui/Spinner';
import { visibleLine } from '#window/ui/text/visibleText';
import styles from './DeliverForm.module.css';
import {
  type DeliverProgress,
  deliveryKey,
  type ProvenanceChoice,
  type StepState,
  updateDelivery,
  useDeliverProgress,
} from './deliverProgress';
import {
  type ChosenDelivery,
  makeCommit,
  openRequest,
  push,
  requestLine,
  writeNote,
} from './deliverSteps';

interface DeliverFormProps {
  readonly sessionId: SessionId;
  onDone(): void;
}

const provenances: Readonly<Record<ProvenanceChoice, string>> = {
  none: 'Do not name the agent',
  trailers: 'Name the agent in the message (trailers)',
  note: 'Name the agent in a git note',
};

/** Trailers are part of the message, so they cannot change once the commit is made. */
function provenanceChoices(isCommitted: boolean, chosen: ProvenanceChoice) {
  const made = chosen === 'trailers' ? (['trailers'] as const) : (['none', 'note'] as const);
  const offered = isCommitted ? made : (['none', 'trailers', 'note'] as const);
  return offered.map((value) => ({ value, label: provenances[value] }));
}

/**
 * Delivers accepted changes step by step. Each step waits for a click and shows the command that it
 * runs.
 */
export function DeliverForm({ sessionId, onDone }: DeliverFormProps) {
  const [facts, setFacts] = useState<DeliverFacts | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    call('deliver.facts', { sessionId }).then(
      (value) => isCurrent && setFacts(value),
      (error: unknown) => isCurrent && setProblem(errorMessage(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId]);
  if (problem !== null) {
    return (
      <DialogBody>
        <Banner tone="danger">{problem}</Banner>
      </DialogBody>
    );
  }
  if (facts === null) {
    return (
      <DialogBody>
        <Spinner size="small" />
      </DialogBody>
    );
  }
  return <DeliverFields sessionId={sessionId} facts={facts} onDone={onDone} />;
}

interface DeliverFieldsProps extends DeliverFormProps {
  readonly facts: DeliverFacts;
}

function DeliverFields({ sessionId, facts, onDone }: DeliverFieldsProps) {
  const glance = useGitGlance(sessionId);
  const key = deliveryKey(sessionId, facts);
  const { made, provenance, steps: states } = useDeliverProgress(key);
  const form = useRef<HTMLDivElement>(null);
  // Focuses the message, or the next step once the commit is made.
  useLateFocus(form, 'textarea:not([disabled]), li button:not([disabled], [aria-disabled=true])');
  const [typed, setMessage] = useState(() => draftMessage(facts));
  const [wantsBranch, setOnBranch] = useState(true);
  const [named, setBranch] = useState(() => branchName(titleOf(sessionSummary(sessionId))));
  const message = made?.message ?? typed;
  // Without a checked-out branch, a commit can only be pushed as a new branch.
  const isDetached = glance !== null && glance.branch === null;
  const onBranch = wantsBranch || isDetached;
  const [remote, setRemote] = useState(facts.remotes[0] ?? '');
  const [text, setText] = useState<string | null>(null);
  const branch = made?.branch ?? (onBranch ? named : (glance?.branch ?? ''));
  const body = text ?? requestText(message, facts.checks);
  const delivery: ChosenDelivery = {
    sessionId,
    facts,
    key,
    message,
    branch,
    isNewBranch: onBranch,
    provenance,
    commit: made?.commit ?? null,
    remote,
    body,
  };
  const isCommitted = made !== null;
  return (
    <>
      <DialogBody>
        <div ref={form} className={styles.root}>
          <Field
            label="Message"
            hint={`${counted(facts.files.length, 'file')} with accepted changes. Nothing else is committed.`}
          >
            <TextArea
              rows={6}
              value={message}
              disabled={isCommitted}
              onChange={(event) => setMessage(event.target.value)}
            />
          </Field>
          <div className={styles.row}>
            <Checkbox
              label="On a new branch"
              checked={onBranch}
              disabled={isCommitted || isDetached}
              onChange={setOnBranch}
            />
            {onBranch && (
              <TextField
                monospace
                aria-label="Branch"
                value={made?.branch ?? named}
                disabled={isCommitted}
                onChange={(event) => setBranch(event.target.value)}
              />
            )}
          </div>
          <Field label="Provenance">
            <Select<ProvenanceChoice>
              value={provenance}
              options={provenanceChoices(isCommitted, provenance)}
              onChange={(value) =>
                updateDelivery(key, (before) => ({ ...before, provenance: value }))
              }
            />
          </Field>
          <StepList
            delivery={delivery}
            states={states}
            onRemote={setRemote}
            onBody={setText}
            onShown={onDone}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>Close</Button>
      </DialogFooter>
    </>
  );
}

interface StepListProps {
  readonly delivery: ChosenDelivery;
  readonly states: DeliverProgress['steps'];
  onRemote(remote: string): void;
  /** The user changed the text of the pull request. */
  onBody(body: string): void;
  onShown(): void;
}

function StepList({ delivery, states, onRemote, onBody, onShown }: StepListProps) {
  const { facts, message, branch, isNewBranch, provenance, commit, remote, body } = delivery;
  const isCommitted = commit !== null;
  const isPushed = states.push?.type === 'done';
  const first = 'Commit first.';
  const noRemote = facts.remotes.length === 0 ? 'The repository has no remote.' : null;
  const noTool = facts.tool === null ? NO_TOOL : null;
  return (
    <ol className={styles.steps} aria-label="Steps">
      <Step
        title="Commit"
        command={
          isNewBranch
            ? `git commit-tree …; git update-ref refs/heads/${branch} <commit>`
            : 'git commit-tree …; git update-ref HEAD <commit>'
        }
        note="Airlock creates the commit from what you accepted. No hook runs, and nothing is signed."
        state={states.commit}
        reason={
          isCommitted ? 'Already committed.' : message.trim() === '' ? 'Write a message.' : null
        }
        onRun={() => makeCommit(delivery)}
        onShown={onShown}
      />
      {provenance === 'note' && (
        <Step
          title="Note"
          command={noteCommand(commit?.slice(0, 10) ?? '<commit>', '<text>')}
          note="It stays in this repository unless you push refs/notes/airlock. If you amend or rebase the commit, git leaves it behind unless notes.rewriteRef names that ref; trailers are kept."
          state={states.note}
          reason={isCommitted ? null : first}
          onRun={() => writeNote(delivery)}
          onShown={onShown}
        />
      )}
      <Step
        title="Push"
        command={facts.remotes.length === 0 ? 'git push' : pushCommand(remote, branch)}
        note={noRemote ?? RUN_BY_GIT}
        state={states.push}
        reason={noRemote ?? (isCommitted ? null : first)}
        onRun={() => push(delivery)}
        onShown={onShown}
      >
        {facts.remotes.length > 1 && (
          <Select
            label="Remote"
            value={remote}
            options={facts.remotes.map((value) => ({ value, label: value }))}
            onChange={onRemote}
          />
        )}
      </Step>
      <Step
        title={facts.tool === 'glab' ? 'Merge request' : 'Pull request'}
        command={requestLine(delivery, '<text>')}
        note={noTool ?? RUN_BY_TOOL}
        state={states.request}
        reason={noTool ?? (isPushed ? null : 'Push first.')}
        onRun={() => openRequest(delivery)}
        onShown={onShown}
      >
        <TextArea
          aria-label="Text of the pull request"
          rows={5}
          value={body}
          onChange={(event) => onBody(event.target.value)}
        />
      </Step>
    </ol>
  );
}

const RUN_BY_GIT =
  'Your own git runs it in your project, with your settings, hooks and credentials.';
const RUN_BY_TOOL = 'Your own program opens it in your name, with the text below.';
const NO_TOOL = 'Neither gh nor glab is installed. Push, and open it on the website.';

interface StepProps {
  readonly title: string;
  readonly command: string;
  readonly note: string;
  readonly state: StepState | undefined;
  readonly reason: string | null;
  onRun(): void;
  /** The command's terminal was brought to the front. */
  onShown(): void;
  readonly children?: React.ReactNode;
}

function Step({ title, command, note, state, reason, onRun, onShown, children }: StepProps) {
  return (
    <li className={styles.step} aria-label={title}>
      <div className={styles.row}>
        <strong className={styles.title}>{title}</strong>
        <code className={styles.command}>{visibleLine(command)}</code>
        <Button size="small" busy={state?.type === 'running'} reason={reason} onClick={onRun}>
          {title}
        </Button>
      </div>
      {state?.terminal && <RunningCommand terminal={state.terminal} onShown={onShown} />}
      <p className={styles.note}>{note}</p>
      {state?.type === 'done' && state.words !== '' && (
        <output className={styles.done}>{visibleLine(state.words)}</output>
      )}
      {state?.type === 'failed' && (
        <Banner tone="danger">
          <span className={styles.failure}>{state.words}</span>
        </Banner>
      )}
      {children}
    </li>
  );
}

interface RunningCommandProps {
  readonly terminal: UserTerminal;
  onShown(): void;
}

/** A command may wait for the user, such as for a password or an answer. */
function RunningCommand({ terminal, onShown }: RunningCommandProps) {
  useEffect(() => showRun(terminal.id), [terminal.id]);
  return (
    <div className={styles.row}>
      <p className={styles.waiting}>
        It runs in a terminal. If it asks for something, answer there.
      </p>
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          showTerminal(terminal);
          onShown();
        }}
      >
        Show terminal
      </Button>
      <Button
        size="small"
        variant="ghost"
        onClick={({ currentTarget }) => {
          // This button disappears with the command; the one that runs it again stays.
          currentTarget.closest('li')?.querySelector('button')?.focus();
          call('terminals.close', { terminalId: terminal.id }).catch(reportError);
        }}
      >
        Stop
      </Button>
    </div>
  );
}
