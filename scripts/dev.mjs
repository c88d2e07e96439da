import { sandboxArguments, withDisplay } from './app/launch.mjs';
import { forgetBuild } from './setup/build.mjs';
import { hasDisplay } from './setup/display.mjs';
import { runEntry } from './setup/entry.mjs';
import { prepare } from './setup/prepare.mjs';
import { run } from './setup/processes.mjs';
import { root, toolPath } from './setup/project.mjs';

await runEntry(async (args) => {
  const electron = await prepare({ virtualDisplay: !hasDisplay() });
  const withoutSandbox = sandboxArguments(electron).length > 0;
  // The development server writes a different kind of build into the same folder.
  await forgetBuild();
  return withDisplay(async (environment) => {
    const { code } = await run(
      process.execPath,
      [toolPath('electron-vite'), 'dev', '--watch', ...args],
      {
        folder: root,
        environment: {
          ...environment,
          ELECTRON_EXEC_PATH: electron,
          ...(withoutSandbox && { NO_SANDBOX: '1' }),
        },
      },
    );
    return code ?? 1;
  });
});
