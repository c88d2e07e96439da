/** Where words were found: in a session's title, or in what was said or done in it. */
export type SearchKind = 'title' | 'user' | 'agent' | 'tool';

/** What one event adds to what can be found of a session. */
export interface SearchText {
  readonly kind: SearchKind;
  /** Null: the session itself, by its title. */
  readonly entryId: string | null;
  readonly text: string;
  readonly how: 'append' | 'replace';
}
