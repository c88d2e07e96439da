import { createIdSource } from '#shared/ids';
import type { SessionCommand } from '#shared/session/commands';
import { decide } from '#shared/session/decide';
import type { SessionHead } from '#shared/session/state';

const ids = createIdSource(() => 'unused');

/** Pure: why a command would be refused now, by main's own rules; null if it would be accepted. */
export function refusalOf(head: SessionHead, command: SessionCommand): string | null {
  const decision = decide({ head, entries: new Map(), order: [] }, command, ids);
  return decision.ok ? null : decision.error.message;
}
