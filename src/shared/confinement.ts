/** What keeps the processes of an agent together, so that none of them outlives it or the app. */
export type Confinement =
  /** The kernel ends them all. */
  | { readonly type: 'namespace' }
  /** The settings say that it runs without one. */
  | { readonly type: 'declined' }
  /** The system has none for us. */
  | { readonly type: 'unavailable'; readonly reason: string };
