import type { Age, KeptLines } from '#shared/airlock/provenance/standing';
import { acceptance } from '#shared/airlock/score';
import type { SessionScore } from '#shared/ipc/compare';

/** The results of one agent's changes over several sessions. */
export interface AgentScore {
  readonly id: string;
  readonly name: string;
  /**
   * The number of sessions in which the agent worked; those that the user alone composed do not
   * count.
   */
  readonly sessions: number;
  readonly proposed: number;
  readonly accepted: number;
  /** The accepted hunks that the user changed first. */
  readonly edited: number;
  readonly rejected: number;
  readonly open: number;
  readonly addedLines: number;
  readonly removedLines: number;
  /** The share of accepted hunks among the decided ones; null if none was decided. */
  readonly acceptance: number | null;
  /** The median time from the start of a session to its first change; null if there was none. */
  readonly firstChangeMilliseconds: number | null;
  /** How many accepted lines were left after a day and after a week. */
  readonly day: KeptLines;
  readonly week: KeptLines;
  /**
   * The share of checked sessions whose checks passed at the first try; null if none was checked.
   */
  readonly greenFirst: number | null;
  /**
   * Tokens per accepted line in sessions that report tokens; null if none reports them or no line
   * was accepted.
   */
  readonly tokensPerLine: number | null;
  /** Cost per accepted line in one currency; null if there are several. */
  readonly costPerLine: { readonly amount: number; readonly currency: string } | null;
  readonly questions: number;
}

/** One row per agent and model, the one with the most accepted changes first. */
export function scoreTable(scores: readonly SessionScore[]): readonly AgentScore[] {
  const byAgent = Map.groupBy(scores, ({ agent, model }) => `${agent.id}\0${model ?? ''}`);
  return [...byAgent.values()].map(rowOf).toSorted((a, b) => b.accepted - a.accepted);
}

function rowOf(scores: readonly SessionScore[]): AgentScore {
  const sum = (of: (score: SessionScore) => number) =>
    scores.reduce((total, score) => total + of(score), 0);
  const [accepted, rejected, open] = [
    sum((score) => score.accepted),
    sum((score) => score.rejected),
    sum((score) => score.open),
  ];
  const worked = scores.filter(({ isComposed, turnCount }) => !isComposed || turnCount > 0);
  return {
    id: scores[0]?.agent.id ?? '',
    name: [scores[0]?.agent.name ?? '', scores[0]?.model ?? []].flat().join(' · '),
    sessions: worked.length,
    proposed: accepted + rejected + open,
    accepted,
    edited: sum((score) => score.edited),
    rejected,
    open,
    addedLines: sum((score) => score.addedLines),
    removedLines: sum((score) => score.removedLines),
    acceptance: acceptance({ accepted, rejected }),
    firstChangeMilliseconds: median(
      worked.flatMap(({ firstChangeAt, createdAt, isComposed }) =>
        firstChangeAt === null || isComposed ? [] : Math.max(0, firstChangeAt - createdAt),
      ),
    ),
    day: kept(scores, 'day'),
    week: kept(scores, 'week'),
    tokensPerLine: perLine(scores, ({ tokens }) => tokens),
    costPerLine: costPerLine(scores),
    questions: sum((score) => score.questions),
    greenFirst: share(worked.flatMap(({ firstChecks }) => firstChecks ?? [])),
  };
}

function kept(scores: readonly SessionScore[], age: Age): KeptLines {
  const sum = (part: keyof KeptLines) =>
    scores.reduce((total, { standing }) => total + (standing?.[age][part] ?? 0), 0);
  return { lines: sum('lines'), left: sum('left'), waiting: sum('waiting') };
}

/** The share of lines that were still there; null if it is too early for all of them. */
export function keptShare({ lines, left }: KeptLines): number | null {
  return lines === 0 ? null : left / lines;
}

function perLine(
  scores: readonly SessionScore[],
  of: (score: SessionScore) => number | null,
): number | null {
  const told = scores.flatMap((score) => {
    const spent = of(score);
    return spent === null ? [] : [{ spent, lines: score.addedLines }];
  });
  const lines = told.reduce((sum, one) => sum + one.lines, 0);
  return lines === 0 ? null : told.reduce((sum, { spent }) => sum + spent, 0) / lines;
}

function costPerLine(scores: readonly SessionScore[]): AgentScore['costPerLine'] {
  const [currency, ...others] = new Set(scores.flatMap(({ cost }) => cost?.currency ?? []));
  if (currency === undefined || others.length > 0) return null;
  const amount = perLine(scores, ({ cost }) => cost?.amount ?? null);
  return amount === null ? null : { amount, currency };
}

function share(values: readonly boolean[]): number | null {
  return values.length === 0 ? null : values.filter(Boolean).length / values.length;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? null;
}

const COLUMNS = [
  ['Agent', ({ name }) => name],
  ['Sessions', ({ sessions }) => sessions],
  ['Proposed hunks', ({ proposed }) => proposed],
  ['Accepted', ({ accepted }) => accepted],
  ['Edited before accepted', ({ edited }) => edited],
  ['Rejected', ({ rejected }) => rejected],
  ['Undecided', ({ open }) => open],
  ['Lines added', ({ addedLines }) => addedLines],
  ['Lines removed', ({ removedLines }) => removedLines],
  ['Acceptance', (row) => row.acceptance?.toFixed(3) ?? ''],
  ['First change (s)', (row) => seconds(row.firstChangeMilliseconds)],
  ['Lines counted after a day', (row) => row.day.lines],
  ['Still there after a day', (row) => row.day.left],
  ['Lines counted after a week', (row) => row.week.lines],
  ['Still there after a week', (row) => row.week.left],
  ['Checks passed on first try', (row) => row.greenFirst?.toFixed(3) ?? ''],
  ['Tokens per accepted line', (row) => row.tokensPerLine?.toFixed(1) ?? ''],
  ['Cost per accepted line', (row) => row.costPerLine?.amount.toFixed(4) ?? ''],
  ['Currency', (row) => row.costPerLine?.currency ?? ''],
  ['Questions asked', ({ questions }) => questions],
] as const satisfies readonly (readonly [string, (row: AgentScore) => string | number])[];

function seconds(milliseconds: number | null): string {
  return milliseconds === null ? '' : (milliseconds / 1_000).toFixed(1);
}

/** Comma-separated values, for a spreadsheet. */
export function scoreCsv(rows: readonly AgentScore[]): string {
  const lines = [
    COLUMNS.map(([title]) => title),
    ...rows.map((row) => COLUMNS.map(([, value]) => value(row))),
  ];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Prevents a spreadsheet from running a cell that looks like a formula. */
function csvCell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value.replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const DAY_MILLISECONDS = 86_400_000;
/** A day can be this much longer when clocks are set back. */
const HOUR = 1 / 24;

/** The decisions on sessions that began in one period. */
export interface ScorePeriod {
  readonly from: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly open: number;
}

/** When a day began, by the user's clock. The count of days includes today. */
export function daysAgo(now: number, days: number): number {
  return Number.isFinite(days) ? midnight(now, 1 - days) : Number.NEGATIVE_INFINITY;
}

/** Computed by date, because days differ in length where clocks change. */
function midnight(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/**
 * At most this many periods of equal length in days that contain all sessions, oldest first. The
 * last one ends today.
 */
export function scorePeriods(
  scores: readonly SessionScore[],
  since: number,
  now: number,
  most: number,
): readonly ScorePeriod[] {
  const isEndless = !Number.isFinite(since);
  const begin = isEndless ? Math.min(now, ...scores.map(({ createdAt }) => createdAt)) : since;
  const days = Math.max(1, Math.ceil((midnight(now, 1) - begin) / DAY_MILLISECONDS - HOUR));
  const count = isEndless ? most : Math.min(most, days);
  const length = Math.ceil(days / count);
  const starts = Array.from({ length: count }, (_, index) =>
    midnight(now, 1 - (count - index) * length),
  );
  const at = ({ createdAt }: SessionScore) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= createdAt),
    );
  const groups = Map.groupBy(scores, at);
  return starts.map((from, index) => {
    const own = groups.get(index) ?? [];
    const sum = (of: (score: SessionScore) => number) =>
      own.reduce((total, score) => total + of(score), 0);
    return {
      from,
      accepted: sum(({ accepted }) => accepted),
      rejected: sum(({ rejected }) => rejected),
      open: sum(({ open }) => open),
    };
  });
}
