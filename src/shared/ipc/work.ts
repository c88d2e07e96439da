import { type EventMarker, event, type RequestMarker, request } from './marker';

/** Work of the app's that takes so long that users want to see how far it is. */
export interface LongWork {
  readonly id: number;
  readonly title: string;
  /** What is being done now; empty if there is nothing to add to the title. */
  readonly detail: string;
  /** How far it is, where that is known. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly canCancel: boolean;
}

export const workRequests = {
  'work.list': request<null, readonly LongWork[]>(),
  'work.cancel': request<{ readonly id: number }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const workEvents = {
  'work.changed': event<readonly LongWork[]>(),
} satisfies Record<string, EventMarker<unknown>>;
