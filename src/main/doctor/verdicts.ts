import type { ShutdownReport } from '#main/agents/agents';
import type { TurnResult } from '#main/agents/connection';
import type { CheckFinding } from '#shared/agentCheck';
import type { SealAvailability } from '#shared/seal';
import type { AuthenticationMethod } from '#shared/session/agent';

/** The result of a step, without the fields that every finding has. */
export type Judged = Pick<CheckFinding, 'verdict' | 'message' | 'advice'>;

export function fine(message: string): Judged {
  return { verdict: 'ok', message, advice: null };
}

function noted(message: string, advice: string | null = null): Judged {
  return { verdict: 'note', message, advice };
}

export function faulty(message: string, advice: string | null = null): Judged {
  return { verdict: 'problem', message, advice };
}

export function skipped(message: string): Judged {
  return { verdict: 'skipped', message, advice: null };
}

export const UPDATE = 'Update the agent, and report it to its makers if that does not help.';

const REVIEW_HOLDS =
  'In a sealed or isolated session, your files still change only when you accept.';

/** Judges the output. Text between messages is ignored, unless it interrupts one of them. */
export function judgeOutput({ garbage, problems }: { garbage: number; problems: number }): Judged {
  if (problems > 0) {
    return faulty(
      `${count(problems, 'message')} of it could not be understood.`,
      `The inspector of a session shows which. ${UPDATE}`,
    );
  }
  if (garbage > 0) {
    return noted(
      `It prints ${count(garbage, 'line')} that ${garbage === 1 ? 'is not a message' : 'are not messages'}, which Airlock ignores.`,
      'If it has an option that turns off banners or logs on its standard output, use it.',
    );
  }
  return fine('Its standard output contains only protocol messages.');
}

export function judgeLogin(
  need: 'none' | 'at-session' | 'at-prompt',
  methods: readonly AuthenticationMethod[],
  message: string,
): Judged {
  if (need === 'none') return fine('It asked for no login.');
  const names = methods.map(({ name }) => name).join(', ');
  const when = need === 'at-session' ? 'before it opens a session' : 'before it answers a prompt';
  const advice =
    names === ''
      ? 'Log in with its own program in a terminal, then check again.'
      : `Start a session with it and log in there (${names}), or log in with its own program. Then check again.`;
  return faulty(`It needs a login ${when}: ${message}`, advice);
}

export function judgeEnd({ step, left, leftBehind }: ShutdownReport): Judged {
  if (left > 0) {
    return faulty(
      `${count(left, 'process', 'processes')} of it could not be ended.`,
      'End them with the system’s task manager.',
    );
  }
  if (leftBehind > 0) {
    return noted(
      `It ended when asked and left ${count(leftBehind, 'process', 'processes')} running, which Airlock ended.`,
    );
  }
  if (step === 'input-ended') return fine('It ended when asked, and left nothing running.');
  if (step === 'terminated') {
    return noted('It did not end within a second when asked, but did when the system told it to.');
  }
  return faulty(
    'It ignored the system’s request to end, and had to be killed. Nothing is left running.',
    `What it had not saved by then is lost. ${UPDATE}`,
  );
}

export interface RefusedWrite {
  /** Whether the agent asked, or wrote through Airlock, which refused. */
  readonly wasAsked: boolean;
  readonly isWritten: boolean;
}

export function judgePermission({ wasAsked, isWritten }: RefusedWrite): Judged {
  if (wasAsked && !isWritten)
    return fine('It asked before it wrote a file, and obeyed the refusal.');
  if (wasAsked) {
    return faulty(
      'It asked before it wrote a file, and wrote it although that was refused.',
      `Use it sealed or isolated, never in place. ${REVIEW_HOLDS}`,
    );
  }
  if (isWritten) {
    return noted(
      'It wrote a file without asking.',
      `Its own settings or mode decide whether it asks. ${REVIEW_HOLDS}`,
    );
  }
  return noted('It neither asked nor wrote the file: its model did not do what it was told.');
}

export interface DoneWork {
  readonly isThere: boolean;
  /** Whether the agent used Airlock's services rather than doing the work itself. */
  readonly byUs: boolean;
  /** Whether the agent requested something unrelated to the check, which was refused. */
  readonly wasRefused: boolean;
  /** Whether the agent tried to write outside its project through Airlock, which refused. */
  readonly reachedOut: boolean;
}

/** `beside`: files that the agent created next to its project on its own. */
export function judgeWrite(
  { isThere, byUs, wasRefused, reachedOut }: DoneWork,
  beside: readonly string[] = [],
): Judged {
  if (beside.length > 0) {
    return faulty(
      `It wrote outside its project: ${beside.slice(0, 3).join(', ')} in the folder above.`,
      'Use it sealed: it can write nothing elsewhere then.',
    );
  }
  if (isThere) {
    return byUs
      ? fine('It wrote a file through Airlock: in place, its writes can wait for you.')
      : fine('It wrote a file by itself: in place, that is found only afterwards.');
  }
  if (reachedOut) {
    return noted(
      'The file is not there: it wanted to write outside its project, which was refused.',
      UPDATE,
    );
  }
  return notDone('The file is not there', wasRefused);
}

export function judgeCommand({ isThere, byUs, wasRefused }: DoneWork): Judged {
  if (isThere) {
    return byUs
      ? fine('It ran a command in a terminal of Airlock’s.')
      : fine('It ran a command by itself.');
  }
  return notDone('The command’s file is not there', wasRefused);
}

function notDone(what: string, wasRefused: boolean): Judged {
  return noted(
    wasRefused
      ? `${what}: it asked for something that the check does not allow.`
      : `${what}: its model did not do what it was told, or its own sandbox prevented it.`,
    'Check again, or see in a session what it does.',
  );
}

export type StoppedTurn =
  | { readonly type: 'early' }
  | { readonly type: 'ended'; readonly reason: TurnResult['reason'] }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'late' };

export function judgeCancel(turn: StoppedTurn): Judged {
  switch (turn.type) {
    case 'early':
      return skipped('Its answer was complete before it could be stopped.');
    case 'ended':
      return turn.reason === 'cancelled'
        ? fine('It stopped when told to.')
        : noted('It stopped when told to, but does not say that it was stopped.');
    case 'error':
      return noted(`It stopped when told to, but with an error: ${turn.message}`);
    case 'late':
      return faulty(
        'It did not stop when told to.',
        'In a session, “Force stop” then ends its process; the conversation is kept.',
      );
  }
}

export function judgeList(isIncluded: boolean | null): Judged {
  if (isIncluded === false) {
    return noted(
      'It lists its sessions, but not the one that it just had.',
      'Sessions may be missing under “Import a session”.',
    );
  }
  return fine('It lists its sessions.');
}

export function judgeLoad(replayed: number): Judged {
  return replayed > 0
    ? fine(`It loaded the session and repeated ${count(replayed, 'message')}.`)
    : noted(
        'It loaded the session, but repeated nothing of it.',
        'Airlock shows its own record of the session instead.',
      );
}

export function judgeNoSeal({ message, fix }: Extract<SealAvailability, { available: false }>) {
  return { ...skipped(message), advice: fix };
}

/** Judges an agent that needs a login inside a seal, given whether it needs one without a seal. */
export function judgeSealedLogin(needsItAnyway: boolean): Judged {
  return needsItAnyway
    ? noted('Sealed, it starts and needs a login, as it does without a seal.')
    : faulty(
        'Sealed, it finds no login, though it does without a seal.',
        'Start a sealed session with it and log in there, or allow it to see the file that its login is in.',
      );
}

export function judgeSealedWork(written: DoneWork, command: DoneWork): Judged {
  if (written.isThere && command.isThere) return fine('Sealed, it wrote a file and ran a command.');
  const missing = [
    ...(written.isThere ? [] : ['write a file']),
    ...(command.isThere ? [] : ['run a command']),
  ].join(' or ');
  return noted(
    `Sealed, it did not ${missing}.`,
    'Start a sealed session with it: what the seal refused is listed there, and you can allow it.',
  );
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
