import { LinuxProcessTable } from './linuxProcessTable';
import { MacProcessTable } from './macProcessTable';
import type { ProcessRow, ProcessTable } from './processTable';

/**
 * Saves work when many callers ask at once, as when fifty agents are closed together: calls during
 * a listing share the next listing, which is as recent as their own would be.
 */
export class SharedProcessTable implements ProcessTable {
  private current: Promise<unknown> | undefined;
  private next: Promise<readonly ProcessRow[]> | undefined;

  constructor(private readonly table: ProcessTable) {}

  list(): Promise<readonly ProcessRow[]> {
    if (!this.current) return this.start();
    this.next ??= this.current.then(() => this.start());
    return this.next;
  }

  startTimeOf(pid: number): Promise<string | null> {
    return this.table.startTimeOf(pid);
  }

  private start(): Promise<readonly ProcessRow[]> {
    this.next = undefined;
    const listing = this.table.list();
    const settled = listing.then(
      () => undefined,
      () => undefined,
    );
    this.current = settled;
    void settled.then(() => {
      if (this.current === settled) this.current = undefined;
    });
    return listing;
  }
}

/** Windows shows neither groups nor environments; `taskkill /T` must be enough there. */
const emptyTable: ProcessTable = {
  list: async () => [],
  startTimeOf: async () => null,
};

export function systemProcessTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'linux') return new SharedProcessTable(new LinuxProcessTable());
  if (platform === 'darwin') return new SharedProcessTable(new MacProcessTable());
  return emptyTable;
}
