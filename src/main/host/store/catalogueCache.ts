import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomic } from '#main/base/atomicFile';
import { ifExists } from '#main/base/ifExists';
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
const CACHE_VERSION = 2;

const cacheSchema = z.object({
  version: z.literal(CACHE_VERSION),
  sessions: z.array(
    z.object({
      stamp: z.object({ size: z.number(), modified: z.number() }),
      summary: z.object({
        id: z.string(),
        title: z.string(),
        agent: z.object({ id: z.string(), name: z.string() }),
        project: z.string(),
        cwd: z.string(),
        isolation: z.enum(['isolated', 'in-place']),
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
      }),
    }),
  ),
});

/** Whatever is wrong with the cache, the logs are still there: then it is simply empty. */
export async function loadCache(path: string): Promise<readonly CachedSummary[]> {
  const text = await ifExists(readFile(path, 'utf8'));
  if (text === undefined) return [];
  try {
    // Ids are brands, of which a schema knows nothing; the folder's name is what counts.
    return cacheSchema.parse(JSON.parse(text)).sessions as unknown as readonly CachedSummary[];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return [];
    throw error;
  }
}

export async function saveCache(path: string, sessions: readonly CachedSummary[]): Promise<void> {
  await writeFileAtomic(path, JSON.stringify({ version: CACHE_VERSION, sessions }));
}
