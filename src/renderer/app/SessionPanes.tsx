import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { SetView } from '#window/features/compare/set/SetView';
import { PaneGrid } from '#window/features/panes/PaneGrid';
import { acceptAll } from './acceptAll';
import { SessionView } from './SessionView';

/** Everything that sessions need on screen, in one part that is loaded with the first of them. */
export function SessionPanes() {
  return <PaneGrid view={SessionView} setView={SetPane} />;
}

function SetPane({ sessionId }: { readonly sessionId: SessionId }) {
  return (
    <SetView sessionId={sessionId} onAcceptAll={(id) => void acceptAll(id).catch(reportError)} />
  );
}
