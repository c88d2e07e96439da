import { installDependencies } from './setup/dependencies.mjs';
import { electronBinary } from './setup/electronBinary.mjs';
import { runEntry } from './setup/entry.mjs';

// Prints the path of the Electron that is used; --retry tries the official download again.
await runEntry(async (args) => {
  await installDependencies();
  process.stdout.write(`${await electronBinary({ retry: args.includes('--retry') })}\n`);
});
