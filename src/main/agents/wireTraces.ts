import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { RotatedFile } from '#main/base/files/rotatedFile';
import type { AgentId } from '#shared/ids';
import { TRACE_FILE_BYTES, TRACE_FILES } from './limits';
import type { FrameSink } from './lines/wireTap';
import { TraceReader } from './traceReader';
import { WireTrace } from './wireTrace';

/** The part of a trace that belongs to one run of an agent. */
export interface RunTrace extends FrameSink {
  /** Reads what was written so far; the caller disposes of the reader. */
  open(): TraceReader;
}

/** The trace files of all wires: one trace for each agent, however often it runs. */
export class WireTraces {
  private readonly traces = new Map<AgentId, WireTrace>();

  constructor(private readonly folder: string) {}

  /** The trace of an agent that is starting. */
  run(id: AgentId): RunTrace {
    const run = randomBytes(6).toString('hex');
    const trace = this.of(id);
    const { append } = trace.of(run);
    return {
      append,
      open: () => new TraceReader(this.pathsOf(id), run, () => trace.flush()),
    };
  }

  pathOf(id: AgentId): string {
    return join(this.folder, `${fileNameOf(id)}.ndjson`);
  }

  async flush(): Promise<void> {
    await Promise.all([...this.traces.values()].map((trace) => trace.flush()));
  }

  private of(id: AgentId): WireTrace {
    const size = { maxBytes: TRACE_FILE_BYTES, files: TRACE_FILES };
    const trace = this.traces.get(id) ?? new WireTrace(new RotatedFile(this.pathOf(id), size));
    this.traces.set(id, trace);
    return trace;
  }

  /** The paths of the trace files, newest first. */
  private pathsOf(id: AgentId): readonly string[] {
    const path = this.pathOf(id);
    return Array.from({ length: TRACE_FILES }, (_, index) =>
      index === 0 ? path : `${path}.${index}`,
    );
  }
}

/** Makes a file name from an id, because ids in the settings can be anything. */
function fileNameOf(id: AgentId): string {
  return `wire-${id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)}`;
}
