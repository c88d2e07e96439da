import { answerSteps } from './answerSteps.mjs';
import { chaosSteps } from './chaosSteps.mjs';
import { flowSteps } from './flowSteps.mjs';
import { handSteps } from './handSteps.mjs';
import { hostileJsonSteps } from './hostileJsonSteps.mjs';
import { hostileSteps } from './hostileSteps.mjs';
import { processSteps } from './processSteps.mjs';
import { questionSteps } from './questionSteps.mjs';
import { requestSteps } from './requestSteps.mjs';
import { sessionSteps } from './sessionSteps.mjs';
import { talkSteps } from './talkSteps.mjs';
import { terminalSteps } from './terminalSteps.mjs';
import { toolSteps } from './toolSteps.mjs';
import { wireSteps } from './wireSteps.mjs';

/** Every step by name: `(scene, argument) => Promise | void`. Their arguments are in `step.ts`. */
export const allSteps = {
  ...talkSteps,
  ...toolSteps,
  ...sessionSteps,
  ...questionSteps,
  ...requestSteps,
  ...terminalSteps,
  ...handSteps,
  ...flowSteps,
  ...chaosSteps,
  ...answerSteps,
  ...wireSteps,
  ...hostileJsonSteps,
  ...hostileSteps,
  ...processSteps,
};
