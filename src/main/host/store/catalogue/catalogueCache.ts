import { z } from 'zod';
import { type FileProblem, KeptFile } from '#main/base/files/keptFile';
import { isolations } from '#shared/session/isolation';
import type { SessionSummary } from '#shared/session/summary';

/** A log as it was when its summary was made; a log that still looks so need not be read. */
export interface LogStamp {
  readonly size: number;
  readonly modified: number;
}

export interface CachedSummary {
  readonly summary: SessionSummary;
  readonly stamp: LogStamp;
}

/** Raised whenever a summary of the same log would come out differently. */
const CACHE_VERSION = 4;

/** The compiler asks for a field that is new; the version is then to be raised, too. */
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

/** The cache's file. Whatever is wrong with it, the logs are still there: then it is simply empty. */
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
 * Earlier versions marked a session as idle whatever ended its turn. This is corrected here without
 * reading its log.
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
