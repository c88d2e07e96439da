import { z } from 'zod';
import type { Guards } from './guards';
import type { InspectorRequest } from './inspectorHandlers';
import { sessionId } from './sessionGuards';

const MAX_FILTER = 1_000;

export const inspectorGuards: Pick<Guards, InspectorRequest> = {
  'inspector.open': z.strictObject({
    sessionId,
    filter: z.strictObject({
      text: z.string().max(MAX_FILTER),
      show: z.enum(['all', 'messages', 'stderr', 'faults']),
    }),
  }),
  'inspector.close': z.null(),
  'inspector.frame': z.strictObject({ sessionId, number: z.int().positive() }),
  'inspector.openTrace': z.strictObject({ sessionId }),
};
