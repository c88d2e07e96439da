import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';
import {
  isSameOrigin,
  type Origin,
  originRuns,
  originsIn,
} from '#shared/airlock/provenance/origin';
import type { Tally } from '#shared/airlock/provenance/standing';
import type {
  CreditedFile,
  LineOrigin,
  RemovedLines,
  TracedText,
} from '#shared/airlock/provenance/trace';
import type { HunkCredit } from '#shared/airlock/score';
import type { DecisionId, SessionId } from '#shared/ids';
import { REMEMBERED_DECISIONS, TRACED_FILES } from './limits';

/** What is known about one of the user's files. */
export interface TracedFile {
  readonly text: TracedText;
  /** Lines that the last decisions removed, in case one is undone; oldest first. */
  readonly removed: readonly (readonly [decisionId: DecisionId, lines: RemovedLines])[];
}

const run = z.object({ count: z.int().positive(), origin: z.int().nonnegative().nullable() });
const removed = z.array(
  z.tuple([z.string(), z.array(z.tuple([z.string(), z.int().nonnegative()]))]),
);

const schema = z.object({
  v: z.literal(1),
  origins: z.array(
    z.object({
      sessionId: z.string(),
      via: z.string().exactOptional(),
      title: z.string(),
      agent: z.object({ id: z.string(), name: z.string() }),
      model: z.string().nullable(),
      turnId: z.string().nullable(),
      prompt: z.string().nullable(),
      toolCallId: z.string().nullable(),
      tool: z.string().nullable(),
      at: z.number(),
    }),
  ),
  files: z.array(z.object({ path: z.string(), keys: z.string(), runs: z.array(run), removed })),
  /** The origins of lines in composed results. */
  composed: z.array(
    z.object({
      session: z.string(),
      /** The owners of lines without their positions, as earlier versions stored them. */
      credits: z
        .array(z.object({ origin: z.int().nonnegative(), keys: z.array(z.string()) }))
        .optional(),
      files: z
        .array(z.object({ paths: z.array(z.string()), keys: z.string(), runs: z.array(run) }))
        .optional(),
      /**
       * The session's hunks, by the hunks that they were picked from; earlier versions did not
       * store this.
       */
      hunks: z
        .array(
          z.object({
            path: z.string(),
            hunkId: z.string(),
            from: z.object({ sessionId: z.string(), changeId: z.string(), hunkId: z.string() }),
          }),
        )
        .optional(),
    }),
  ),
  /** The number of lines that were accepted from an origin; earlier versions did not count them. */
  tallies: z
    .array(
      z.object({
        origin: z.int().nonnegative(),
        at: z.number(),
        lines: z.int().positive(),
        day: z.int().nonnegative().nullable(),
        week: z.int().nonnegative().nullable(),
      }),
    )
    .optional(),
  /** The number of decisions by each session that were followed. */
  sessions: z.array(z.object({ id: z.string(), decisions: z.int().nonnegative() })),
});

/** The origins of the lines in a project's files. */
export class ProvenanceState {
  readonly origins: Origin[] = [];
  readonly files = new Map<string, TracedFile>();
  readonly sessions = new Map<SessionId, number>();
  readonly composed = new Map<SessionId, readonly CreditedFile[]>();
  readonly credits = new Map<SessionId, readonly HunkCredit[]>();
  /** The counts by the number of their origin. */
  readonly tallies = new Map<number, Tally>();

  /** The number of an origin; a new one if this origin is not in the list yet. */
  number(origin: Origin): number {
    const known = this.origins.findLastIndex((one) => isSameOrigin(one, origin));
    return known === -1 ? this.origins.push(origin) - 1 : known;
  }

  put(path: string, file: TracedFile): void {
    this.files.delete(path);
    this.files.set(path, { ...file, removed: file.removed.slice(-REMEMBERED_DECISIONS) });
    const oldest = this.files.keys().next().value;
    if (this.files.size > TRACED_FILES && oldest !== undefined) this.files.delete(oldest);
  }
}

/**
 * The provenance file of one project. A file that cannot be read counts as empty, and is not
 * overwritten.
 */
export class ProvenanceFile {
  private readonly file: KeptFile<ProvenanceState>;
  private state: ProvenanceState | null = null;

  constructor(
    private readonly path: string,
    onProblem: ReportProblem,
  ) {
    this.file = new KeptFile({ path, version: 1, parse, onProblem });
  }

  /** Null while the system cannot read the file. */
  async load(): Promise<ProvenanceState | null> {
    if (this.state !== null) return this.state;
    const kept = await this.file.read();
    if (kept.type === 'unavailable') return null;
    this.state = kept.type === 'found' ? kept.value : new ProvenanceState();
    return this.state;
  }

  async save(): Promise<void> {
    const { state } = this;
    if (state === null) return;
    await mkdir(dirname(this.path), { recursive: true });
    await this.file.write(() => `${JSON.stringify(written(state))}\n`);
  }
}

function written({ origins, files, sessions, composed, credits: hunks, tallies }: ProvenanceState) {
  return {
    v: 1,
    origins,
    files: [...files].map(([path, { text, removed: gone }]) => ({
      path,
      ...writtenText(text),
      removed: gone,
    })),
    composed: [...composed].map(([session, credited]) => ({
      session,
      files: credited.map(({ paths, text }) => ({ paths, ...writtenText(text) })),
      hunks: hunks.get(session) ?? [],
    })),
    tallies: [...tallies].map(([origin, tally]) => ({ origin, ...tally })),
    sessions: [...sessions].map(([id, decisions]) => ({ id, decisions })),
  };
}

function writtenText({ keys, origins }: TracedText) {
  return { keys: keys.join(' '), runs: originRuns(origins) };
}

function readText({ keys, runs }: ReturnType<typeof writtenText>): TracedText {
  return { keys: keys === '' ? [] : keys.split(' '), origins: originsIn(runs) };
}

/** Parses the file. An entry that names a missing origin is damaged. */
function parse(value: unknown): ProvenanceState | null {
  const data = schema.safeParse(value).data;
  if (data === undefined) return null;
  const state = new ProvenanceState();
  state.origins.push(...(data.origins as unknown as readonly Origin[]));
  const isKnown = (origin: LineOrigin) => origin === null || origin < state.origins.length;
  const isWhole = ({ keys, origins }: TracedText) =>
    keys.length === origins.length && origins.every(isKnown);
  for (const { path, removed: gone, ...rest } of data.files) {
    const text = readText(rest);
    const lines = gone.flatMap(([, all]) => all.map(([, origin]) => origin));
    if (!isWhole(text) || !lines.every(isKnown)) return null;
    state.files.set(path, { text, removed: gone as unknown as TracedFile['removed'] });
  }
  for (const { session, credits = [], files = [], hunks = [] } of data.composed) {
    const anywhere = {
      keys: credits.flatMap(({ keys }) => keys),
      origins: credits.flatMap(({ origin, keys }) => keys.map(() => origin)),
    };
    const credited = files.map(({ paths, ...rest }) => ({ paths, text: readText(rest) }));
    if (credits.length > 0) credited.push({ paths: [], text: anywhere });
    if (!credited.every(({ text }) => isWhole(text))) return null;
    state.credits.set(session as SessionId, hunks as unknown as readonly HunkCredit[]);
    state.composed.set(session as SessionId, credited);
  }
  for (const { origin, ...tally } of data.tallies ?? []) {
    if (!isKnown(origin)) return null;
    state.tallies.set(origin, tally);
  }
  for (const { id, decisions } of data.sessions) state.sessions.set(id as SessionId, decisions);
  return state;
}
