import { homedir } from 'node:os';
import type { SealRequest } from '#main/agents/agents';
import { DisposableOwner } from '#main/base/disposable';
import type { ProcessNamespace } from '#main/base/process/processNamespace';
import type { Workplace } from '#main/host/changes/workplace';
import type { HostOptions } from '#main/host/hostOptions';
import { recordRefusedPath } from '#main/host/session/loggedRefusals';
import type { SessionRecorder } from '#main/host/session/sessionRecorder';
import type { StoredSession } from '#main/host/store/storedSession';
import { AppException, fail, ok, type Result, resultOf } from '#shared/errors';
import type { AllowedPath, SealPolicy, SealRefusals, SealScope } from '#shared/seal';
import type { Envelope, EventOf } from '#shared/session/events';
import { TOOL_CHARACTERS } from './limits';
import { HeardRefusals } from './sealRefusals';

interface SessionSealParts {
  readonly stored: StoredSession;
  readonly workplace: Workplace;
  readonly recorder: SessionRecorder;
  readonly options: HostOptions;
  /** Called with the number of paths refused so far. */
  onRefusals(count: number): void;
  /** Restarts the agent: running programs keep their seal, so a new one applies only then. */
  restart(): Promise<Result<void>>;
}

/** The seal of a session's agent, its refusals, and the user's additional permissions. */
export class SessionSeal extends DisposableOwner {
  private readonly heard: HeardRefusals;

  constructor(private readonly parts: SessionSealParts) {
    super();
    const { recorder, options } = parts;
    this.heard = this.register(
      new HeardRefusals({
        home: homedir(),
        now: options.now,
        places: async () => {
          const policy = await this.policy();
          return policy.ok ? (policy.value?.places ?? null) : null;
        },
        allowance: (path) => this.allowance(path),
        known: recorder.state.head.refusedPaths,
        record: (refusal) => recordRefusedPath(recorder, refusal),
      }),
    );
    this.heard.onDidChange(() => parts.onRefusals(this.heard.count));
    this.register(recorder.onDidAppend((events) => this.hearEvents(events)));
  }

  /** The seal of the session; undefined if it is not sealed. */
  request(): Result<SealRequest | undefined> {
    if (!this.isSealed) return ok(undefined);
    const { seal } = this.parts.workplace;
    return seal === undefined ? NO_SEAL : ok({ ...seal, allowed: this.allowed() });
  }

  /**
   * The namespace for commands of the session's agent; null if there is none. Commands of a sealed
   * session run sealed or not at all: without a seal it rejects with an `AppException`.
   */
  async openNamespace(): Promise<ProcessNamespace | null> {
    const { openNamespace, openSealed } = this.parts.options;
    const { definition } = this;
    const request = this.request();
    if (!request.ok) throw new AppException(request.error);
    if (request.value === undefined) {
      return definition?.namespace === false ? null : ((await openNamespace?.()) ?? null);
    }
    const opened = definition && (await openSealed?.(definition, request.value));
    if (opened?.ok) return opened.value;
    throw new AppException(opened?.error ?? NO_SEAL.error);
  }

  /**
   * The enclosure in which code from the session's copy must run; null if the session is not
   * sealed.
   */
  async enclosure(): Promise<Result<ProcessNamespace | null>> {
    if (!this.isSealed) return ok(null);
    return resultOf(() => this.openNamespace());
  }

  /** The rights of the session's agent; null if the session is not sealed. */
  async policy(): Promise<Result<SealPolicy | null>> {
    const request = this.request();
    if (!request.ok) return request;
    if (request.value === undefined) return ok(null);
    const { definition } = this;
    const told = definition && (await this.parts.options.sealPolicy?.(definition, request.value));
    return told ?? NO_SEAL;
  }

  /** The refusals of the seal so far; empty if the session is not sealed. */
  async listRefusals(): Promise<SealRefusals> {
    await this.refusals?.drain();
    return this.refusals?.list() ?? { refusals: [], isComplete: true };
  }

  /**
   * Allows the agent to see this path from its next start on. The agent is restarted unless a turn
   * runs.
   */
  async allow(
    { path, access }: Pick<AllowedPath, 'path' | 'access'>,
    scope: SealScope,
  ): Promise<Result<void>> {
    const real = await this.allowance(path);
    if (!real.ok) return real;
    const { allowedPaths } = this.parts.options;
    if (allowedPaths === undefined) return NO_SEAL;
    await allowedPaths.allow(this.ownerOf(scope), { path, real: real.value, access });
    this.refusals?.forget(path);
    return this.parts.restart();
  }

  async revoke(path: string, scope: SealScope): Promise<Result<void>> {
    await this.parts.options.allowedPaths?.takeBack(this.ownerOf(scope), path);
    this.refusals?.forget(path);
    return this.parts.restart();
  }

  allowed(): Readonly<Record<SealScope, readonly AllowedPath[]>> {
    const { allowedPaths } = this.parts.options;
    const of = (scope: SealScope) => allowedPaths?.of(this.ownerOf(scope)) ?? [];
    return { session: of('session'), project: of('project') };
  }

  /** The target of a path that may be allowed, or an error that says why the path stays closed. */
  async allowance(path: string): Promise<Result<string>> {
    const request = this.request();
    if (!request.ok) return request;
    const { definition } = this;
    if (request.value === undefined || definition === undefined) return NO_SEAL;
    const { sealAllowance } = this.parts.options;
    return (await sealAllowance?.(definition, request.value, path)) ?? NO_SEAL;
  }

  /** Called when Airlock refused to read or write a path for the agent. */
  refused(path: string, access: 'read' | 'write'): void {
    this.refusals?.refused(path, access, access === 'write' ? ONLY_COPY : null);
  }

  /** Called when the agent is started again, perhaps with another seal. */
  reset(): void {
    this.refusals?.reset();
  }

  hearAgent(text: string): void {
    this.refusals?.hear(text, 'agent');
  }

  /** Reads the output of a command, in pieces. */
  hearCommand(terminal: string, data: string): void {
    this.refusals?.hearPiece(terminal, data, 'command');
  }

  async forgetLogin(): Promise<void> {
    const request = this.request();
    const { definition } = this;
    if (!request.ok || request.value === undefined || definition === undefined) return;
    await this.parts.options.forgetLogin?.(definition, request.value);
  }

  private get isSealed(): boolean {
    return this.parts.stored.state.head.isolation === 'sealed';
  }

  private get definition() {
    return this.parts.options.findAgent(this.parts.stored.state.head.agent.id);
  }

  /**
   * The refusals; null if the session is not sealed, which a new session knows only once it has
   * begun.
   */
  private get refusals(): HeardRefusals | null {
    return this.isSealed ? this.heard : null;
  }

  private ownerOf(scope: SealScope): string {
    const { stored, workplace } = this.parts;
    const { id } = stored.state.head;
    return scope === 'session' ? id : (workplace.seal?.project[0] ?? id);
  }

  /** Reads tool calls, in which agents that run commands themselves report on them. */
  private hearEvents(events: readonly Envelope[]): void {
    if (this.refusals === null) return;
    for (const event of events) {
      if (event.type === 'tool.updated') this.refusals.hear(toolText(event), 'tool');
      // The last part of it may arrive together with the end.
      const isEnd = event.type === 'agent.failed' || event.type === 'agent.exited';
      if (isEnd) this.refusals.hear(event.stderrTail ?? '', 'agent');
    }
  }
}

/** I13: an agent's writes through us go to its copy, whatever the agent itself may write. */
const ONLY_COPY =
  'Airlock writes files for an agent only in its copy. If you allow the folder, the agent can write there itself.';

const NO_SEAL = fail('unavailable', 'This session is sealed, and its seal cannot be made.');

function toolText({ content, output }: EventOf<'tool.updated'>): string {
  const texts = (content ?? []).map((part) =>
    part.type === 'content' && part.content.type === 'text' ? part.content.text : null,
  );
  const inline = [...texts, output].filter((text) => typeof text === 'string');
  return inline.join('\n').slice(0, TOOL_CHARACTERS);
}
