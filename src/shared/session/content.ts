import type { BlobHash } from '#shared/ids';

/** A long body that lives beside the log; `bytes` lets a view decide before it loads it. */
export interface BlobReference {
  readonly blob: BlobHash;
  readonly bytes: number;
  /** The first few characters of a text, enough for a one-line view. */
  readonly preview?: string;
}

/** Short bodies are part of the event itself. */
export type Body = string | BlobReference;

export function isBlobReference(body: Body): body is BlobReference {
  return typeof body !== 'string';
}

/** Hints of the agent's about a resource: for whom it is, how much it matters, how old it is. */
export interface Annotations {
  readonly audience?: readonly string[];
  /** From 0 to 1. */
  readonly priority?: number;
  readonly lastModified?: string;
}

/** The content of a message: text, or something to look at. Binary bodies are base64 text. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly data: Body;
      readonly mimeType: string;
      readonly uri?: string;
    }
  | { readonly type: 'audio'; readonly data: Body; readonly mimeType: string }
  | {
      readonly type: 'link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType?: string;
      readonly title?: string;
      readonly description?: string;
      readonly size?: number;
      readonly annotations?: Annotations;
    }
  | {
      readonly type: 'resource';
      readonly uri: string;
      readonly mimeType?: string;
      readonly text?: Body;
      readonly data?: Body;
    }
  | { readonly type: 'unknown'; readonly label: string; readonly raw: Body };

/**
 * Long text that main left in the session's log: whole lines, each a piece of one message. It is
 * never sent to a window: the text is read back first.
 */
export interface RestingText {
  readonly type: 'resting';
  /** The byte offsets of the first line's start and the last line's end. */
  readonly from: number;
  readonly to: number;
  readonly lines: number;
}

/** The content of a message as it is stored. */
export type KeptBlock = ContentBlock | RestingText;

/** The content of a tool call: like a message's, but long text lives beside the log. */
export type ToolBlock =
  | Exclude<ContentBlock, { readonly type: 'text' }>
  | { readonly type: 'text'; readonly text: Body };

export type ToolContent =
  | { readonly type: 'content'; readonly content: ToolBlock }
  | {
      readonly type: 'diff';
      readonly path: string;
      /** Null: the file is new. */
      readonly before: Body | null;
      /** Null: the file is deleted. */
      readonly after: Body | null;
      readonly movedFrom?: string;
    }
  | { readonly type: 'patch'; readonly paths: readonly string[]; readonly patch: Body }
  | { readonly type: 'terminal'; readonly terminalId: string }
  | { readonly type: 'unknown'; readonly label: string; readonly raw: Body };

export interface ToolLocation {
  readonly path: string;
  readonly line?: number;
}

export type ToolKind =
  | 'read'
  | 'edit'
  | 'delete'
  | 'move'
  | 'search'
  | 'execute'
  | 'think'
  | 'fetch'
  | 'switch_mode'
  | 'other';

export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

export interface PlanItem {
  readonly content: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly status: 'pending' | 'in_progress' | 'completed';
}

export type PlanBody =
  | { readonly type: 'items'; readonly items: readonly PlanItem[] }
  | { readonly type: 'markdown'; readonly text: string }
  | { readonly type: 'file'; readonly uri: string };
