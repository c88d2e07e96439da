import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DisposableOwner } from '#main/base/disposable';
import { Emitter } from '#main/base/emitter';
import { KeptFile, problemOf, type ReportProblem } from '#main/base/files/keptFile';
import { Queue } from '#main/base/queue';
import { type SelfArmingTest, selfArmingTest } from '#shared/airlock/selfArming';
import { AppException, fail, ok, type Result } from '#shared/errors';
import type { IdSource, RuleId, SessionId } from '#shared/ids';
import type { PastRequest, RuleList, RulePreview } from '#shared/ipc/permissions';
import { type Judgement, judge, type Policy, type Requester } from '#shared/permissions/judge';
import { type Proposal, proposeRules } from '#shared/permissions/proposal';
import { type RequestNeeds, requestNeeds } from '#shared/permissions/requestNeeds';
import type { PermissionRule, RuleDraft } from '#shared/permissions/rule';
import { isBlobReference } from '#shared/session/content';
import type { AskedFacts } from '#shared/session/request/askedFacts';
import { requestFacts } from '#shared/session/request/requestFacts';
import type { Settings } from '#shared/settings';
import { followLinks } from './followedLinks';
import { KEPT_RULES, LISTED_REQUESTS } from './limits';
import { loadCommandReader } from './readCommandLine';
import { parseRules } from './ruleSchema';

/** An earlier request, with its answer. */
export interface LoggedRequest extends Omit<PastRequest, 'effect'> {
  readonly asked: AskedFacts;
  readonly requester: Requester;
}

export interface PermissionsOptions {
  readonly file: string;
  readonly ids: IdSource;
  readonly onProblem: ReportProblem;
  settings(): Pick<Settings, 'permissions' | 'review'>;
}

/**
 * I27: the user's rules about what all agents may do without a question. Unreadable rules do not
 * count as absent: every request is asked then.
 */
export class Permissions extends DisposableOwner {
  private readonly changes = this.register(new Emitter<RuleList>());
  readonly onDidChange = this.changes.event;
  private readonly writes = new Queue();
  private readonly file: KeptFile<readonly PermissionRule[]>;
  private list: RuleList = { rules: [], problem: null };
  /** Whether the file could not be read the last time; it may be readable by now. */
  private isUnavailable = false;
  private arming: { readonly added: readonly string[]; readonly test: SelfArmingTest } | undefined;

  private constructor(private readonly options: PermissionsOptions) {
    super();
    const { file: path, onProblem } = options;
    this.file = new KeptFile({ path, version: 1, parse: parseRules, onProblem });
  }

  static async open(options: PermissionsOptions): Promise<Permissions> {
    const permissions = new Permissions(options);
    await permissions.load();
    return permissions;
  }

  get current(): RuleList {
    return this.list;
  }

  async judge(asked: AskedFacts, requester: Requester): Promise<Judgement> {
    if (this.isUnavailable) await this.load();
    const needs = await followLinks(await this.needsOf(asked, requester.cwd), {
      cwd: requester.cwd,
      selfArming: this.selfArming(),
    });
    return judge(needs, requester, this.policy(this.list.rules));
  }

  async propose(asked: AskedFacts, requester: Requester): Promise<Proposal> {
    return proposeRules(await this.needsOf(asked, requester.cwd), requester);
  }

  async needsOf(asked: AskedFacts, cwd: string): Promise<RequestNeeds> {
    const { input } = asked;
    const hasCommand = typeof input === 'string' && requestFacts(input).command !== null;
    const read = hasCommand ? await loadCommandReader() : noCommand;
    return requestNeeds(asked, { cwd, read, selfArming: this.selfArming() });
  }

  /** Created again only if the settings name other files. */
  private selfArming(): SelfArmingTest {
    const { selfArming: added } = this.options.settings().review;
    if (this.arming?.added !== added) this.arming = { added, test: selfArmingTest(added) };
    return this.arming.test;
  }

  /** Tests unsaved rules on earlier requests. */
  async preview(
    drafts: readonly RuleDraft[],
    replaces: RuleId | null,
    { requests, isCut }: { readonly requests: readonly LoggedRequest[]; readonly isCut: boolean },
  ): Promise<RulePreview> {
    const tried = drafts.map((draft, index) => ({ ...draft, id: `tried_${index}` as RuleId }));
    const ids = new Set<string>(tried.map(({ id }) => id));
    const others = this.list.rules.filter(({ id }) => id !== replaces);
    const counts = { allow: 0, ask: 0, deny: 0 };
    const listed: PastRequest[] = [];
    let looked = 0;
    for (const { asked, requester, ...request } of requests) {
      // Bodies that are stored next to the log are not read again for this.
      if (asked.input !== null && isBlobReference(asked.input)) continue;
      looked++;
      const needs = await this.needsOf(asked, requester.cwd);
      const { effect, by } = judge(needs, requester, this.policy([...others, ...tried]));
      if (!by.some(({ id }) => ids.has(id))) continue;
      counts[effect]++;
      if (listed.length < LISTED_REQUESTS) listed.push({ ...request, effect });
    }
    return {
      looked,
      allowed: counts.allow,
      asked: counts.ask,
      denied: counts.deny,
      requests: listed,
      isCut,
    };
  }

  save(drafts: readonly RuleDraft[], replaces: RuleId | null): Promise<Result<RuleList>> {
    return this.change((rules) => {
      const fresh = drafts.map((draft) => ({ ...draft, id: this.options.ids.mint('rule') }));
      const [first, ...more] = fresh;
      const at = rules.findIndex(({ id }) => id === replaces);
      // An edited rule keeps its id, so that transcripts still refer to it.
      if (at === -1 || first === undefined || replaces === null) return [...rules, ...fresh];
      return [...rules.with(at, { ...first, id: replaces }), ...more];
    });
  }

  remove(removed: RuleId): Promise<Result<RuleList>> {
    return this.change((rules) => rules.filter(({ id }) => id !== removed));
  }

  restore(rule: PermissionRule): Promise<Result<RuleList>> {
    return this.change((rules) => {
      const at = rules.findIndex(({ id }) => id === rule.id);
      return at === -1 ? [...rules, rule] : rules.with(at, rule);
    });
  }

  /** Removes the rules of a deleted session. */
  async forget(sessionId: SessionId): Promise<void> {
    const isOf = ({ scope }: PermissionRule) =>
      scope.type === 'session' && scope.sessionId === sessionId;
    if (this.list.rules.some(isOf)) {
      await this.change((rules) => rules.filter((rule) => !isOf(rule)));
    }
  }

  private policy(rules: readonly PermissionRule[]): Policy {
    const { problem } = this.list;
    return { rules: problem === null ? rules : null, shipped: this.options.settings().permissions };
  }

  private async load(): Promise<void> {
    const kept = await this.file.read();
    this.isUnavailable = kept.type === 'unavailable';
    const problem = problemOf(kept);
    this.tell({ rules: kept.type === 'found' ? kept.value : [], problem });
  }

  /** Changes the rules; settles when they are on disk. */
  private change(
    edit: (rules: readonly PermissionRule[]) => readonly PermissionRule[],
  ): Promise<Result<RuleList>> {
    return this.writes.run(async () => {
      let next = this.list.rules;
      try {
        await mkdir(dirname(this.options.file), { recursive: true });
        await this.file.write((unseen) => {
          const { length } = unseen ?? this.list.rules;
          next = edit(unseen ?? this.list.rules);
          // A file that was written by hand may have more rules, which can be removed.
          if (next.length > Math.max(KEPT_RULES, length)) {
            const message = `There are ${length} rules already. Remove some first.`;
            throw new AppException({ code: 'refused', message });
          }
          return `${JSON.stringify({ v: 1, rules: next })}\n`;
        });
      } catch (error) {
        if (error instanceof AppException) return fail(error.code, error.message);
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === undefined) throw error;
        return fail('io', `The rules could not be saved. ${message}`);
      }
      this.isUnavailable = false;
      this.tell({ rules: next, problem: null });
      return ok(this.list);
    });
  }

  private tell(list: RuleList): void {
    this.list = list;
    this.changes.fire(list);
  }
}

const noCommand = () => ({ type: 'unreadable', reason: 'There is no command.' }) as const;
