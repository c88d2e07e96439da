/** How the processes of an agent are kept together, so that none of them outlives it or the app. */
export type Confinement =
  /** The kernel ends them all. */
  | { readonly type: 'namespace' }
  /** The same, and the system shows them only what they need. */
  | { readonly type: 'sealed' }
  /** The settings say that it runs without one. */
  | { readonly type: 'declined' }
  /** The system has none for us. */
  | { readonly type: 'unavailable'; readonly reason: string };
