import { packagedElectron } from '../package/electron.mjs';
import { billOfMaterials } from '../package/sbom.mjs';
import { sourceDate } from '../package/sourceDate.mjs';
import { runEntry } from '../setup/entry.mjs';
import { prepare } from '../setup/prepare.mjs';

/** `node scripts/release/billOfMaterials.mjs`: prints the components of the app, as CycloneDX. */
await runEntry(async () => {
  const electron = packagedElectron(await prepare());
  const bill = await billOfMaterials({ electron, date: await sourceDate(process.env) });
  process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
});
