import type { SessionUpdate, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk/unstable';
import type { HistoryRecord, TurnSummary } from './record';

/** The updates that replay a conversation to a client: each tool call once, in its final state. */
export function replayUpdates(records: readonly HistoryRecord[]): SessionUpdate[] {
  const endings = new Map<string, ToolCallUpdate>();
  for (const record of records) {
    if (record.kind === 'update' && record.update.sessionUpdate === 'tool_call_update') {
      endings.set(record.update.toolCallId, record.update);
    }
  }
  return records.flatMap((record): SessionUpdate[] => {
    if (record.kind === 'prompt') {
      return record.content.map((content) => ({
        sessionUpdate: 'user_message_chunk',
        messageId: record.messageId,
        content,
      }));
    }
    if (record.kind === 'turn' || record.update.sessionUpdate === 'tool_call_update') return [];
    if (record.update.sessionUpdate !== 'tool_call') return [record.update];
    return [
      {
        ...endedCall(record.update, endings.get(record.update.toolCallId)),
        sessionUpdate: 'tool_call',
      },
    ];
  });
}

export function turnsOf(records: readonly HistoryRecord[]): TurnSummary[] {
  return records.flatMap((record) => (record.kind === 'turn' ? [record.summary] : []));
}

/** A call without an end counts as failed: the process ended before the call did. */
function endedCall(call: ToolCall, ending: ToolCallUpdate | undefined): ToolCall {
  if (!ending) return { ...call, status: 'failed' };
  const kept = Object.entries(ending).filter(([, value]) => value !== undefined && value !== null);
  return { ...call, ...Object.fromEntries(kept) };
}
