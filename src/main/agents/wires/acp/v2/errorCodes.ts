import type { ErrorCodes } from '../../rpc/agentErrors';

export const errorCodes: ErrorCodes = new Map([
  [-32000, 'authentication-required'],
  [-32002, 'not-found'],
  [-32022, 'unsupported'],
  [-32800, 'cancelled'],
]);
