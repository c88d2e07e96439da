import type { Event } from '#main/base/emitter';

/** Our end of a channel to another process, whatever carries it. */
export interface Link<In, Out> {
  post(message: Out): void;
  readonly onMessage: Event<In>;
  readonly onClose: Event<void>;
}
