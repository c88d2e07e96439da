interface DraftMedia {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly data: string;
}

/** An attachment of a prompt. Images and audio are base64, as agents expect them. */
export type DraftAttachment =
  | ({ readonly kind: 'image' } & DraftMedia)
  | ({ readonly kind: 'audio' } & DraftMedia)
  | {
      readonly kind: 'text';
      readonly id: string;
      readonly name: string;
      readonly mimeType: string;
      readonly text: string;
      /** Null if the attachment did not come from a file. */
      readonly path: string | null;
    }
  /** A file that the agent must read itself: it is too large, not text, or a folder. */
  | {
      readonly kind: 'file';
      readonly id: string;
      readonly name: string;
      readonly path: string;
    };

/** The unsent prompt of a session. */
export interface Draft {
  readonly text: string;
  readonly attachments: readonly DraftAttachment[];
  /** Paths that were chosen from the list; they count while the text still names them. */
  readonly mentions: readonly string[];
}

export const emptyPromptDraft: Draft = { text: '', attachments: [], mentions: [] };

export function isEmptyDraft(draft: Draft): boolean {
  return draft.text.trim() === '' && draft.attachments.length === 0;
}
