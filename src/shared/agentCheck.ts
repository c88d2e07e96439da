import type { AgentId } from './ids';

interface CheckStepFacts {
  readonly title: string;
  /** The step needs an answer from the agent's model. */
  readonly needsPrompt: boolean;
}

/** What a check tries, in the order in which it is shown. */
export const checkSteps = {
  start: { title: 'Start', needsPrompt: false },
  output: { title: 'Output', needsPrompt: false },
  session: { title: 'New session', needsPrompt: false },
  login: { title: 'Login', needsPrompt: false },
  list: { title: 'List of sessions', needsPrompt: false },
  end: { title: 'End', needsPrompt: false },
  sealed: { title: 'Sealed: start', needsPrompt: false },
  permission: { title: 'Permission', needsPrompt: true },
  write: { title: 'File', needsPrompt: true },
  command: { title: 'Command', needsPrompt: true },
  cancel: { title: 'Stop', needsPrompt: true },
  resume: { title: 'Resume', needsPrompt: true },
  load: { title: 'Load', needsPrompt: true },
  sealedWork: { title: 'Sealed: work', needsPrompt: true },
} as const satisfies Record<string, CheckStepFacts>;

export type CheckStep = keyof typeof checkSteps;

export const checkStepList = Object.keys(checkSteps) as readonly CheckStep[];

/** `note`: nothing is wrong, but it is good to know. */
export type CheckVerdict = 'ok' | 'note' | 'problem' | 'skipped';

/** The result of one step, in a sentence. */
export interface CheckFinding {
  readonly step: CheckStep;
  readonly verdict: CheckVerdict;
  readonly message: string;
  /** What to do about it; null if there is nothing to do. */
  readonly advice: string | null;
  readonly milliseconds: number | null;
}

/** What a check found out about one version of an agent. */
export interface AgentCheck {
  readonly agentId: AgentId;
  readonly name: string;
  /**
   * The version that the agent reports, or that its program reported when it was found; null if
   * neither did.
   */
  readonly version: string | null;
  /** The version that the program reported when it was found; another version means an update. */
  readonly programVersion: string | null;
  readonly protocol: string | null;
  /** The agent's abilities, such as `resume`. */
  readonly abilities: readonly string[];
  /** In milliseconds since 1970. */
  readonly at: number;
  /** The version of the app, and the system. */
  readonly app: string;
  readonly system: string;
  readonly withPrompts: boolean;
  readonly findings: readonly CheckFinding[];
  /** What the agent printed last; empty if nothing. */
  readonly stderrTail: string;
}

/** A step whose result differs from that of the previous version. */
export interface CheckChange {
  readonly step: CheckStep;
  readonly before: CheckVerdict;
  readonly after: CheckFinding;
  readonly isWorse: boolean;
}

export const verdictWeights: Readonly<Record<CheckVerdict, number>> = {
  ok: 0,
  skipped: 0,
  note: 1,
  problem: 2,
};

/**
 * The steps whose result an update changed. Steps that only one of the checks has tried do not
 * count.
 */
export function changesSince(before: AgentCheck, after: AgentCheck): readonly CheckChange[] {
  return after.findings.flatMap((finding) => {
    const earlier = before.findings.find(({ step }) => step === finding.step)?.verdict;
    if (earlier === undefined || earlier === finding.verdict) return [];
    if (earlier === 'skipped' || finding.verdict === 'skipped') return [];
    const isWorse = verdictWeights[finding.verdict] > verdictWeights[earlier];
    return [{ step: finding.step, before: earlier, after: finding, isWorse }];
  });
}

/** The result of all steps, in a sentence. */
export function checkSummary({ findings }: Pick<AgentCheck, 'findings'>): string {
  const count = (verdict: CheckVerdict) =>
    findings.filter((finding) => finding.verdict === verdict).length;
  const problems = count('problem');
  if (problems > 0) return problems === 1 ? '1 problem' : `${problems} problems`;
  const notes = count('note');
  if (notes > 0) return notes === 1 ? 'Works, with 1 note' : `Works, with ${notes} notes`;
  return 'Works';
}

const words: Readonly<Record<CheckVerdict, string>> = {
  ok: 'ok',
  note: 'note',
  problem: 'PROBLEM',
  skipped: 'skipped',
};

/** The whole result as text, for a bug report. Secrets must have been removed from it. */
export function checkReport(check: AgentCheck): string {
  const { name, version, protocol, abilities, app, system, withPrompts, stderrTail } = check;
  const lines = check.findings.map(({ step, verdict, message, advice, milliseconds }) => {
    const time = milliseconds === null ? '' : ` (${milliseconds} ms)`;
    const hint = advice === null ? '' : ` ${advice}`;
    return `- ${checkSteps[step].title}: ${words[verdict]}${time}. ${message}${hint}`;
  });
  return [
    `${name} ${version ?? '(version unknown)'}: ${checkSummary(check)}`,
    `Checked ${new Date(check.at).toISOString()} by Airlock ${app} on ${system}, ${withPrompts ? 'with' : 'without'} prompts.`,
    `Protocol: ${protocol ?? 'unknown'}. Offers: ${abilities.length === 0 ? 'nothing beyond prompts' : abilities.join(', ')}.`,
    '',
    ...lines,
    ...(stderrTail === '' ? [] : ['', 'Last output:', stderrTail]),
  ].join('\n');
}

/** What the window shows about the checks of an agent. */
export interface AgentCheckState {
  readonly running: {
    readonly withPrompts: boolean;
    /** The step that is being tried. */
    readonly step: CheckStep;
    readonly findings: readonly CheckFinding[];
  } | null;
  /** The newest result; null if it was never checked. */
  readonly last: AgentCheck | null;
  /** The newest result of another version, to compare it with. */
  readonly before: AgentCheck | null;
  /** Why the last check produced no result. */
  readonly failure: string | null;
}
