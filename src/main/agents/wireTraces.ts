import { join } from 'node:path';
import type { LogSink } from '#main/base/logger';
import { RotatedFile } from '#main/base/rotatedFile';
import type { AgentId } from '#shared/ids';
import type { AgentDefinition } from './agents';

/** Where all that goes over the wires is written: one file for each agent, however often it runs. */
export class WireTraces {
  private readonly files = new Map<AgentId, LogSink>();

  constructor(private readonly folder: string) {}

  of({ id }: AgentDefinition): LogSink {
    const file =
      this.files.get(id) ?? new RotatedFile(join(this.folder, `${fileNameOf(id)}.ndjson`));
    this.files.set(id, file);
    return file;
  }

  async flush(): Promise<void> {
    await Promise.all([...this.files.values()].map((file) => file.flush()));
  }
}

/** Ids come from the settings, where they can be anything. */
function fileNameOf(id: AgentId): string {
  return `wire-${id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)}`;
}
