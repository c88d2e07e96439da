import type { SessionId } from '#shared/ids';
import { reportError } from '#window/diagnostics/reportError';
import { SetView } from '#window/features/compare/set/SetView';
import { PaneGrid } from '#window/features/panes/PaneGrid';
import { acceptAll } from './acceptAll';
import { SessionView } from './SessionView';

/** Everything that sessions need on screen, in one chunk that is loaded with the first session. */
export function SessionPanes() {
  return <PaneGrid view={SessionView} setView={SetPane} />;
}

function SetPane({ sessionId }: { readonly sessionId: SessionId }) {
  return (
    <SetView sessionId={sessionId} onAcceptAll={(id) => void acceptAll(id).catch(reportError)} />
  );
}
