import { type AppError, fail, ok } from '#shared/errors';
import type {
  AirlockBridge,
  AppEvent,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#shared/ipc/contract';

type Answer<K extends RequestName> = (
  input: RequestInput<K>,
) => RequestOutput<K> | Promise<RequestOutput<K>>;

type Listener = (batch: string) => void;
const LISTENERS = Symbol.for('airlock.test.listeners');

/** The window listens once, by the bridge of the first test file; the files that share its process tell it by theirs. */
function sharedListeners(): Set<Listener> {
  const shared = globalThis as { [LISTENERS]?: Set<Listener> };
  shared[LISTENERS] ??= new Set();
  return shared[LISTENERS];
}

/** Stands for main in tests of the window's parts: notes what it is asked, and answers as told. */
export class FakeBridge {
  readonly asked: { readonly name: RequestName; readonly input: unknown }[] = [];
  private readonly answers = new Map<RequestName, (input: never) => unknown>();
  private readonly refusals = new Map<RequestName, AppError>();
  private readonly listeners = sharedListeners();

  /** Puts it where the preload script puts the real one. */
  install(): void {
    Object.defineProperty(window, 'airlock', { value: this.bridge(), configurable: true });
  }

  answer<K extends RequestName>(name: K, answer: Answer<K>): void {
    this.refusals.delete(name);
    this.answers.set(name, answer);
  }

  refuse(name: RequestName, message: string): void {
    this.refusals.set(name, { code: 'refused', message });
  }

  /** What it was asked by this name, oldest first. */
  inputs<K extends RequestName>(name: K): readonly RequestInput<K>[] {
    return this.asked
      .filter((request) => request.name === name)
      .map(({ input }) => input as RequestInput<K>);
  }

  tell(...events: readonly AppEvent[]): void {
    for (const listener of this.listeners) listener(JSON.stringify(events));
  }

  private bridge(): AirlockBridge {
    const request = new Proxy({} as AirlockBridge['request'], {
      get: (_target, name: RequestName) => async (input: never) => {
        this.asked.push({ name, input });
        const refusal = this.refusals.get(name);
        if (refusal !== undefined) return fail(refusal.code, refusal.message);
        const answer = this.answers.get(name)?.(input);
        return ok((answer instanceof Promise ? await answer : answer) ?? null);
      },
    });
    return {
      request,
      onEvents: (listener) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
      pathOf: () => '',
    };
  }
}
