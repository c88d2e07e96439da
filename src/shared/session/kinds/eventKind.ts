import type { EntryId } from '#shared/ids';
import type { Envelope, EventOf, SessionEvent, SessionEventType } from '../events';
import type { SearchText } from '../searchText';
import type { BodiesOf } from './bodies';
import type { BoundedFields } from './bounds';
import type { Check } from './shape';

/**
 * All facts about a kind of event, except how it changes the state: that is in `reduceEntry` and
 * `reduceHead`. No field may be left out: null means that it does not apply.
 */
export interface EventKind<E extends SessionEvent, Bodies = BodiesOf<E>> {
  /**
   * Checks the fields that the reducer and the views rely on, but not those that they only pass on.
   */
  readonly shape: Check;
  /**
   * The limits of the fields that an agent fills. Texts that may be long have none: a message
   * continues in further entries, and bodies are stored beside the log. Wires limit ids, since a
   * cut id would be another id.
   */
  readonly bounds: BoundedFields | null;
  /** Replaces its long bodies, which are stored beside the log. */
  readonly bodies: Bodies;
  /** The one entry that the event is about; null if it is about the session as a whole. */
  readonly entry: ((event: E & Pick<Envelope, 'seq'>) => EntryId) | null;
  /** The text that it adds to the search over all sessions. */
  readonly search: ((event: E) => SearchText | null) | null;
  /** The line that a terminal shows for it; null if it shows none. */
  readonly line: ((event: E) => string | null) | null;
}

/** A row for each of some types of events. */
export type EventKinds<T extends SessionEventType> = { readonly [K in T]: EventKind<EventOf<K>> };
