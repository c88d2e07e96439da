/** Something that goes along with a prompt. Pictures are base64, as agents want them. */
export type Attachment =
  | {
      readonly kind: 'image';
      readonly id: string;
      readonly name: string;
      readonly mimeType: string;
      readonly data: string;
    }
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly name: string;
      readonly mimeType: string;
      readonly text: string;
      /** Null for one that came from no file. */
      readonly path: string | null;
    }
  /** What the agent has to read by itself: too large, not text, or a folder. */
  | {
      readonly kind: 'file';
      readonly id: string;
      readonly name: string;
      readonly path: string;
    };

/** What is being written to a session. */
export interface Draft {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** Paths that were chosen from the list; they count while the text still names them. */
  readonly mentions: readonly string[];
}

export const emptyDraft: Draft = { text: '', attachments: [], mentions: [] };

export function isEmptyDraft(draft: Draft): boolean {
  return draft.text.trim() === '' && draft.attachments.length === 0;
}
