/** How the processes of an agent are kept together, so that none of them outlives it or the app. */
export type Confinement =
  /** The kernel ends them all. */
  | { readonly type: 'namespace' }
  /** The same, and the system shows them only what they need. */
  | { readonly type: 'sealed' }
  /** The settings turn confinement off for this agent. */
  | { readonly type: 'declined' }
  /** This system has no confinement that we can use. */
  | { readonly type: 'unavailable'; readonly reason: string };
