import { z } from 'zod';
import type { Delivery } from '#main/host/deliver/delivery';
import type { deliverRequests } from '#shared/ipc/deliver';
import type { Guards, Handlers } from './register';
import { sessionId } from './sessionGuards';

export type DeliverRequest = keyof typeof deliverRequests;

const MAX_TEXT = 200_000;

export const deliverGuards: Pick<Guards, DeliverRequest> = {
  'deliver.facts': z.strictObject({ sessionId }),
  'deliver.write': z.strictObject({ sessionId, text: z.string().max(MAX_TEXT) }),
};

export interface DeliverServices {
  readonly delivery: Delivery;
}

export function createDeliverHandlers({
  delivery,
}: DeliverServices): Pick<Handlers, DeliverRequest> {
  return {
    'deliver.facts': (input) => delivery.facts(input.sessionId),
    'deliver.write': (input) => delivery.write(input.sessionId, input.text),
  };
}
