import { LinuxProcessTable } from './linuxProcessTable';
import { MacProcessTable } from './macProcessTable';
import type { ProcessTable } from './processTable';
import { SharedProcessTable } from './sharedProcessTable';

/** Windows shows neither groups nor environments; there `taskkill /T` has to do. */
const emptyTable: ProcessTable = {
  list: async () => [],
  startTimeOf: async () => null,
};

export function systemProcessTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  if (platform === 'linux') return new SharedProcessTable(new LinuxProcessTable());
  if (platform === 'darwin') return new SharedProcessTable(new MacProcessTable());
  return emptyTable;
}
