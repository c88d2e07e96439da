import { formatDuration } from '#window/ui/text/duration';
import { useNow } from './ticker';

/** The time that has passed, in whole seconds. */
export function Elapsed({ since }: { readonly since: number }) {
  const now = useNow();
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  return <>{seconds < 10 ? `${seconds} s` : formatDuration(seconds * 1_000)}</>;
}
