export type ModeId = 'ask' | 'auto' | 'plan';

export const modeIds: readonly ModeId[] = ['ask', 'auto', 'plan'];

/** Text is matched literally; only the form between slashes is a regular expression. */
export type Pattern =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'regex'; readonly source: string; readonly flags: string };

export type CommandName =
  | 'find'
  | 'replace'
  | 'read'
  | 'rename'
  | 'create'
  | 'delete'
  | 'run'
  | 'explain'
  | 'help'
  | 'ask'
  | 'compact'
  | 'mode';

export interface FindRequest {
  readonly kind: 'find';
  readonly pattern: Pattern;
  /** Empty means the whole scope of the session. */
  readonly globs: readonly string[];
}

export interface ReplaceRequest {
  readonly kind: 'replace';
  readonly pattern: Pattern;
  readonly replacement: string;
  readonly globs: readonly string[];
}

/** A missing path may be taken from a file attached to the prompt. */
export interface ReadRequest {
  readonly kind: 'read';
  readonly path: string | undefined;
  readonly line: number | undefined;
}

export interface RenameRequest {
  readonly kind: 'rename';
  readonly from: string | undefined;
  readonly to: string;
}

export interface CreateRequest {
  readonly kind: 'create';
  readonly path: string;
  readonly content: string;
}

export interface DeleteRequest {
  readonly kind: 'delete';
  readonly paths: readonly string[];
}

export interface RunRequest {
  readonly kind: 'run';
  readonly command: string;
}

export interface HelpRequest {
  readonly kind: 'help';
  readonly greeting: boolean;
}

export interface AskRequest {
  readonly kind: 'ask';
  readonly form: 'form' | 'url';
}

export interface ModeRequest {
  readonly kind: 'mode';
  readonly mode: ModeId;
}

/** The verb was understood, but something it needs is missing or wrong. */
export interface IncompleteRequest {
  readonly kind: 'incomplete';
  readonly command: CommandName;
  readonly reason: string;
}

export interface UnknownRequest {
  readonly kind: 'unknown';
  readonly text: string;
}

export type Request =
  | FindRequest
  | ReplaceRequest
  | ReadRequest
  | RenameRequest
  | CreateRequest
  | DeleteRequest
  | RunRequest
  | HelpRequest
  | AskRequest
  | ModeRequest
  | { readonly kind: 'explain' }
  | { readonly kind: 'compact' }
  | IncompleteRequest
  | UnknownRequest;

export interface Step {
  readonly request: Request;
  readonly source: string;
  /** The step follows a "then", so it is skipped if the previous step failed. */
  readonly needsPrevious: boolean;
}
