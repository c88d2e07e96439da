import { z } from 'zod';
import { type FileProblem, KeptFile } from '#main/base/files/keptFile';
import { isolations } from '#shared/session/isolation';
import type { SessionSummary } from '#shared/session/summary';

/** The status of a log when its summary was made; a log with the same status need not be read. */
export interface LogStamp {
  readonly size: number;
  readonly modified: number;
}

export interface CachedSummary {
  readonly summary: SessionSummary;
  readonly stamp: LogStamp;
}

/** Increased whenever a summary of the same log would be different. */
const CACHE_VERSION = 4;

/** The compiler requires new fields here; the version must then be increased, too. */
const summaryShape = {
  id: z.string(),
  title: z.string(),
  agent: z.object({ id: z.string(), name: z.string() }),
  project: z.string(),
  cwd: z.string(),
  isolation: z.enum(isolations),
  base: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  archived: z.boolean(),
  turnCount: z.number(),
  lastTurnEnd: z
    .enum([
      'end_turn',
      'max_tokens',
      'max_turn_requests',
      'refusal',
      'cancelled',
      'failed',
      'interrupted',
    ])
    .nullable(),
  status: z.enum(['starting', 'working', 'waiting', 'idle', 'failed', 'interrupted']),
  agentSessionId: z.string().nullable(),
  canFork: z.boolean(),
  model: z.string().nullable(),
  mode: z.string().nullable(),
  effort: z.object({
    milliseconds: z.number(),
    tokens: z.number().nullable(),
    questions: z.number(),
  }),
  turnSince: z.number().nullable(),
  usage: z
    .object({
      used: z.number(),
      size: z.number(),
      cost: z.object({ amount: z.number(), currency: z.string() }).optional(),
    })
    .nullable(),
} satisfies Record<keyof SessionSummary, z.ZodType>;

const cacheSchema = z.object({
  version: z.literal(CACHE_VERSION),
  sessions: z.array(
    z.object({
      stamp: z.object({ size: z.number(), modified: z.number() }),
      summary: z.object(summaryShape),
    }),
  ),
});

/**
 * The cache's file. If anything is wrong with it, it counts as empty, because the logs still exist.
 */
export class CatalogueCache {
  private readonly file: KeptFile<readonly CachedSummary[]>;

  constructor(path: string, onProblem: (problem: FileProblem) => void) {
    this.file = new KeptFile({
      path,
      version: CACHE_VERSION,
      isDerived: true,
      onProblem,
      parse: (value) => {
        const { success, data } = cacheSchema.safeParse(value);
        // Ids are branded types, which a schema cannot check; the folder's name is what counts.
        if (success) return data.sessions as unknown as readonly CachedSummary[];
        return isOlder(value) ? [] : null;
      },
    });
  }

  async load(): Promise<readonly CachedSummary[]> {
    const kept = await this.file.read();
    return kept.type === 'found' ? kept.value.map(withTurnEnd) : [];
  }

  save(sessions: readonly CachedSummary[]): Promise<void> {
    return this.file.write(() => JSON.stringify({ version: CACHE_VERSION, sessions }));
  }
}

/**
 * Corrects summaries of earlier versions, which marked a session as idle whatever ended its turn.
 * Does not read the log.
 */
function withTurnEnd(cached: CachedSummary): CachedSummary {
  const { status, lastTurnEnd } = cached.summary;
  const isUntold = status === 'idle' && (lastTurnEnd === 'failed' || lastTurnEnd === 'interrupted');
  return isUntold ? { ...cached, summary: { ...cached.summary, status: lastTurnEnd } } : cached;
}

function isOlder(value: unknown): boolean {
  const { version } = Object(value) as { version?: unknown };
  return typeof version === 'number' && version < CACHE_VERSION;
}
