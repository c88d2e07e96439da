import type { Json, Step } from './step';

/** A message as JSON-RPC has it; which fields are there says what it is. */
export interface RpcMessage {
  readonly jsonrpc?: string;
  readonly id?: Json;
  readonly method?: string;
  readonly params?: Readonly<Record<string, Json>>;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

/** What the scripted agent met and did, in order; written before the deed. */
export type JournalEntry = { readonly at: number; readonly pid: number } & (
  | {
      readonly type: 'started';
      readonly scenario: string;
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
    }
  /** A request or notification of the client. */
  | { readonly type: 'received'; readonly message: RpcMessage }
  /** A line of the client that is not JSON. */
  | { readonly type: 'garbage'; readonly text: string }
  | {
      readonly type: 'step';
      readonly name: string;
      readonly step: Step;
      readonly sessionId: string | null;
    }
  /** A request to the client, and its answer. */
  | {
      readonly type: 'asked';
      readonly id: Json;
      readonly method: string;
      readonly params: Json;
      readonly as?: string;
    }
  | {
      readonly type: 'answered';
      readonly id: Json;
      readonly method: string;
      readonly as?: string;
      readonly result?: Json;
      readonly error?: RpcMessage['error'];
    }
  /** An answer that nothing waits for. */
  | { readonly type: 'stray'; readonly message: RpcMessage }
  /** Our answer to the client. */
  | {
      readonly type: 'replied';
      readonly id: Json;
      readonly method: string;
      readonly result?: Json;
      readonly error?: Json;
    }
  | { readonly type: 'cancelled'; readonly sessionId: string; readonly heeded: boolean }
  | {
      readonly type: 'shell';
      readonly command: string;
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly output: string;
    }
  /** How many requests sent at once were answered, and how many of the answers held a text sought for. */
  | {
      readonly type: 'burst';
      readonly method: string;
      readonly results: number;
      readonly errors: Readonly<Record<string, number>>;
      readonly found: number;
    }
  /** What the agent's open descriptors lead to, by number. */
  | { readonly type: 'descriptors'; readonly open: Readonly<Record<string, string>> }
  /** Processes that the agent ended. */
  | { readonly type: 'killed'; readonly pids: readonly number[] }
  | { readonly type: 'spawned'; readonly child: number; readonly detached: boolean }
  /** A signal that a stubborn agent shrugged off. */
  | { readonly type: 'signal'; readonly signal: string }
  | { readonly type: 'inputEnded' }
  | { readonly type: 'outputBroken'; readonly message: string }
  | { readonly type: 'exiting'; readonly code?: number; readonly signal?: string }
  | { readonly type: 'mismatch'; readonly expected: string; readonly actual: string }
  /** The scenario or the scripted agent itself is at fault. */
  | { readonly type: 'broken'; readonly message: string }
);

export type EntryOf<Type extends JournalEntry['type']> = Extract<JournalEntry, { type: Type }>;
