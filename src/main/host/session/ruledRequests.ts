import type { SessionFiles } from '#main/host/files/sessionFiles';
import { type BlobSource, resolveBody } from '#main/host/store/storedSession';
import type { Permissions } from '#main/permissions/permissions';
import type { Judgement, Requester } from '#shared/permissions/judge';
import type { Proposal } from '#shared/permissions/proposal';
import { isBlobReference } from '#shared/session/content';
import type { AskedFacts } from '#shared/session/request/askedFacts';
import type { SessionRecorder } from './sessionRecorder';

/**
 * Longer input is not read: nobody writes a rule for it, and a rule that denies anything similar
 * denies it.
 */
const INPUT_BYTES = 1024 * 1024;

const ASK: Judgement = { effect: 'ask', by: [] };

/** Applies the user's rules to the requests of one session. */
export class RuledRequests {
  constructor(
    private readonly permissions: Permissions,
    private readonly recorder: SessionRecorder,
    private readonly files: Pick<SessionFiles, 'locate'>,
    private readonly blobs: BlobSource,
  ) {}

  /**
   * Whether any rule asks or denies, or may do so without reading: then even requests that usually
   * need no question must be judged.
   */
  get restrict(): boolean {
    const { rules, problem } = this.permissions.current;
    return problem !== null || rules.some(({ effect }) => effect !== 'allow');
  }

  async judge(facts: AskedFacts): Promise<Judgement> {
    const asked = await this.whole(facts);
    const judgement = await this.permissions.judge(asked, this.requester);
    return judgement.effect === 'allow' && !(await this.staysInCopy(asked)) ? ASK : judgement;
  }

  async propose(asked: AskedFacts): Promise<Proposal> {
    return this.permissions.propose(await this.whole(asked), this.requester);
  }

  /** Adds the input that is stored next to the log. */
  private async whole(asked: AskedFacts): Promise<AskedFacts> {
    const { input } = asked;
    if (input === null || !isBlobReference(input) || input.bytes > INPUT_BYTES) return asked;
    return { ...asked, input: (await resolveBody(input, this.blobs)) ?? input };
  }

  private get requester(): Requester {
    const { id, agent, project, cwd, isolation } = this.recorder.state.head;
    return { sessionId: id, agent: agent.id, project, cwd, isolation };
  }

  /**
   * Whether the request stays in the copy, because a link in it may lead out. The system confines
   * sealed agents, but not other isolated ones.
   */
  private async staysInCopy(asked: AskedFacts): Promise<boolean> {
    const { isolation, cwd } = this.requester;
    if (isolation !== 'isolated') return true;
    const { needs } = await this.permissions.needsOf(asked, cwd);
    for (const need of needs) {
      if (need.type !== 'path' || need.access !== 'write') continue;
      if (!(await this.files.locate(need.place.path, 'write')).ok) return false;
    }
    return true;
  }
}
