import { REMEMBERED_CALLS, REMEMBERED_CHARACTERS } from '#main/host/limits';
import type { ToolCallId } from '#shared/ids';
import type { ToolContent } from '#shared/session/content';
import type { SessionEvent } from '#shared/session/events';
import { isEnded } from '#shared/session/reduceHead';
import type { CallFacts } from './plannedEdits';

/** Facts about unfinished tool calls: permission requests often repeat only a part of them. */
export class RecentCalls {
  private readonly calls = new Map<string, CallFacts>();

  get(id: ToolCallId | null): CallFacts | undefined {
    return id === null ? undefined : this.calls.get(id);
  }

  note(events: readonly SessionEvent[]): void {
    for (const event of events) {
      if (event.type === 'turn.ended') this.calls.clear();
      if (event.type !== 'tool.updated') continue;
      const { toolCallId, status, kind, content, input } = event;
      if (status !== undefined && isEnded(status)) {
        this.calls.delete(toolCallId);
        continue;
      }
      const known = this.calls.get(toolCallId) ?? {};
      // Reinsert the newest call, so that it is forgotten last.
      this.calls.delete(toolCallId);
      this.calls.set(toolCallId, {
        ...known,
        ...(kind !== undefined && { kind }),
        ...(content && content.length > 0 && { content }),
        ...(input && input !== '{}' && { input }),
      });
    }
    this.forget();
  }

  private forget(): void {
    let room = REMEMBERED_CHARACTERS;
    let left = REMEMBERED_CALLS;
    for (const [id, facts] of [...this.calls].toReversed()) {
      room -= sizeOf(facts);
      if (--left < 0 || room < 0) this.calls.delete(id);
    }
  }
}

function sizeOf({ content, input }: CallFacts): number {
  const texts = (content ?? []).flatMap(bodiesOf);
  return [...texts, input].reduce<number>(
    (sum, text) => sum + (typeof text === 'string' ? text.length : 0),
    0,
  );
}

function bodiesOf(part: ToolContent): readonly unknown[] {
  switch (part.type) {
    case 'diff':
      return [part.before, part.after];
    case 'patch':
      return [part.patch];
    case 'content':
      return part.content.type === 'text' ? [part.content.text] : [];
    default:
      return [];
  }
}
