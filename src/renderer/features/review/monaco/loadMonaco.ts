import type { Monaco } from './monaco';

let loading: Promise<Monaco> | undefined;

/** Nothing of Monaco is fetched or run before the first call. */
export function loadMonaco(): Promise<Monaco> {
  loading ??= import('./setUpMonaco').then(({ setUpMonaco }) => setUpMonaco());
  return loading;
}
