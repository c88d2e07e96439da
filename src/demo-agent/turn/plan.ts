import type { PlanEntry } from '@agentclientprotocol/sdk/unstable';
import type { SessionWire } from '../session/wire';

const maxShownParts = 12;

/**
 * The steps of a turn. A step can be divided into parts. A plan with a single entry is not shown.
 */
export class Plan {
  readonly #wire: SessionWire;
  #steps: PlanEntry[][];
  #shown = '';

  constructor(wire: SessionWire, steps: readonly string[]) {
    this.#wire = wire;
    this.#steps = steps.map((content) => [entry(content)]);
  }

  get #isShown(): boolean {
    return this.#steps.flat().length > 1;
  }

  async show(): Promise<void> {
    if (!this.#isShown) return;
    const entries = this.#steps.flatMap((parts) =>
      parts.length <= maxShownParts
        ? parts
        : [
            ...parts.slice(0, maxShownParts),
            entry(`… and ${parts.length - maxShownParts} more`, rest(parts.slice(maxShownParts))),
          ],
    );
    const shown = JSON.stringify(entries);
    if (shown === this.#shown) return;
    this.#shown = shown;
    await this.#wire.send({ sessionUpdate: 'plan', entries });
  }

  async start(step: number): Promise<void> {
    this.#mark(step, 0, { status: 'in_progress' });
    await this.show();
  }

  /** Divides a step into these parts, the first of which is in progress. */
  async divide(step: number, parts: readonly string[]): Promise<void> {
    if (parts.length < 2) return;
    this.#steps[step] = parts.map((content) => entry(content));
    await this.startPart(step, 0);
  }

  async startPart(step: number, part: number): Promise<void> {
    this.#mark(step, part, { status: 'in_progress' });
    await this.show();
  }

  /** The protocol has no status for a failed entry, so its text says so. */
  async finishPart(step: number, part: number, problem?: string): Promise<void> {
    const content = this.#steps[step]?.[part]?.content ?? '';
    this.#mark(step, part, {
      status: 'completed',
      content: problem === undefined ? content : `${content} (${problem})`,
    });
    await this.show();
  }

  async finish(step: number, problem?: string): Promise<void> {
    const parts = this.#steps[step] ?? [];
    if (parts.length === 1) {
      await this.finishPart(step, 0, problem);
      return;
    }
    this.#steps[step] = parts.map((part) => ({ ...part, status: 'completed' }));
    await this.show();
  }

  #mark(step: number, part: number, patch: Partial<PlanEntry>): void {
    const parts = this.#steps[step];
    const old = parts?.[part];
    if (parts && old) parts[part] = { ...old, ...patch };
  }
}

function entry(content: string, status: PlanEntry['status'] = 'pending'): PlanEntry {
  return { content, priority: 'medium', status };
}

function rest(parts: readonly PlanEntry[]): PlanEntry['status'] {
  if (parts.every((part) => part.status === 'completed')) return 'completed';
  return parts.some((part) => part.status !== 'pending') ? 'in_progress' : 'pending';
}
