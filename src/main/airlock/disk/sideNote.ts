import type { z } from 'zod';
import { KeptFile, type ReportProblem } from '#main/base/files/keptFile';

/** I19: `damaged` and `unavailable` mean that there is a note with unknown content. */
export type Noted<T> = T | 'none' | 'damaged' | 'unavailable';

/**
 * A session's own note next to its ledger. A note that cannot be understood is set aside, never
 * overwritten.
 */
export class SideNote<T extends object> {
  private readonly file: KeptFile<T>;

  constructor(
    readonly path: string,
    schema: z.ZodType<T>,
    onProblem: ReportProblem,
  ) {
    const parse = (value: unknown) => schema.safeParse(value).data ?? null;
    this.file = new KeptFile({ path, version: 1, parse, onProblem });
  }

  async read(): Promise<Noted<T>> {
    const kept = await this.file.read();
    if (kept.type === 'found') return kept.value;
    return kept.type === 'none' || kept.type === 'unavailable' ? kept.type : 'damaged';
  }

  /** Writes the note. Refuses while the old note cannot be read. */
  write(note: T): Promise<void> {
    return this.file.write(() => JSON.stringify(note));
  }
}
