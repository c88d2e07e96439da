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
import { answeredInTime, deadlineOf as usualDeadlineOf } from './deadlines';
import { guards } from './guards';

/** Which frame of which window sent a request. */
export interface Sender {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
  readonly sender: { readonly id: number };
}

/** The part of Electron's `ipcMain` that we use, so that tests can stand in for it. */
export interface RequestPort {
  handle(channel: string, listener: (event: Sender, raw: unknown) => unknown): void;
  removeHandler(channel: string): void;
}

export type Handlers = {
  readonly [K in RequestName]: (
    input: RequestInput<K>,
    windowId: number,
  ) => Promise<Result<RequestOutput<K>>> | Result<RequestOutput<K>>;
};

export interface RegisterOptions {
  readonly port: RequestPort;
  readonly handlers: Handlers;
  /** True for the top frame of one of our own windows that shows our own page. */
  isTrusted(sender: Sender): boolean;
  /** How long a request may take; what the table says unless told. */
  deadlineOf?<K extends RequestName>(name: K, input: RequestInput<K>): number | null;
}

/** I2: sender check, then guard, then handler; what comes back is always a Result, and in time. */
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
  // Before any await: Electron forgets the frame once it has navigated away.
  if (!isTrusted(event))
    return fail('refused', 'This request did not come from an Airlock window.');
  try {
    const input = guards[name].parse(raw);
    const answering = (async () => handlers[name](input, event.sender.id))();
    return await answeredInTime(name, deadlineOf(name, input), answering);
  } catch (error) {
    if (error instanceof z.ZodError) {
      // The guards' own words are for the user; the library's are not.
      const own = error.issues.find(({ code }) => code === 'custom')?.message;
      const message = own ?? `The request "${name}" is malformed.`;
      return fail('invalid-input', message, z.prettifyError(error));
    }
    onUnexpectedError(error);
    return fail('internal', 'Something went wrong inside Airlock. The log has the details.');
  }
}
