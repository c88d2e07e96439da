import { z } from 'zod';
import type { Host } from '#main/host/host';
import type { Provenance } from '#main/host/provenance/provenance';
import { folder } from '#main/ipc/folderGuard';
import type { Guards, Handlers } from '#main/ipc/register';
import { name, sessionId } from '#main/ipc/sessionGuards';
import { fail, ok } from '#shared/errors';
import type { ChangeId } from '#shared/ids';
import type { provenanceRequests } from '#shared/ipc/provenance';

export type ProvenanceRequest = keyof typeof provenanceRequests;

/** A path below the project's folder, without `..`. */
const path = z
  .string()
  .min(1)
  .max(4_096)
  .refine((text) => !text.startsWith('/') && !text.includes('\0'))
  .refine((text) => !text.split('/').includes('..'));

export const provenanceGuards: Pick<Guards, ProvenanceRequest> = {
  'provenance.file': z.strictObject({ folder, path }),
  'provenance.change': z.strictObject({
    sessionId,
    changeId: name.transform((text) => text as ChangeId),
  }),
  'provenance.revert': z.strictObject({ sessionId }),
};

export interface ProvenanceServices {
  readonly host: Host;
  readonly provenance: Provenance;
}

/** In place, accepted changes were on disk already, and no decision wrote them. */
const IN_PLACE = fail(
  'refused',
  'This session works in your own files. Undo the decisions in its review, then reject what you do not want.',
);

export function createProvenanceHandlers({
  host,
  provenance,
}: ProvenanceServices): Pick<Handlers, ProvenanceRequest> {
  return {
    'provenance.file': (input) => provenance.file(input.folder, input.path),
    'provenance.change': (input) => provenance.change(input.sessionId, input.changeId),
    'provenance.revert': async (input) => {
      const session = await host.open(input.sessionId);
      if (!session.ok) return session;
      const { changes } = session.value;
      if (!changes.ok) return changes;
      if (session.value.live.state.head.isolation === 'in-place') return IN_PLACE;
      const decisions = changes.value.steps.accepted;
      const paths = decisions.map((id) => changes.value.steps.pathOf(id));
      const results = await changes.value.undo(decisions);
      return ok({
        reverted: results.reduce((sum, one) => sum + (one.ok ? one.value.outcomes.length : 0), 0),
        problems: results.flatMap((one, index) =>
          one.ok ? [] : [{ path: paths[index] ?? '', message: one.error.message }],
        ),
      });
    },
  };
}
