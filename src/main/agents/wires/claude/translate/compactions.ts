import type { IdSource } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import type { JsonRecord } from '../../json';

/** The agent shortens its memory of the conversation: announced by its status, ended by a boundary. */
export class Compactions {
  private running: string | null = null;

  constructor(private readonly ids: IdSource) {}

  status({
    status,
    compact_result: result,
    compact_error: error,
  }: JsonRecord): readonly SessionEvent[] {
    if (status === 'compacting') {
      if (this.running !== null) return [];
      this.running = this.ids.mint('note');
      return [{ type: 'compaction.updated', compactionId: this.running, status: 'in_progress' }];
    }
    if (result !== 'failed' || this.running === null) return [];
    const compactionId = this.running;
    this.running = null;
    const words = typeof error === 'string' ? { error } : {};
    return [{ type: 'compaction.updated', compactionId, status: 'failed', ...words }];
  }

  boundary(): readonly SessionEvent[] {
    const compactionId = this.running ?? this.ids.mint('note');
    this.running = null;
    return [{ type: 'compaction.updated', compactionId, status: 'completed' }];
  }
}
