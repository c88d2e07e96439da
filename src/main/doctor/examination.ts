import { setTimeout as delay } from 'node:timers/promises';
import { type AgentDefinition, AgentStartError, type SealRequest } from '#main/agents/agents';
import { ConnectionError } from '#main/agents/connection';
import { redactPiece } from '#main/base/secrets/redact';
import type { CheckFinding, CheckStep } from '#shared/agentCheck';
import type { AgentSessionId } from '#shared/ids';
import type { SealAvailability } from '#shared/seal';
import type { AgentIdentity, AgentPowers } from '#shared/session/agent';
import { wires } from '#shared/session/wires';
import { judgeError, loginMessage, refusalMessage } from './checkErrors';
import { CheckFindings } from './checkFindings';
import { KEPT_TAIL_CHARACTERS, KEPT_VERSION_CHARACTERS, REPLAY_MILLISECONDS } from './limits';
import { ObservedProcesses } from './observedProcesses';
import { ignoreRefusal, Patient, type PatientParts } from './patient';
import { plainWords } from './plainWords';
import { Scratch } from './scratch';
import {
  fine,
  type Judged,
  judgeCancel,
  judgeCommand,
  judgeList,
  judgeLoad,
  judgeLogin,
  judgeNoSeal,
  judgePermission,
  judgeSealedLogin,
  judgeSealedWork,
  judgeWrite,
  skipped,
} from './verdicts';

export interface ExaminationParts extends PatientParts {
  /** The folder in which scratch projects are created. */
  readonly folder: string;
  /** An empty folder that sealed agents must not see. */
  readonly hidden: string;
  canSeal(): Promise<SealAvailability>;
}

export interface ExaminationWish {
  readonly definition: AgentDefinition;
  readonly withPrompts: boolean;
  /** Aborts when the user cancels the check. */
  readonly signal: AbortSignal;
  /** Called before each step with the findings so far. */
  onStep(step: CheckStep, findings: readonly CheckFinding[]): void;
}

/** Everything that an examination has found. */
export interface Examined {
  readonly identity: AgentIdentity | null;
  readonly protocol: string | null;
  readonly abilities: readonly string[];
  readonly findings: readonly CheckFinding[];
  readonly stderrTail: string;
}

/**
 * Examines one agent, step by step, in scratch projects of the app. Each step has a deadline, and a
 * failure in it becomes its result.
 */
export class Examination {
  private readonly findings = new CheckFindings();
  private identity: AgentIdentity | null = null;
  private protocol: string | null = null;
  private powers: AgentPowers | null = null;
  private readonly processes = new ObservedProcesses();
  /** The session in which a prompt was answered, for resuming it. */
  private workedIn: AgentSessionId | null = null;

  constructor(
    private readonly parts: ExaminationParts,
    private readonly wish: ExaminationWish,
  ) {}

  async run(): Promise<Examined> {
    using _processes = this.processes;
    await this.inScratch((scratch) => this.examine(scratch));
    await this.examineSealed();
    this.processes.judge(this.findings);
    this.findings.skipOthers(this.wish.withPrompts);
    return {
      identity: this.identity,
      protocol: this.protocol,
      abilities: abilitiesOf(this.powers),
      findings: this.findings.inOrder(),
      stderrTail: lastLines(redactPiece(this.processes.stderrTail), KEPT_TAIL_CHARACTERS),
    };
  }

  private async inScratch(work: (scratch: Scratch) => Promise<void>): Promise<void> {
    const scratch = await Scratch.make(this.parts.folder, this.wish.signal);
    try {
      await work(scratch);
    } finally {
      await scratch.remove();
    }
  }

  private async examine(scratch: Scratch): Promise<void> {
    const patient = await this.start(scratch);
    if (patient === null) return;
    try {
      const id = await this.openSession(patient);
      if (id !== null) {
        await this.list(patient, null);
        if (this.wish.withPrompts) await this.prompts(patient, id);
      }
    } finally {
      await this.end(patient);
    }
    if (this.workedIn !== null) await this.reopen(scratch, this.workedIn);
  }

  private start(scratch: Scratch): Promise<Patient | null> {
    return this.step('start', async () => {
      const patient = await this.admit(scratch);
      const { wire, protocolVersion, identity, powers } = patient.connection;
      this.identity = identity;
      this.powers = powers;
      const named = plainWords(`${protocolVersion}`, KEPT_VERSION_CHARACTERS);
      this.protocol = `${wires[wire].name} (${named})`;
      const version = identity?.version === undefined ? '' : ` ${identity.version}`;
      const name = identity?.title ?? identity?.name;
      const who = name === undefined ? 'It' : `${name}${version}`;
      return [fine(`${who} answers in ${wires[wire].name}.`), patient];
    });
  }

  private async openSession(patient: Patient): Promise<AgentSessionId | null> {
    let need: string | null = null;
    const id = await this.step('session', async () => {
      try {
        return [fine('It opens a session.'), await patient.openSession()];
      } catch (error) {
        need = loginMessage(error);
        return [skipped('It does not open a session until you log in.'), null];
      }
    });
    if (need !== null) {
      this.findings.add(
        'login',
        judgeLogin('at-session', patient.connection.authenticationMethods, need),
      );
    } else if (id !== null) {
      const { login, authenticationMethods } = patient.connection;
      const isOut = login?.state === 'out';
      const told = isOut ? 'You are not logged in.' : '';
      this.findings.add(
        'login',
        judgeLogin(isOut ? 'at-prompt' : 'none', authenticationMethods, told),
      );
    }
    return id;
  }

  /** Lists the sessions. After an answered prompt, its session must be among them. */
  private async list(patient: Patient, worked: AgentSessionId | null): Promise<void> {
    const { listSessions } = patient.connection;
    if (listSessions === undefined) {
      this.findings.add('list', skipped('It cannot list its sessions.'));
      return;
    }
    await this.step('list', async () => {
      const listed = await listSessions(patient.scratch.path, patient.deadline('answer'));
      const isThere = listed.some(({ agentSessionId }) => agentSessionId === worked);
      return [judgeList(worked === null ? null : isThere), null];
    });
  }

  private async prompts(patient: Patient, id: AgentSessionId): Promise<void> {
    const { refused } = this.parts.script;
    const { client, scratch, connection } = patient;
    let need: string | null = null;
    const isAnswered = await this.step('permission', async () => {
      try {
        await patient.prompt(id, refused.prompt);
      } catch (error) {
        need = loginMessage(error);
        return [skipped('It does not answer prompts until you log in.'), null];
      }
      const isWritten = await scratch.has(refused.file);
      return [judgePermission({ wasAsked: client.take().asked > 0, isWritten }), true];
    });
    if (need !== null) {
      this.findings.add('login', judgeLogin('at-prompt', connection.authenticationMethods, need));
    }
    await scratch.drop(refused.file);
    if (isAnswered === null) return;
    const done = await this.step('write', async () => {
      const work = await patient.work(id);
      return [judgeWrite(work.written, work.beside), work];
    });
    if (done !== null) {
      this.workedIn = client.named ?? id;
      this.findings.add('command', judgeCommand(done.command));
      await this.list(patient, this.workedIn);
    }
    await this.cancel(patient, id);
  }

  private async cancel(patient: Patient, id: AgentSessionId): Promise<void> {
    const { timings, script } = this.parts;
    await this.step('cancel', async () => {
      const speaking = patient.client.heard();
      const turn = patient.send(id, script.long.prompt).then(
        ({ reason }) => ({ type: 'ended', reason }) as const,
        (error: unknown) => ({ type: 'error', message: refusalMessage(error) }) as const,
      );
      const first = await patient.within(
        timings.promptMilliseconds,
        Promise.race([speaking.then(() => null), turn]),
      );
      if (first?.type === 'error') throw new ConnectionError('agent-error', first.message);
      if (first?.type === 'ended') return [judgeCancel({ type: 'early' }), null];
      patient.connection.cancel(id);
      const { signal } = this.wish;
      const late = delay(timings.cancelMilliseconds, { type: 'late' } as const, { signal });
      return [judgeCancel(await Promise.race([turn, late])), null];
    });
  }

  private async end(patient: Patient): Promise<void> {
    const { signal, onStep } = this.wish;
    if (!signal.aborted) onStep('end', this.findings.list);
    await this.leave(patient);
    this.processes.judge(this.findings);
  }

  /** Resumes the session in both ways, each in its own process. */
  private async reopen(scratch: Scratch, id: AgentSessionId): Promise<void> {
    await this.step('resume', async () => {
      const patient = await this.admit(scratch, { resumes: id });
      try {
        const has = await patient.resume(id);
        return [
          has
            ? fine('It resumed the session in a new process.')
            : skipped('It does not resume sessions.'),
          null,
        ];
      } finally {
        await this.leave(patient);
      }
    });
    if (!this.powers?.load) {
      this.findings.add('load', skipped('It does not load sessions.'));
      return;
    }
    await this.step('load', async () => {
      const patient = await this.admit(scratch);
      try {
        const replayed = await patient.load(id, REPLAY_MILLISECONDS);
        const { connection } = patient;
        await connection.deleteSession?.(id, patient.deadline('answer')).catch(ignoreRefusal);
        const judged =
          replayed === null ? skipped('It does not load sessions.') : judgeLoad(replayed);
        return [judged, null];
      } finally {
        await this.leave(patient);
      }
    });
  }

  private async examineSealed(): Promise<void> {
    if (this.findings.has('start', 'problem')) return;
    if (this.wish.definition.url !== undefined) {
      this.findings.add('sealed', skipped('It runs elsewhere, so it cannot be sealed here.'));
      return;
    }
    const can = await this.parts.canSeal();
    if (!can.available) {
      this.findings.add('sealed', judgeNoSeal(can));
      if (this.wish.withPrompts)
        this.findings.add('sealedWork', skipped('Sessions cannot be sealed here.'));
      return;
    }
    await this.inScratch(async (scratch) => {
      const seal = { project: [this.parts.hidden], copy: scratch.path, history: [], links: [] };
      const opened = await this.step('sealed', () => this.openSealed(scratch, seal));
      if (opened === null) return;
      const { patient, id } = opened;
      try {
        if (this.workedIn === null) return;
        await this.step('sealedWork', async () => {
          const { written, command } = await patient.work(id);
          return [judgeSealedWork(written, command), null];
        });
      } finally {
        await this.leave(patient);
      }
    });
  }

  private async openSealed(scratch: Scratch, seal: SealRequest) {
    const patient = await this.admit(scratch, { seal });
    try {
      const id = await patient.openSession();
      return [fine('Sealed, it starts and opens a session.'), { patient, id }] as const;
    } catch (error) {
      await this.leave(patient);
      loginMessage(error);
      return [judgeSealedLogin(this.findings.has('login', 'problem')), null] as const;
    }
  }

  private admit(
    scratch: Scratch,
    how: { readonly seal?: SealRequest; readonly resumes?: AgentSessionId } = {},
  ): Promise<Patient> {
    const { definition, signal } = this.wish;
    return Patient.admit(this.parts, {
      definition,
      scratch,
      signal,
      ...how,
      onProcess: (process) => this.processes.watch(process),
    });
  }

  private async leave(patient: Patient): Promise<void> {
    this.processes.noteEnd(await patient.leave());
  }

  /** Runs a step; null if it failed or has no result to continue with. */
  private async step<T>(
    step: CheckStep,
    attempt: () => Promise<readonly [Judged, T | null]>,
  ): Promise<T | null> {
    this.wish.signal.throwIfAborted();
    this.wish.onStep(step, this.findings.list);
    const began = performance.now();
    try {
      const [judged, value] = await attempt();
      this.findings.add(step, judged, Math.round(performance.now() - began));
      return value;
    } catch (error) {
      this.wish.signal.throwIfAborted();
      const judged = judgeError(error, CLAIMED.has(step));
      this.findings.add(step, judged, Math.round(performance.now() - began));
      if (error instanceof AgentStartError) this.processes.stderrTail = error.stderrTail;
      return null;
    }
  }
}

/** Steps that are tried only if the agent claims the required capabilities. */
const CLAIMED: ReadonlySet<CheckStep> = new Set(['list', 'resume', 'load']);

/** The end of a text, from the start of a line if it was cut. */
function lastLines(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.slice(-length);
  return end.slice(end.indexOf('\n') + 1);
}

function abilitiesOf(powers: AgentPowers | null): readonly string[] {
  if (powers === null) return [];
  const { prompt, mcp = {}, ...rest } = powers;
  const named = (part: object, prefix: string) =>
    Object.entries(part).flatMap(([name, has]) => (has === true ? [`${prefix}${name}`] : []));
  return [...named(rest, ''), ...named(prompt, 'prompt: '), ...named(mcp, 'mcp: ')];
}
