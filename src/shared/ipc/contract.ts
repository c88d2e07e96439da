import type { AppCommandId } from '#shared/commands/commandTable';
import type { Result } from '#shared/errors';
import type { AgentId, AgentSessionId, BlobHash, EntryId, SessionId } from '#shared/ids';
import type { CopyBase } from '#shared/project/copyBase';
import type { SealAvailability, SealPolicy, SealRefusals, SealScope } from '#shared/seal';
import type { SessionCommand, StartSetting } from '#shared/session/commands';
import type { SessionCondition } from '#shared/session/condition';
import type { ContentBlock } from '#shared/session/content';
import type { Entry } from '#shared/session/entries';
import type { EntryPlace } from '#shared/session/entryPlace';
import type { Envelope } from '#shared/session/events';
import type { Isolation } from '#shared/session/isolation';
import type { SearchKind } from '#shared/session/searchText';
import type { SessionHead } from '#shared/session/state';
import type { SessionSummary } from '#shared/session/summary';
import type { SettingChange, Settings, SettingsProblem, SettingsUndo } from '#shared/settings';
import type { MatchedText } from '#shared/text/matchedText';
import type { RankedPath } from '#shared/text/rankPaths';
import { agentEvents, agentRequests } from './agents';
import { changeEvents, changeRequests } from './changes';
import { checkEvents, checkRequests } from './checks';
import { compareEvents, compareRequests } from './compare';
import { deliverRequests } from './deliver';
import { inspectorEvents, inspectorRequests } from './inspector';
import {
  type EventMarker,
  event,
  type InputOf,
  type OutputOf,
  type PayloadOf,
  type RequestMarker,
  request,
} from './marker';
import { mcpRequests } from './mcp';
import { permissionEvents, permissionRequests } from './permissions';
import { projectRequests } from './projects';
import { provenanceRequests } from './provenance';
import { refreshEvents, refreshRequests } from './refresh';
import { storageEvents, storageRequests } from './storage';
import { terminalEvents, terminalRequests } from './terminals';
import { updateEvents, updateRequests } from './updates';
import { workEvents, workRequests } from './work';

/** Facts for the window about the program it runs in. */
export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  /** The Node that programs of the app run on. */
  readonly node: string;
  /** The app was packaged to test the packaging, and is not a release. */
  readonly isTrial: boolean;
  readonly platform: string;
  readonly logFolder: string;
  readonly settingsPath: string;
}

export interface SettingsSnapshot {
  readonly settings: Settings;
  readonly problems: readonly SettingsProblem[];
}

/** A request of the user's from outside the window: from the menu, or a second start. */
export type AppCommand =
  | { readonly name: 'openFolder'; readonly folder?: string }
  | { readonly name: 'newSession' }
  | { readonly name: 'showSettings' }
  | { readonly name: 'showCommandPalette' }
  | { readonly name: 'showSession'; readonly sessionId: SessionId }
  /** Any other command of the window, by its id. */
  | { readonly name: 'runCommand'; readonly id: AppCommandId };

/**
 * A session at `head.seq`: its head, the order of its whole transcript with the places of entries
 * that are not in order, and the newest entries. Events after that number follow by
 * `session.appended`.
 */
export interface SessionSnapshot {
  readonly head: SessionHead;
  readonly order: readonly EntryId[];
  readonly places: readonly (readonly [EntryId, EntryPlace])[];
  readonly entries: readonly Entry[];
  readonly condition: SessionCondition;
}

/** Entries at `seq`; events up to it may still be on their way. */
export interface EntryPage {
  readonly seq: number;
  readonly entries: readonly Entry[];
  /** More of the requested entries exist: all of them would have been too long an answer. */
  readonly isCut: boolean;
}

/** A conversation that an agent remembers and that is not among our sessions. */
export interface RemoteSession {
  readonly agentSessionId: AgentSessionId;
  readonly title: string | null;
  readonly folder: string;
  /** Milliseconds since 1970; null where the agent does not say. */
  readonly updatedAt: number | null;
}

export interface SearchHit {
  readonly sessionId: SessionId;
  readonly entryId: EntryId | null;
  readonly kind: SearchKind;
  readonly at: number;
  readonly snippet: MatchedText;
}

export interface SearchFindings {
  readonly hits: readonly SearchHit[];
  /** False: the user stopped the making of the index, and some sessions were not looked at. */
  readonly isComplete: boolean;
}

/** Every request that the window may send; main holds a guard and a handler for each. */
export const requests = {
  'app.info': request<null, AppInfo>(),
  'app.openExternal': request<{ url: string }, null>(),
  'app.showItem': request<{ item: 'settings' | 'logs' | 'data' }, null>(),
  'app.pickFolder': request<null, { folder: string | null }>(),
  /** Makes a small project to try things on, or finds the one made before. */
  'app.sampleProject': request<null, { folder: string }>(),
  'app.ready': request<null, { pending: readonly AppCommand[] }>(),
  /**
   * The window has handled this much more event text; main stops sending to a window that hangs.
   */
  'app.eventsTaken': request<{ characters: number }, null>(),
  /** Writes what the window has stored to the disk, which the browser delays by up to a minute. */
  'app.flushStorage': request<null, null>(),
  /** Whether the app quits by itself when all agents are done. */
  'app.quitsWhenIdle': request<null, { isWaiting: boolean }>(),
  /** Ends that wait: the app keeps running, or quits at once. */
  'app.answerQuit': request<{ answer: 'cancel' | 'now' }, null>(),
  ...agentRequests,
  'sessions.list': request<null, readonly SessionSummary[]>(),
  /** Sessions that the disk does not save completely. */
  'sessions.unsaved': request<null, readonly SessionId[]>(),
  /** Whether sessions can be sealed on this system; looked at again each time. */
  'sessions.canSeal': request<null, SealAvailability>(),
  /** What the agent of a session may use; null if the session is not sealed. */
  'sessions.sealPolicy': request<{ sessionId: SessionId }, SealPolicy | null>(),
  /** What the seal of a session has refused, as far as it was seen; nothing if it is not sealed. */
  'sessions.sealRefusals': request<{ sessionId: SessionId }, SealRefusals>(),
  /** Shows a path to sealed agents; the session's own is started again, unless a turn runs. */
  'sessions.allowPath': request<
    { sessionId: SessionId; path: string; access: 'read' | 'write'; scope: SealScope },
    null
  >(),
  'sessions.takeBackPath': request<
    { sessionId: SessionId; path: string; scope: SealScope },
    null
  >(),
  'sessions.create': request<
    {
      agentId: AgentId;
      folder: string;
      isolation: Isolation;
      prompt: readonly ContentBlock[] | null;
      continues: SessionId | null;
      /** The full name of the branch or tag that the copy begins from. */
      base?: string;
      /** Given to the agent before the first prompt. */
      settings?: readonly StartSetting[];
    },
    { sessionId: SessionId }
  >(),
  /** A new session that continues from a copy of the conversation. */
  'sessions.fork': request<{ sessionId: SessionId }, { sessionId: SessionId }>(),
  /**
   * The sessions that an agent lists for a folder, or for all; starts the agent if it does not run.
   */
  'sessions.remote': request<
    { agentId: AgentId; folder: string; everywhere: boolean },
    readonly RemoteSession[]
  >(),
  /** Resumes a conversation that an agent remembers, with all that was said. */
  'sessions.import': request<
    {
      agentId: AgentId;
      folder: string;
      isolation: Isolation;
      agentSessionId: AgentSessionId;
      title: string | null;
    },
    { sessionId: SessionId }
  >(),
  /** Subscribes the window to the session's events, until it closes the session. */
  'sessions.open': request<{ sessionId: SessionId }, SessionSnapshot>(),
  'sessions.close': request<{ sessionId: SessionId }, null>(),
  'sessions.entries': request<{ sessionId: SessionId; entryIds: readonly EntryId[] }, EntryPage>(),
  'sessions.command': request<{ sessionId: SessionId; command: SessionCommand }, null>(),
  'sessions.forceStop': request<{ sessionId: SessionId }, null>(),
  /** Tries at once to save what the disk has refused. */
  'sessions.retrySaving': request<{ sessionId: SessionId }, null>(),
  /** Moves a session to the trash; `trashId` is its name there. */
  'sessions.delete': request<{ sessionId: SessionId }, { trashId: string }>(),
  'sessions.body': request<{ sessionId: SessionId; blob: BlobHash }, { text: string }>(),
  'sessions.search': request<{ query: string }, SearchFindings>(),
  /**
   * Adds what is missing from the index. Settles when the index is complete or was stopped again.
   */
  'sessions.finishIndex': request<null, null>(),
  'sessions.export': request<
    { sessionId: SessionId; format: 'markdown' | 'ndjson' },
    { path: string | null }
  >(),
  /** Files of the folder that the session works in, best match first. */
  'sessions.files': request<{ sessionId: SessionId; query: string }, readonly RankedPath[]>(),
  /** The branches and tags that copies of a folder can begin from, the newest first. */
  'sessions.bases': request<{ folder: string }, readonly CopyBase[]>(),
  /** Files of a folder that no session works in yet, best match first. */
  'sessions.filesIn': request<{ folder: string; query: string }, readonly RankedPath[]>(),
  ...changeRequests,
  ...checkRequests,
  ...compareRequests,
  ...deliverRequests,
  ...projectRequests,
  ...mcpRequests,
  ...permissionRequests,
  ...provenanceRequests,
  ...refreshRequests,
  ...storageRequests,
  ...inspectorRequests,
  ...terminalRequests,
  ...updateRequests,
  ...workRequests,
  'settings.get': request<null, SettingsSnapshot>(),
  /** Applies all of the changes or none. Null if settings.json already had these values. */
  'settings.update': request<
    { changes: readonly SettingChange[] },
    { undo: SettingsUndo | null }
  >(),
  'settings.undo': request<{ undo: SettingsUndo }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

/** Every event that main may send; they travel in batches, one per frame. */
export const events = {
  'app.command': event<AppCommand>(),
  'app.quitsWhenIdleChanged': event<{ isWaiting: boolean }>(),
  'session.appended': event<{ sessionId: SessionId; events: readonly Envelope[] }>(),
  'session.condition': event<{ sessionId: SessionId; condition: SessionCondition }>(),
  'sessions.changed': event<SessionSummary>(),
  'sessions.unsavedChanged': event<{ sessionIds: readonly SessionId[] }>(),
  'sessions.removed': event<{ sessionId: SessionId }>(),
  ...agentEvents,
  ...changeEvents,
  ...checkEvents,
  ...compareEvents,
  ...refreshEvents,
  ...inspectorEvents,
  ...permissionEvents,
  ...storageEvents,
  ...terminalEvents,
  ...updateEvents,
  ...workEvents,
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

/** The channel by which a port to the pty host reaches the preload script, and then the page. */
export const TERMINAL_PORT = 'airlock:terminal-port';

/** The object that the preload script puts on `window.airlock`. */
export interface AirlockBridge {
  readonly request: {
    readonly [K in RequestName]: (input: RequestInput<K>) => Promise<Result<RequestOutput<K>>>;
  };
  /**
   * A batch is the JSON text of `AppEvent[]`: text crosses the bridge without being copied deep.
   */
  onEvents(listener: (batch: string) => void): () => void;
  /** The path of a page's `File` on disk; empty if it has none, as for a pasted image. */
  pathOf(file: object): string;
}
