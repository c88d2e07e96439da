/** Where words were found: in a session's title, or in what was said or done in it. */
export type SearchKind = 'title' | 'user' | 'agent' | 'tool';
