import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../setup/failure.mjs';

const EXIT_AFTER_SCREENSHOT = '--exit-after-screenshot';

/** Splits the words after `npm start --` into ours and the app's, and makes folders absolute. */
export function readStartArguments(args, calledFrom) {
  const appArguments = args
    .filter((argument) => argument !== EXIT_AFTER_SCREENSHOT)
    .map((argument) => (argument.startsWith('-') ? argument : folderAt(calledFrom, argument)));
  return { exitAfterScreenshot: args.includes(EXIT_AFTER_SCREENSHOT), appArguments };
}

function folderAt(calledFrom, path) {
  const folder = resolve(calledFrom, path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new Failure(`There is no folder at ${folder}.`, 'name the folder of a project.');
}
