import { onTestFinished } from 'vitest';
import { Collisions } from '#main/host/compare/collisions';
import { MovedBases } from '#main/host/compare/movedBases';
import { createCompareHandlers } from '#main/ipc/requests/compareRequests';
import { createProvenanceHandlers } from '#main/ipc/requests/provenanceRequests';
import type { ChangeView } from '#shared/airlock/changeView';
import { originsIn } from '#shared/airlock/provenance/origin';
import type { AgentId, SessionId } from '#shared/ids';
import type { HunkPicks } from '#shared/ipc/compare';
import { GitRepository } from './gitRepository';
import { type ScriptedAgent, scriptedAgent } from './scenario';
import type { TemporaryFolder } from './temporaryFolder';
import { TestEngine, unwrap } from './testEngine';
import { TestFiles } from './testFiles';
import { testFolder } from './testFolder';

/**
 * Several agents on one project, each with its own copy; the test writes into it in the agent's
 * place.
 */
export class AgentSet {
  readonly sessions: SessionId[] = [];
  private services: ReturnType<typeof servicesOf>;

  private constructor(
    private readonly folder: TemporaryFolder,
    readonly repository: GitRepository,
    private readonly agents: Readonly<Record<string, ScriptedAgent>>,
    private test: TestEngine,
  ) {
    this.services = servicesOf(test);
  }

  /** The agents are called A0, A1 and so on. */
  static async start(files: Readonly<Record<string, string>>, count: number): Promise<AgentSet> {
    const folder = testFolder();
    const repository = await GitRepository.createWith(folder.join('project'), files);
    const names = Array.from({ length: count }, (_, index) => `A${index}`);
    const agents = Object.fromEntries(
      names.map((name) => [name, scriptedAgent(folder, { turns: [] }, name)] as const),
    );
    const test = await startEngine(folder, agents);
    const set = new AgentSet(folder, repository, agents, test);
    for (const name of names) {
      const { id } = await test.create(name, repository.path, undefined, 'isolated');
      set.sessions.push(id);
    }
    return set;
  }

  get engine() {
    return this.test.engine;
  }

  get collisions(): Collisions {
    return this.services.collisions;
  }

  get movedBases(): MovedBases {
    return this.services.movedBases;
  }

  get compare() {
    return this.services.compare;
  }

  get provenance() {
    return this.services.provenance;
  }

  /** Restarts as if the user had quit the app and started it again. */
  async restart(): Promise<void> {
    this.services.dispose();
    await this.test.stop();
    this.test = await startEngine(this.folder, this.agents);
    this.services = servicesOf(this.test);
  }

  async changes(id: SessionId) {
    const session = unwrap(await this.engine.host.open(id));
    return unwrap(session.changes);
  }

  /** The files of a session's copy. */
  async copy(id: SessionId): Promise<TestFiles> {
    return new TestFiles((await this.changes(id)).workRoot);
  }

  /** The changes that are undecided. */
  async open(id: SessionId): Promise<readonly ChangeView[]> {
    unwrap(await this.test.changes.look(id));
    const { changes } = unwrap(await this.test.changes.list(id));
    return changes.filter(({ status }) => status === 'open');
  }

  /** Accepts all undecided hunks, or the wanted ones. */
  async accept(id: SessionId, isWanted: (view: ChangeView, hunk: number) => boolean = () => true) {
    const verdicts = (await this.open(id)).flatMap((view) => {
      const hunks = view.hunks
        .filter(({ outcome }, index) => outcome.state === 'pending' && isWanted(view, index))
        .map(({ hunk }) => ({ hunkId: hunk.id, verdict: 'accept' as const }));
      const { changeId } = view.change;
      return hunks.length === 0 ? [] : [{ changeId, hunks, acknowledgesRisk: true }];
    });
    const report = unwrap(await this.test.changes.decide(id, verdicts));
    await this.engine.provenance.drain();
    return report;
  }

  async composeAll(ids: readonly SessionId[]) {
    const picks: HunkPicks[] = [];
    for (const id of ids) picks.push(...allPicks(id, await this.open(id)));
    return this.compose(picks);
  }

  async compose(picks: readonly HunkPicks[]) {
    return unwrap(
      await this.compare['compare.compose'](
        {
          agentId: 'A0' as AgentId,
          folder: this.repository.path,
          isolation: 'isolated',
          title: 'Composed',
          picks,
          prompt: null,
        },
        0,
      ),
    );
  }

  /** The lines of a user's file that have a named origin, each with the name. */
  async named(path: string, folder = this.repository.path): Promise<readonly string[]> {
    await this.engine.provenance.drain();
    const { text, origins, runs } = unwrap(
      await this.provenance['provenance.file']({ folder, path }, 0),
    );
    const sources = originsIn(runs).map((one) => (one === null ? undefined : origins[one]));
    return text.split(/\r?\n/).flatMap((line, index) => {
      const source = sources[index];
      return source === undefined ? [] : [`${source.agent.name}: ${line}`];
    });
  }
}

export function allPicks(sessionId: SessionId, views: readonly ChangeView[]): HunkPicks[] {
  return views.map(({ change, hunks }) => ({
    sessionId,
    changeId: change.changeId,
    hunkIds: hunks.map(({ hunk }) => hunk.id),
  }));
}

function startEngine(
  folder: TemporaryFolder,
  agents: Readonly<Record<string, ScriptedAgent>>,
): Promise<TestEngine> {
  return TestEngine.start(folder.join('data'), agents, { workplaces: undefined });
}

function servicesOf({ engine }: TestEngine) {
  const { host, provenance, unfinished } = engine;
  const collisions = new Collisions(host);
  const movedBases = new MovedBases(host);
  const dispose = () => {
    collisions.dispose();
    movedBases.dispose();
  };
  onTestFinished(dispose);
  return {
    collisions,
    movedBases,
    compare: createCompareHandlers({ host, collisions, provenance, unfinished }),
    provenance: createProvenanceHandlers({ host, provenance }),
    dispose,
  };
}
