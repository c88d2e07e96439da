import { launchApp } from './app/launch.mjs';
import { readStartArguments } from './app/startArguments.mjs';
import { buildApp } from './setup/build.mjs';
import { hasDisplay } from './setup/display.mjs';
import { runEntry } from './setup/entry.mjs';
import { prepare } from './setup/prepare.mjs';

await runEntry(async (args) => {
  // npm runs this in the project's folder, but relative paths are relative to where it was called.
  const options = readStartArguments(args, process.env.INIT_CWD ?? process.cwd());
  const electron = await prepare({ virtualDisplay: !hasDisplay() });
  await buildApp();
  return launchApp(electron, options);
});
