import { chaosModes } from './modes/chaosModes.mjs';
import { fileModes } from './modes/fileModes.mjs';
import { floodModes } from './modes/floodModes.mjs';
import { processModes } from './modes/processModes.mjs';
import { questionModes } from './modes/questionModes.mjs';
import { screenModes } from './modes/screenModes.mjs';
import { secretModes } from './modes/secretModes.mjs';
import { startModes } from './modes/startModes.mjs';
import { terminalModes } from './modes/terminalModes.mjs';
import { turnModes } from './modes/turnModes.mjs';
import { wireModes } from './modes/wireModes.mjs';

/** Every mode by family and name; the types are in `mode.ts`. */
export const modeFamilies = {
  start: startModes,
  wire: wireModes,
  flood: floodModes,
  turn: turnModes,
  question: questionModes,
  file: fileModes,
  terminal: terminalModes,
  process: processModes,
  secret: secretModes,
  screen: screenModes,
  chaos: chaosModes,
};

export const allModes = Object.assign({}, ...Object.values(modeFamilies));
