declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Ids that we mint. They carry their kind as a prefix, so that a log can be read by eye. */
export type SessionId = Branded<'SessionId'>;
export type TurnId = Branded<'TurnId'>;
export type MessageId = Branded<'MessageId'>;
export type RequestId = Branded<'RequestId'>;
export type QueuedPromptId = Branded<'QueuedPromptId'>;
export type NoteId = Branded<'NoteId'>;
export type ChangeId = Branded<'ChangeId'>;
export type DecisionId = Branded<'DecisionId'>;
export type RefreshId = Branded<'RefreshId'>;
export type RuleId = Branded<'RuleId'>;

/**
 * Ids that agents or settings make: never a key without the session or connection they belong to.
 */
export type AgentId = Branded<'AgentId'>;
export type AgentSessionId = Branded<'AgentSessionId'>;
export type ToolCallId = Branded<'ToolCallId'>;
export type TerminalId = Branded<'TerminalId'>;
export type BlobHash = Branded<'BlobHash'>;

/** Derived from content. A hunk's id is a key only together with its change. */
export type HunkId = Branded<'HunkId'>;
/** The name of a git object: hexadecimal, of whichever hash the repository uses. */
export type ObjectId = Branded<'ObjectId'>;

/** Names one thing in a transcript: `<kind>:<the id that the kind is keyed by>`. */
export type EntryId = Branded<'EntryId'>;

const prefixes = {
  session: 'ses',
  turn: 'trn',
  message: 'msg',
  request: 'req',
  queuedPrompt: 'que',
  note: 'not',
  change: 'chg',
  decision: 'dec',
  refresh: 'rfr',
  rule: 'rul',
} as const;

interface MintedIds {
  session: SessionId;
  turn: TurnId;
  message: MessageId;
  request: RequestId;
  queuedPrompt: QueuedPromptId;
  note: NoteId;
  change: ChangeId;
  decision: DecisionId;
  refresh: RefreshId;
  rule: RuleId;
}

/** The source of new ids; injected, so that a failing run can be replayed with the same ids. */
export interface IdSource {
  mint<K extends keyof MintedIds>(kind: K): MintedIds[K];
}

export function createIdSource(random: () => string): IdSource {
  return {
    mint: <K extends keyof MintedIds>(kind: K) =>
      `${prefixes[kind]}_${random()}` as unknown as MintedIds[K],
  };
}

export function isSessionId(text: string): text is SessionId {
  return /^ses_[A-Za-z0-9_-]{8,64}$/.test(text);
}
