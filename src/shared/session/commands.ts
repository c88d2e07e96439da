import type { QueuedPromptId, RequestId } from '#shared/ids';
import type { ContentBlock } from './content';
import type { FormValue } from './request/requests';

/** A request of the user's to a session. Its result is an event. */
export type SessionCommand =
  | { readonly type: 'prompt.send'; readonly content: readonly ContentBlock[] }
  | { readonly type: 'prompt.steer'; readonly content: readonly ContentBlock[] }
  | {
      readonly type: 'prompt.edit';
      readonly promptId: QueuedPromptId;
      readonly content: readonly ContentBlock[];
    }
  | { readonly type: 'prompt.remove'; readonly promptId: QueuedPromptId }
  /** Holds a queued prompt back while the user edits it, or lets it continue as it was. */
  | {
      readonly type: 'prompt.pause';
      readonly promptId: QueuedPromptId;
      readonly paused: boolean;
    }
  /** Prompts no longer wait for the project's setup. */
  | { readonly type: 'setup.skip' }
  /** Continues with the queue after a turn that was stopped or failed. */
  | { readonly type: 'queue.resume' }
  | { readonly type: 'turn.cancel' }
  | {
      readonly type: 'permission.answer';
      readonly requestId: RequestId;
      readonly optionId: string;
      /** The change to the request that the user saw last; none if it was shown as it was asked. */
      readonly revision?: number | undefined;
    }
  | {
      readonly type: 'elicitation.answer';
      readonly requestId: RequestId;
      readonly answer:
        | { readonly type: 'accepted'; readonly values: Readonly<Record<string, FormValue>> }
        | { readonly type: 'declined' }
        | { readonly type: 'cancelled' };
    }
  | { readonly type: 'mode.set'; readonly modeId: string }
  | { readonly type: 'option.set'; readonly optionId: string; readonly value: string | boolean }
  | { readonly type: 'session.rename'; readonly title: string }
  | { readonly type: 'session.archive'; readonly archived: boolean }
  /** Lets the programs of a sealed session reach a host, by an entry of a list of hosts. */
  | { readonly type: 'host.allow'; readonly rule: string }
  /** Starts the agent if it is not running and takes the conversation up again. */
  | { readonly type: 'agent.restart' }
  /** Brings back a copy that was deleted or replaced, and starts the agent in it. */
  | { readonly type: 'copy.restore' }
  /** Gives up on an agent that is still starting. */
  | { readonly type: 'agent.cancelStart' }
  /** The user knows that the agent lost the conversation, and continues anyway. */
  | { readonly type: 'continuity.accept' }
  | { readonly type: 'authentication.start'; readonly methodId: string; readonly apiKey?: string }
  | { readonly type: 'authentication.logout' };

/** A mode, a model or another option that is chosen before the agent has started. */
export type StartSetting = CommandOf<'mode.set'> | CommandOf<'option.set'>;

export type SessionCommandType = SessionCommand['type'];
export type CommandOf<T extends SessionCommandType> = Extract<SessionCommand, { type: T }>;
