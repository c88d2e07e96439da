import { PaneGrid } from '#window/features/panes/PaneGrid';
import { SessionView } from './SessionView';

/** Everything that sessions need on screen, in one part that is loaded with the first of them. */
export function SessionPanes() {
  return <PaneGrid view={SessionView} />;
}
