import type { Result } from '#shared/errors';
import type { Settings, SettingsProblem } from '#shared/settings';
import {
  type EventMarker,
  event,
  type InputOf,
  type OutputOf,
  type PayloadOf,
  type RequestMarker,
  request,
} from './marker';

/** What the window is told about the program it runs in. */
export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly platform: string;
  readonly logFolder: string;
  readonly settingsPath: string;
}

export interface SettingsSnapshot {
  readonly settings: Settings;
  readonly problems: readonly SettingsProblem[];
}

/** What the user asked of the app from outside the window: the menu, or a second start. */
export type AppCommand =
  | { readonly name: 'openFolder'; readonly folder?: string }
  | { readonly name: 'newSession' }
  | { readonly name: 'showSettings' }
  | { readonly name: 'showCommandPalette' };

/** Every request that the window may send; main holds a guard and a handler for each. */
export const requests = {
  'app.info': request<null, AppInfo>(),
  'app.openExternal': request<{ url: string }, null>(),
  'app.showItem': request<{ item: 'settings' | 'logs' }, null>(),
  'app.pickFolder': request<null, { folder: string | null }>(),
  'app.ready': request<null, { pending: readonly AppCommand[] }>(),
  'settings.get': request<null, SettingsSnapshot>(),
  'settings.update': request<{ path: readonly (string | number)[]; value: unknown }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

/** Every event that main may send; they travel in batches, one per frame. */
export const events = {
  'app.command': event<AppCommand>(),
  'settings.changed': event<SettingsSnapshot>(),
} satisfies Record<string, EventMarker<unknown>>;

export type RequestName = keyof typeof requests;
export type EventName = keyof typeof events;
export type RequestInput<K extends RequestName> = InputOf<(typeof requests)[K]>;
export type RequestOutput<K extends RequestName> = OutputOf<(typeof requests)[K]>;
export type EventPayload<K extends EventName> = PayloadOf<(typeof events)[K]>;

export type AppEvent = {
  [K in EventName]: readonly [name: K, payload: EventPayload<K>];
}[EventName];

/** The one channel events come by, and the prefix of every request's channel. */
export const EVENT_CHANNEL = 'airlock:events';
export const REQUEST_CHANNEL_PREFIX = 'airlock:request:';

/** What the preload script puts on `window.airlock`. */
export interface AirlockBridge {
  readonly request: {
    readonly [K in RequestName]: (input: RequestInput<K>) => Promise<Result<RequestOutput<K>>>;
  };
  /** A batch is the JSON text of `AppEvent[]`: text crosses the bridge without being copied deep. */
  onEvents(listener: (batch: string) => void): () => void;
}
