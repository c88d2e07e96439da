import { z } from 'zod';
import type { Delivery } from '#main/host/deliver/delivery';
import type { Guards, Handlers } from '#main/ipc/register';
import { sessionId } from '#main/ipc/sessionGuards';
import type { deliverRequests } from '#shared/ipc/deliver';

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
