import type { IdSource } from '#shared/ids';
import type { SessionEvent } from '#shared/session/events';
import { identifier, type JsonRecord, textOr } from '../../json';
import { AgentFacts } from './agentFacts';
import { BackgroundTasks } from './backgroundTasks';
import type { ClaudeNotices } from './notices';
import { commandsFrom, type SessionSettings } from './sessionSettings';

/** Compactions of the agent's context: announced by a status, ended by a boundary message. */
class Compactions {
  private running: string | null = null;

  constructor(private readonly ids: IdSource) {}

  status({
    status,
    compact_result: result,
    compact_error: error,
  }: JsonRecord): readonly SessionEvent[] {
    if (status === 'compacting') {
      if (this.running !== null) return [];
      this.running = this.ids.mint('note');
      return [{ type: 'compaction.updated', compactionId: this.running, status: 'in_progress' }];
    }
    if (result !== 'failed' || this.running === null) return [];
    const compactionId = this.running;
    this.running = null;
    const words = typeof error === 'string' ? { error } : {};
    return [{ type: 'compaction.updated', compactionId, status: 'failed', ...words }];
  }

  boundary(): readonly SessionEvent[] {
    const compactionId = this.running ?? this.ids.mint('note');
    this.running = null;
    return [{ type: 'compaction.updated', compactionId, status: 'completed' }];
  }
}

const nothing: readonly SessionEvent[] = [];

/** Messages that are ignored: we learn the same in other ways. */
const chatter: ReadonlySet<unknown> = new Set([
  'thinking_tokens',
  'hook_started',
  'hook_progress',
  'session_state_changed',
  'background_tasks_changed',
  'task_progress',
  'files_persisted',
  'control_request_progress',
  'memory_recall',
  'permission_denied',
  'worker_shutting_down',
]);

/** Messages of Claude Code about itself and the session as a whole. */
export class SystemMessages {
  private readonly tasks = new BackgroundTasks();
  private readonly facts = new AgentFacts();
  private readonly compactions: Compactions;

  constructor(
    ids: IdSource,
    private readonly notices: ClaudeNotices,
    private readonly settings: SessionSettings,
  ) {
    this.compactions = new Compactions(ids);
  }

  /** Null for an unknown kind of message. */
  translate(message: JsonRecord): readonly SessionEvent[] | null {
    switch (message.subtype) {
      case 'init':
        return [
          ...this.settings.changeMode(message.permissionMode),
          ...this.settings.changeModel(message.model),
          ...this.facts.init(message),
        ];
      case 'status':
        return [
          ...this.settings.changeMode(message.permissionMode),
          ...this.compactions.status(message),
        ];
      case 'compact_boundary':
        return this.compactions.boundary();
      case 'commands_changed': {
        const commands = commandsFrom(message.commands);
        return commands && [commands];
      }
      case 'session_title_changed':
        return typeof message.title === 'string' && message.title !== ''
          ? [{ type: 'session.titled', title: message.title, by: 'agent' }]
          : nothing;
      case 'task_started':
        return this.tasks.started(message);
      case 'task_updated':
        return this.tasks.updated(message);
      case 'task_notification':
        return this.tasks.ended(message);
      case 'elicitation_complete': {
        const elicitationId = identifier(message.elicitation_id);
        return elicitationId === null ? null : [{ type: 'elicitation.completed', elicitationId }];
      }
      default:
        return chatter.has(message.subtype) ? nothing : this.notice(message);
    }
  }

  private notice(message: JsonRecord): readonly SessionEvent[] | null {
    const content = textOr(message.content, '');
    switch (message.subtype) {
      case 'api_retry':
        return [this.notices.retry(message)];
      case 'hook_response':
        return this.notices.hook(message) ?? this.facts.hook(message);
      case 'informational':
        return this.notices.tell(message.level === 'warning' ? 'warning' : 'info', content);
      case 'notification':
        return this.notices.tell('info', textOr(message.text, ''));
      case 'model_refusal_fallback':
      case 'model_refusal_no_fallback':
        return this.notices.tell('warning', content);
      case 'plugin_install':
        return message.status === 'failed'
          ? [this.notices.post('warning', 'A plugin was not installed.', textOr(message.error, ''))]
          : nothing;
      case 'mirror_error':
        return [this.notices.post('warning', textOr(message.error, 'Claude could not save.'))];
      case 'session_writes_lost':
        return [
          this.notices.post('error', 'Claude could not save the conversation: the disk is full.'),
        ];
      // Reported with the end of the turn.
      case 'auth_required':
        return nothing;
      default:
        return null;
    }
  }
}
