import type { Logger } from '#main/base/log/logger';
import type { AgentDefinition } from './agents';
import type { WireProblem } from './connection';
import { LOGGED_PROBLEMS } from './limits';

/** Logs protocol violations, a limited number per agent. */
export class ProblemLog {
  private readonly counts = new Map<string, number>();

  constructor(private readonly logger: Logger) {}

  add({ id }: AgentDefinition, problem: WireProblem): void {
    // Lines that are not messages are in the wire's own record, and there may be a million of them.
    if (problem.type === 'garbage') return;
    const count = (this.counts.get(id) ?? 0) + 1;
    this.counts.set(id, count);
    if (count > LOGGED_PROBLEMS) return;
    this.logger.warn('the agent broke the protocol', { id, problem });
    if (count === LOGGED_PROBLEMS) this.logger.warn('further violations are not logged', { id });
  }
}
