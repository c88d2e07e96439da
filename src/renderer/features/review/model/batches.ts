import type { SessionId } from '#shared/ids';
import type { DecisionReport } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { BATCH_FILES } from '#window/features/review/limits';
import { holdChanges } from '#window/state/session/sessionChanges';
import { reviewStore } from './reviewStore';

/**
 * Runs the work on one batch of items at a time, reports the progress, and stops if the user asks.
 */
export async function inBatches<T>(
  session: SessionId,
  verb: string,
  items: readonly T[],
  run: (batch: readonly T[]) => Promise<DecisionReport>,
): Promise<DecisionReport> {
  let total = nothingDecided;
  if (items.length <= BATCH_FILES) return run(items);
  const store = reviewStore(session);
  const showAgain = holdChanges(session);
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  try {
    for (let done = 0; done < items.length && !isCancelled; done += BATCH_FILES) {
      store.setState({ progress: { verb, done, total: items.length, cancel } });
      total = sum(total, await run(items.slice(done, done + BATCH_FILES)));
    }
    return total;
  } catch (error) {
    if (total.decisions.length === 0) throw error;
    // Decisions before the error remain, and can be undone.
    reportError(error);
    return total;
  } finally {
    store.setState({ progress: null });
    showAgain();
  }
}

const nothingDecided: DecisionReport = {
  decisions: [],
  accepted: 0,
  rejected: 0,
  conflicts: 0,
  problems: [],
};

function sum(left: DecisionReport, right: DecisionReport): DecisionReport {
  return {
    decisions: [...left.decisions, ...right.decisions],
    accepted: left.accepted + right.accepted,
    rejected: left.rejected + right.rejected,
    conflicts: left.conflicts + right.conflicts,
    problems: [...left.problems, ...right.problems],
  };
}
