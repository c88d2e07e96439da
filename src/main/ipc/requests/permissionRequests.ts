import { z } from 'zod';
import type { Host } from '#main/host/host';
import type { Guards, Handlers } from '#main/ipc/register';
import { name, sessionId } from '#main/ipc/sessionGuards';
import type { Permissions } from '#main/permissions/permissions';
import { permissionRule, ruleDraft, ruleId } from '#main/permissions/ruleSchema';
import { ok } from '#shared/errors';
import type { RequestId } from '#shared/ids';
import type { permissionRequests } from '#shared/ipc/permissions';

export type PermissionRequest = keyof typeof permissionRequests;

const requestId = name.transform((id) => id as RequestId);
/** One request may need a rule for each of its commands. */
const drafts = z.array(ruleDraft).min(1).max(20);
const change = z.strictObject({ drafts, replaces: ruleId.nullable() });

export const permissionGuards: Pick<Guards, PermissionRequest> = {
  'permissions.list': z.null(),
  'permissions.propose': z.strictObject({ sessionId, requestId }),
  'permissions.preview': change,
  'permissions.save': change,
  'permissions.remove': z.strictObject({ id: ruleId }),
  'permissions.restore': z.strictObject({ rule: permissionRule }),
};

export interface PermissionServices {
  readonly host: Host;
  readonly permissions: Permissions;
}

export function createPermissionHandlers({
  host,
  permissions,
}: PermissionServices): Pick<Handlers, PermissionRequest> {
  return {
    'permissions.list': () => ok(permissions.current),
    'permissions.propose': async (input) => {
      const session = await host.open(input.sessionId);
      return session.ok ? session.value.proposeRules(input.requestId) : session;
    },
    'permissions.preview': async (input) =>
      ok(await permissions.preview(input.drafts, input.replaces, await host.pastRequests())),
    'permissions.save': (input) => permissions.save(input.drafts, input.replaces),
    'permissions.remove': ({ id }) => permissions.remove(id),
    'permissions.restore': ({ rule }) => permissions.restore(rule),
  };
}
