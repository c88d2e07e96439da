import { join } from 'node:path';
import { RotatedFile } from '#main/base/files/rotatedFile';
import type { AgentId } from '#shared/ids';
import { WireTrace } from './wireTrace';

/** The trace files of all wires: one file for each agent, however often it runs. */
export class WireTraces {
  private readonly traces = new Map<AgentId, WireTrace>();

  constructor(private readonly folder: string) {}

  of(id: AgentId): WireTrace {
    const trace = this.traces.get(id) ?? new WireTrace(new RotatedFile(this.pathOf(id)));
    this.traces.set(id, trace);
    return trace;
  }

  pathOf(id: AgentId): string {
    return join(this.folder, `${fileNameOf(id)}.ndjson`);
  }

  async flush(): Promise<void> {
    await Promise.all([...this.traces.values()].map((trace) => trace.flush()));
  }
}

/** Ids come from the settings, where they can be anything. */
function fileNameOf(id: AgentId): string {
  return `wire-${id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)}`;
}
