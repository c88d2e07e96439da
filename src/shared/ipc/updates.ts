import { type EventMarker, event, type RequestMarker, request } from './marker';

/** A newer version that was announced, with a signature of ours. */
export interface UpdateOffer {
  readonly version: string;
  /** The part of the changelog for it, as Markdown. */
  readonly notes: string;
  /** Who installs it: the app when it restarts, or the user with the downloaded file. */
  readonly installedBy: 'app' | 'user';
}

export type UpdateState =
  /**
   * This build never looks for updates: it was not packaged, or it has no address where versions
   * are announced.
   */
  | { readonly type: 'unavailable' }
  /** No newer version is known. */
  | {
      readonly type: 'none';
      readonly isChecking: boolean;
      /** When it was looked last, in milliseconds since 1970; null: not since the app started. */
      readonly checkedAt: number | null;
      /** Why looking failed. */
      readonly problem: string | null;
    }
  | {
      readonly type: 'offered';
      readonly offer: UpdateOffer;
      /** The user wants to hear of it later, or not at all. */
      readonly isQuiet: boolean;
      /** Why it could not be made ready the last time. */
      readonly problem: string | null;
    }
  | {
      readonly type: 'downloading';
      readonly offer: UpdateOffer;
      readonly received: number;
      readonly total: number;
    }
  /** The download is complete and verified, and the user installs it. */
  | {
      readonly type: 'downloaded';
      readonly offer: UpdateOffer;
      readonly file: string;
      /** The command that installs it in a terminal; null if there is no single command. */
      readonly command: string | null;
    }
  /** The update is ready, and is installed when all agents are done; then the app restarts. */
  | { readonly type: 'waiting'; readonly offer: UpdateOffer };

export type UpdateAnswer =
  /** Download it, and install it once no agent is at work. */
  | 'install'
  /** Do not wait for the agents. */
  | 'now'
  /** Stop the download, or the wait. */
  | 'cancel'
  /** Say nothing of it until the next start, or until the user looks for updates. */
  | 'later'
  /** Say nothing of this version any more. */
  | 'skip'
  /** Show the downloaded file in its folder. */
  | 'showFile';

export const updateRequests = {
  'updates.state': request<null, UpdateState>(),
  /** Looks now, even where the settings say not to, and answers with what was found. */
  'updates.check': request<null, UpdateState>(),
  'updates.answer': request<{ answer: UpdateAnswer }, null>(),
} satisfies Record<string, RequestMarker<unknown, unknown>>;

export const updateEvents = {
  'updates.changed': event<UpdateState>(),
} satisfies Record<string, EventMarker<unknown>>;
