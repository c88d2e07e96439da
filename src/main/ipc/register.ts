import { z } from 'zod';
import type { Disposable } from '#main/base/disposable';
import { toDisposable } from '#main/base/disposable';
import { onUnexpectedError } from '#main/base/unexpected';
import { fail, type Result } from '#shared/errors';
import {
  REQUEST_CHANNEL_PREFIX,
  type RequestInput,
  type RequestName,
  type RequestOutput,
  requests,
} from '#shared/ipc/contract';
import { appGuards } from './appGuards';
import { answeredInTime, deadlineOf as usualDeadlineOf } from './deadlines';
import { type AgentRequest, agentGuards, createAgentHandlers } from './requests/agentRequests';
import { type ChangeRequest, changeGuards, createChangeHandlers } from './requests/changeRequests';
import { type CheckRequest, checkGuards, createCheckHandlers } from './requests/checkRequests';
import {
  type CompareRequest,
  compareGuards,
  createCompareHandlers,
} from './requests/compareRequests';
import {
  createDeliverHandlers,
  type DeliverRequest,
  deliverGuards,
} from './requests/deliverRequests';
import {
  createInspectorHandlers,
  type InspectorRequest,
  inspectorGuards,
} from './requests/inspectorRequests';
import { createMcpHandlers, type McpRequest, mcpGuards } from './requests/mcpRequests';
import {
  createPermissionHandlers,
  type PermissionRequest,
  permissionGuards,
} from './requests/permissionRequests';
import {
  createProjectHandlers,
  type ProjectRequest,
  projectGuards,
} from './requests/projectRequests';
import {
  createProvenanceHandlers,
  type ProvenanceRequest,
  provenanceGuards,
} from './requests/provenanceRequests';
import {
  createRefreshHandlers,
  type RefreshRequest,
  refreshGuards,
} from './requests/refreshRequests';
import {
  createSessionHandlers,
  type SessionRequest,
  type SessionServices,
  sessionRequestGuards,
} from './requests/sessionRequests';
import {
  createStorageHandlers,
  type StorageRequest,
  storageGuards,
} from './requests/storageRequests';
import {
  createTerminalHandlers,
  type TerminalRequestName,
  terminalGuards,
} from './requests/terminalRequests';
import { updateGuards } from './requests/updateRequests';
import { createWorkHandlers, type WorkRequest, workGuards } from './requests/workRequests';

/** The frame and the window that sent a request. */
export interface Sender {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
  readonly sender: { readonly id: number };
}

/** The part of Electron's `ipcMain` that we use, so that tests can replace it. */
export interface RequestPort {
  handle(channel: string, listener: (event: Sender, raw: unknown) => unknown): void;
  removeHandler(channel: string): void;
}

export type Guards = { readonly [K in RequestName]: { parse(raw: unknown): RequestInput<K> } };

export type Handlers = {
  readonly [K in RequestName]: (
    input: RequestInput<K>,
    windowId: number,
  ) => Promise<Result<RequestOutput<K>>> | Result<RequestOutput<K>>;
};

export interface RegisterOptions {
  readonly port: RequestPort;
  readonly handlers: Handlers;
  /** Whether the sender is the top frame of one of our own windows and shows our own page. */
  isTrusted(sender: Sender): boolean;
  /** The deadline of a request; from the table by default. */
  deadlineOf?<K extends RequestName>(name: K, input: RequestInput<K>): number | null;
}

type EngineRequest =
  | AgentRequest
  | SessionRequest
  | ChangeRequest
  | CheckRequest
  | CompareRequest
  | DeliverRequest
  | ProjectRequest
  | McpRequest
  | PermissionRequest
  | ProvenanceRequest
  | RefreshRequest
  | InspectorRequest
  | StorageRequest
  | TerminalRequestName
  | WorkRequest;

const engineGuards: Pick<Guards, EngineRequest> = {
  ...agentGuards,
  ...sessionRequestGuards,
  ...changeGuards,
  ...checkGuards,
  ...compareGuards,
  ...deliverGuards,
  ...projectGuards,
  ...mcpGuards,
  ...permissionGuards,
  ...provenanceGuards,
  ...refreshGuards,
  ...storageGuards,
  ...inspectorGuards,
  ...terminalGuards,
  ...workGuards,
};

/** One guard per request; a missing or wrong one does not compile. Unknown keys are refused. */
export const guards: Guards = { ...appGuards, ...updateGuards, ...engineGuards };

/**
 * Handlers that need sessions, which start once the window is drawn; earlier requests wait for
 * them.
 */
export function engineHandlers(sessions: Promise<SessionServices>): Pick<Handlers, EngineRequest> {
  const ready = sessions.then(
    (services): Pick<Handlers, EngineRequest> => ({
      ...createAgentHandlers(services),
      ...createSessionHandlers(services),
      ...createChangeHandlers(services),
      ...createCheckHandlers(services),
      ...createCompareHandlers(services),
      ...createDeliverHandlers(services),
      ...createProjectHandlers(services),
      ...createMcpHandlers(services),
      ...createPermissionHandlers(services),
      ...createProvenanceHandlers(services),
      ...createRefreshHandlers(services),
      ...createInspectorHandlers(services),
      ...createStorageHandlers(services),
      ...createTerminalHandlers(services),
      ...createWorkHandlers(services),
    }),
  );
  const names = Object.keys(engineGuards) as EngineRequest[];
  const entries = names.map((name) => [
    name,
    async (input: never, windowId: number) => (await ready)[name](input, windowId),
  ]);
  return Object.fromEntries(entries) as Pick<Handlers, EngineRequest>;
}

/** I2: sender check, then guard, then handler. The answer is always a Result, and comes in time. */
export function registerRequests(options: RegisterOptions): Disposable {
  const names = Object.keys(requests) as RequestName[];
  for (const name of names) {
    options.port.handle(REQUEST_CHANNEL_PREFIX + name, (event, raw) =>
      answer(name, event, raw, options),
    );
  }
  return toDisposable(() => {
    for (const name of names) options.port.removeHandler(REQUEST_CHANNEL_PREFIX + name);
  });
}

async function answer<K extends RequestName>(
  name: K,
  event: Sender,
  raw: unknown,
  { handlers, isTrusted, deadlineOf = usualDeadlineOf }: RegisterOptions,
): Promise<Result<RequestOutput<K>>> {
  try {
    // Check before any await, because Electron forgets the frame once it has navigated away.
    if (!isTrusted(event))
      return fail('refused', 'This request did not come from an Airlock window.');
    const input = guards[name].parse(raw);
    const answering = (async () => handlers[name](input, event.sender.id))();
    return await answeredInTime(name, deadlineOf(name, input), answering);
  } catch (error) {
    if (error instanceof z.ZodError) {
      // Our guards' messages are for the user; the library's are not.
      const own = error.issues.find(({ code }) => code === 'custom')?.message;
      const message = own ?? `The request "${name}" is malformed.`;
      return fail('invalid-input', message, z.prettifyError(error));
    }
    onUnexpectedError(error);
    return fail('internal', 'Something went wrong inside Airlock. See the log for details.');
  }
}
