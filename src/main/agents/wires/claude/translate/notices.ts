import type { IdSource, NoteId } from '#shared/ids';
import type { EventOf } from '#shared/session/events';
import { cut } from '../../connectionErrors';
import { isRecord, type JsonRecord, labelOf, textOr } from '../../json';

type Severity = EventOf<'notice.posted'>['severity'];

/** Notices for the user that are not messages of the conversation. */
export class ClaudeNotices {
  /** One notice for all attempts of one request. */
  private retryNote: NoteId | null = null;

  constructor(private readonly ids: IdSource) {}

  post(severity: Severity, title: string, description = ''): EventOf<'notice.posted'> {
    const noteId = this.ids.mint('note');
    const notice = { type: 'notice.posted' as const, noteId, severity, title: cut(title) };
    return description === '' ? notice : { ...notice, description: cut(description) };
  }

  /** A notice with the agent's text; none if the text is empty. */
  tell(severity: Severity, words: string): readonly EventOf<'notice.posted'>[] {
    return words.trim() === '' ? [] : [this.post(severity, words.trim())];
  }

  retry(message: JsonRecord): EventOf<'notice.posted'> {
    const { attempt, max_retries: most, retry_delay_ms: delay, error_status: status } = message;
    this.retryNote ??= this.ids.mint('note');
    const answer = typeof status === 'number' ? `answered with error ${status}` : 'did not answer';
    const seconds = typeof delay === 'number' ? ` in ${(delay / 1_000).toFixed(1)} s` : '';
    const count =
      typeof attempt === 'number' && typeof most === 'number' ? ` (${attempt} of ${most})` : '';
    return {
      type: 'notice.posted',
      noteId: this.retryNote,
      severity: 'warning',
      title: `The model’s API ${answer}. Claude tries again${seconds}${count}.`,
    };
  }

  /** Called when the request succeeded or was given up: the next failure gets a new notice. */
  retried(): void {
    this.retryNote = null;
  }

  /** Null for a hook that did not fail. */
  hook(message: JsonRecord): readonly EventOf<'notice.posted'>[] | null {
    const { exit_code: code, outcome, hook_name: name } = message;
    const failed = (typeof code === 'number' && code !== 0) || outcome === 'error';
    if (!failed) return null;
    const said = [message.stderr, message.stdout, message.output].find(
      (text) => typeof text === 'string' && text.trim() !== '',
    );
    const how = typeof code === 'number' ? ` (exit code ${code})` : '';
    const title = `The hook ${labelOf(name, 'without a name')} failed${how}.`;
    return [this.post('warning', title, textOr(said, '').trim())];
  }

  rateLimit({ rate_limit_info: info }: JsonRecord): readonly EventOf<'notice.posted'>[] {
    if (!isRecord(info) || info.status === 'allowed') return [];
    const isOver = info.status === 'rejected';
    const resets = info.resetsAt;
    const isTime =
      typeof resets === 'number' && Number.isFinite(new Date(resets * 1_000).getTime());
    const until = isTime ? `It resets at ${new Date(resets * 1_000).toISOString()}.` : '';
    return isOver
      ? [this.post('error', 'The account’s usage limit is reached.', until)]
      : [this.post('warning', 'The account’s usage limit is near.', until)];
  }
}
