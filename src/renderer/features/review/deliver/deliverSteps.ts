import { noteCommand, pushCommand, requestCommand } from '#shared/deliver/deliverCommands';
import { withTrailers } from '#shared/deliver/draftMessage';
import type { SessionId, TerminalId } from '#shared/ids';
import type { DeliverFacts } from '#shared/ipc/deliver';
import type { TerminalList, UserTerminal } from '#shared/terminal/terminal';
import { plainOutput } from '#shared/text/plainOutput';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { call, onEvent } from '#window/ipc/client';
import { refreshGitGlance } from '#window/state/session/gitGlance';
import { sessionSummary } from '#window/state/session/sessionsStore';
import {
  type ProvenanceChoice,
  type StepName,
  type StepState,
  updateDelivery,
} from './deliverProgress';
import { pushAdvice } from './pushAdvice';

/** What is delivered and how, according to the user's choices so far. */
export interface ChosenDelivery {
  readonly sessionId: SessionId;
  readonly facts: DeliverFacts;
  /** The key under which its progress is kept. */
  readonly key: string;
  readonly message: string;
  readonly branch: string;
  /** Whether the commit creates the branch. */
  readonly isNewBranch: boolean;
  readonly provenance: ProvenanceChoice;
  /** Null until the commit is made. */
  readonly commit: string | null;
  readonly remote: string;
  /** The text of the pull request. */
  readonly body: string;
}

/** The lines of a failed command that are shown. */
const TAIL_LINES = 6;

export function makeCommit(delivery: ChosenDelivery): void {
  const { sessionId, facts, key, message, branch, isNewBranch, provenance } = delivery;
  run(delivery, 'commit', async () => {
    const whole = provenance === 'trailers' ? withTrailers(message, facts.contributors) : message;
    const { commit } = isNewBranch
      ? await call('changes.applyAsBranch', { sessionId, branch, message: whole })
      : await call('changes.commit', { sessionId, message: whole });
    updateDelivery(key, (before) => ({ ...before, made: { commit, branch, message } }));
    refreshGitGlance(sessionId);
    return commit.slice(0, 10);
  });
}

export function writeNote(delivery: ChosenDelivery): void {
  const { sessionId, facts, commit } = delivery;
  run(delivery, 'note', async () => {
    const note = withTrailers('', facts.contributors).trim();
    const { path } = await call('deliver.write', { sessionId, text: `${note}\n` });
    await runCommand(delivery, 'note', 'Note', noteCommand(commit ?? 'HEAD', path));
    return 'Written to refs/notes/airlock';
  });
}

export function push(delivery: ChosenDelivery): void {
  const { remote, branch } = delivery;
  run(delivery, 'push', async () => {
    await runCommand(delivery, 'push', 'Push', pushCommand(remote, branch));
    return `${remote}/${branch}`;
  });
}

export function openRequest(delivery: ChosenDelivery): void {
  const { sessionId, facts, body } = delivery;
  run(delivery, 'request', async () => {
    if (facts.tool === null) return '';
    const { path } = await call('deliver.write', { sessionId, text: `${body}\n` });
    const line = requestLine(delivery, path);
    const output = await runCommand(delivery, 'request', 'Pull request', line);
    return addressIn(output) ?? 'Opened';
  });
}

/** The command that opens a pull request with the text of a file. */
export function requestLine({ facts, branch, message }: ChosenDelivery, file: string): string {
  const title = message.trim().split('\n')[0]?.trim() ?? '';
  return requestCommand({ tool: facts.tool ?? 'gh', branch, title, file });
}

function run(delivery: ChosenDelivery, name: StepName, work: () => Promise<string>): void {
  put(delivery, name, { type: 'running', words: '' });
  work().then(
    (words) => put(delivery, name, { type: 'done', words }),
    (error: unknown) => put(delivery, name, { type: 'failed', words: errorMessage(error) }),
  );
}

function put({ key }: ChosenDelivery, name: StepName, state: StepState): void {
  updateDelivery(key, (before) => ({ ...before, steps: { ...before.steps, [name]: state } }));
}

async function runCommand(
  delivery: ChosenDelivery,
  step: StepName,
  name: string,
  command: string,
): Promise<string> {
  const project = sessionSummary(delivery.sessionId)?.project ?? '';
  const { exitCode, output } = await runToEnd(project, name, command, (terminal) =>
    put(delivery, step, { type: 'running', words: '', terminal }),
  );
  if (exitCode === 0) return output;
  const last = output.trim().split('\n').slice(-TAIL_LINES).join('\n');
  const advice = step === 'push' ? pushAdvice(last) : null;
  if (last !== '') throw new Error(advice === null ? last : `${advice}\n${last}`);
  throw new Error(exitCode === null ? 'It was stopped.' : `It ended with exit code ${exitCode}.`);
}

interface StepEnd {
  /** Null if it was ended from outside. */
  readonly exitCode: number | null;
  readonly output: string;
}

/** Used until a window shows the terminal and it has its own size. */
const FIRST_SIZE = { columns: 100, rows: 24 };

/** Runs a user's command in the project's folder, in a terminal beside the others. */
async function runToEnd(
  folder: string,
  name: string,
  command: string,
  /** Receives the terminal, in which the command may ask the user something. */
  onStarted: (terminal: UserTerminal) => void,
): Promise<StepEnd> {
  const place = { folder };
  const terminal = await call('terminals.create', {
    place,
    size: FIRST_SIZE,
    run: { name, command },
  });
  const { id } = terminal;
  onStarted(terminal);
  const exitCode = await ended(id);
  const output = await call('terminals.tail', { terminalId: id }).then(
    ({ data }) => plainOutput(data),
    () => '',
  );
  return { exitCode, output };
}

async function ended(id: TerminalId): Promise<number | null> {
  let stop: () => void = () => undefined;
  try {
    return await new Promise<number | null>((resolve, reject) => {
      const look = ({ user }: TerminalList) => {
        const state = user.find((one) => one.id === id)?.state;
        if (state?.type === 'running') return;
        resolve(state?.exitCode ?? null);
      };
      stop = onEvent('terminals.changed', look);
      call('terminals.list', null).then(look, reject);
    });
  } finally {
    stop();
  }
}

/** The address that a program printed last; null if it printed none. */
function addressIn(output: string): string | null {
  return output.match(/https?:\/\/[^\s'"<>]+/g)?.at(-1) ?? null;
}
