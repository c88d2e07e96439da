import { cut } from '#main/agents/wires/connectionErrors';
import type { Heard } from '#main/agents/wires/heard';
import { isRecord, type JsonRecord, labelOf, makeRoom, textOr } from '#main/agents/wires/json';
import { TOLD_WARNINGS } from '#main/agents/wires/limits';
import { unknownReceived } from '#main/agents/wires/unknownReceived';
import type { AgentSessionId, IdSource, NoteId } from '#shared/ids';
import type { EventOf, SessionEvent } from '#shared/session/events';
import { CodexUsage } from './codexUsage';
import { patchedPaths, untoldPatch } from './fileChanges';
import { ItemTranslator } from './itemTranslator';
import { stepsFrom } from './planItems';
import type { CodexChoices } from './threadSettings';
import { ThreadSettings } from './threadSettings';

const nothing: readonly Heard[] = [];

/** Notifications that are ignored: we learn the same in other ways. */
const chatter: ReadonlySet<string> = new Set([
  'thread/started',
  'thread/status/changed',
  'thread/readState/changed',
  'thread/archived',
  'thread/unarchived',
  'thread/deleted',
  'thread/closed',
  'thread/attachment/updated',
  'thread/goal/updated',
  'thread/goal/cleared',
  'thread/prediction/updated',
  'thread/queue/changed',
  'thread/project/updated',
  'thread/environment/connected',
  'thread/environment/disconnected',
  'hook/started',
  'item/autoApprovalReview/started',
  'item/fileChange/outputDelta',
  'rawResponseItem/completed',
  'rawResponse/completed',
  'turn/moderationMetadata',
  'model/verification',
  'model/safetyBuffering/updated',
  'serverRequest/resolved',
]);

/**
 * Turns the notifications of one thread into events: no effects, no clock, and it never throws. The
 * thread handles the beginning and the end of turns.
 */
export class CodexTranslator {
  readonly items: ItemTranslator;
  readonly settings: ThreadSettings;
  readonly usage = new CodexUsage();
  private readonly told = new Set<string>();
  /** One notice for all attempts of one request. */
  private retryNote: NoteId | null = null;
  private diff = '';

  constructor(
    private readonly ids: IdSource,
    choices: CodexChoices,
    private readonly subagent: AgentSessionId | null = null,
  ) {
    this.items = new ItemTranslator(ids, subagent);
    this.settings = new ThreadSettings(choices);
  }

  /** Called when a prompt was sent: later text belongs to new messages. */
  beginTurn(): void {
    this.items.nextTurn();
    this.usage.nextTurn();
    this.retryNote = null;
    this.diff = '';
  }

  translate(method: string, params: JsonRecord): readonly Heard[] {
    const heard = this.ofItem(method, params) ?? this.ofThread(method, params);
    if (heard !== null) return heard;
    const isIgnored = chatter.has(method) || method.startsWith('thread/realtime/');
    return isIgnored || this.isTold(method) ? nothing : [this.keepUnknown(method, params)];
  }

  /** Keeps a message that we do not understand, and shows it as unknown. */
  keepUnknown(label: string, raw: unknown): SessionEvent {
    this.items.spoken.pause();
    return unknownReceived(this.ids, label, raw);
  }

  /** Reports changes that the turn made without edits, once at its end. */
  endTurn(turnId: string): readonly Heard[] {
    const patch = untoldPatch(this.diff, this.items.changedPaths);
    this.diff = '';
    if (patch === '') return nothing;
    return [
      {
        type: 'tool.updated',
        toolCallId: this.items.toolCallId(`changes-of-${turnId}`),
        title: 'Other changes of this turn',
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'patch', paths: patchedPaths(patch), patch }],
      },
    ];
  }

  /** Null for a notification that is not about an item. */
  private ofItem(method: string, params: JsonRecord): readonly Heard[] | null {
    const { items } = this;
    switch (method) {
      case 'item/started':
      case 'item/completed': {
        this.retryNote = null;
        const item = isRecord(params.item) ? params.item : {};
        const phase = method === 'item/started' ? 'started' : 'completed';
        const kind = `${method}/${labelOf(item.type, 'item')}`;
        return items.translate(item, phase) ?? [this.keepUnknown(kind, params)];
      }
      case 'item/agentMessage/delta':
        return unreadableDelta(method, params) ?? items.spoken.piece('agent', params);
      case 'item/reasoning/summaryTextDelta':
        return (
          unreadableDelta(method, params) ??
          items.spoken.piece('thought', params, params.summaryIndex)
        );
      case 'item/reasoning/textDelta':
        return (
          unreadableDelta(method, params) ??
          items.spoken.piece('thought', params, `raw-${params.contentIndex}`)
        );
      case 'item/reasoning/summaryPartAdded':
        return nothing;
      case 'item/plan/delta':
        return items.planPiece(params);
      case 'item/commandExecution/outputDelta':
        return items.print(params.itemId, params.delta);
      case 'item/commandExecution/terminalInteraction':
        return items.print(params.itemId, params.stdin);
      case 'item/fileChange/patchUpdated':
        return items.patchUpdated(params);
      case 'item/mcpToolCall/progress':
        return items.progress(params);
      default:
        return null;
    }
  }

  private ofThread(method: string, params: JsonRecord): readonly Heard[] | null {
    switch (method) {
      case 'turn/plan/updated': {
        const plan = stepsFrom(params, this.subagent === null ? '' : `${this.subagent}/`);
        return plan && [plan];
      }
      case 'turn/diff/updated':
        this.diff = textOr(params.diff, this.diff);
        return nothing;
      // The thread, which waits for the turn, handles this.
      case 'turn/started':
      case 'turn/completed':
        return nothing;
      case 'thread/compacted':
        return [
          { type: 'compaction.updated', compactionId: this.ids.mint('note'), status: 'completed' },
        ];
      case 'thread/tokenUsage/updated':
        return this.ofTheWhole(this.usage.hear(params.tokenUsage));
      case 'thread/settings/updated':
        if (!isRecord(params.threadSettings)) return null;
        this.settings.hear(params.threadSettings);
        return this.ofTheWhole(this.settings.events());
      case 'thread/name/updated':
        return typeof params.threadName === 'string' && params.threadName !== ''
          ? this.ofTheWhole([{ type: 'session.titled', title: params.threadName, by: 'agent' }])
          : nothing;
      default:
        return this.notice(method, params);
    }
  }

  private notice(method: string, params: JsonRecord): readonly Heard[] | null {
    switch (method) {
      case 'error':
        return this.error(params);
      case 'warning':
      case 'guardianWarning':
        return this.warn(textOr(params.message, ''));
      case 'autoApprovalReview/strictReviewRequired':
        return this.warn('Codex reviews each further command of this turn.');
      case 'model/rerouted':
        return this.warn(
          `Codex continued with ${labelOf(params.toModel, 'another model')} instead of ${labelOf(params.fromModel, 'the model')}.`,
        );
      case 'modelProvider/authRecoveryStarted':
      case 'modelProvider/authRecoveryCompleted':
        return this.warn(textOr(params.message, ''));
      case 'thread/reverted':
        return this.warn('The conversation was rolled back to an earlier point.');
      case 'mcpServer/startupStatus/updated':
        return params.status === 'failed'
          ? this.warn(`The MCP server ${labelOf(params.name, '')} did not start.`, params.error)
          : nothing;
      case 'hook/completed':
        return this.hook(isRecord(params.run) ? params.run : {});
      case 'item/autoApprovalReview/completed':
        return this.review(isRecord(params.review) ? params.review : {});
      default:
        return null;
    }
  }

  /** Handles only errors that are retried: an error that ends the turn is reported with its end. */
  private error({ error, willRetry }: JsonRecord): readonly Heard[] {
    if (willRetry !== true || !isRecord(error)) return nothing;
    this.retryNote ??= this.ids.mint('note');
    const words = textOr(error.message, 'The model’s API did not answer.');
    return [note(this.retryNote, words, error.additionalDetails)];
  }

  warn(words: string, details?: unknown): readonly Heard[] {
    if (words === '' || this.isTold(words)) return nothing;
    this.items.spoken.pause();
    return [note(this.ids.mint('note'), words, details)];
  }

  /**
   * Whether the notice was shown already: Codex repeats its warnings with every turn, and some
   * notifications many times in one.
   */
  private isTold(words: string): boolean {
    const key = cut(words);
    if (this.told.has(key)) return true;
    makeRoom(this.told, TOLD_WARNINGS);
    this.told.add(key);
    return false;
  }

  private hook({ status, statusMessage, eventName }: JsonRecord): readonly Heard[] {
    if (status !== 'failed' && status !== 'blocked') return nothing;
    this.items.spoken.pause();
    const words = `The hook ${labelOf(eventName, 'without a name')} ${status === 'failed' ? 'failed' : 'stopped this'}.`;
    return [note(this.ids.mint('note'), words, statusMessage)];
  }

  private review({ status, rationale }: JsonRecord): readonly Heard[] {
    if (status !== 'denied' && status !== 'timedOut') return nothing;
    this.items.spoken.pause();
    return [note(this.ids.mint('note'), 'Codex’s own review rejected an action.', rationale)];
  }

  /** Drops a subagent's events about the session as a whole. */
  private ofTheWhole(events: readonly SessionEvent[]): readonly Heard[] {
    return this.subagent === null ? events : nothing;
  }
}

/** The problem with a piece of text that cannot be read; null if it can. */
function unreadableDelta(method: string, { delta }: JsonRecord): readonly Heard[] | null {
  if (typeof delta === 'string') return null;
  return [{ type: 'invalid', method, message: 'delta must be a string' }];
}

function note(noteId: NoteId, words: string, details: unknown): EventOf<'notice.posted'> {
  const notice = {
    type: 'notice.posted' as const,
    noteId,
    severity: 'warning' as const,
    title: cut(words),
  };
  return typeof details === 'string' && details !== ''
    ? { ...notice, description: cut(details) }
    : notice;
}
