import { ofNewerBuild } from '#shared/errors';
import type { EntryId } from '#shared/ids';
import type { ToolKind } from './content';
import { entryId, type KeptEntry, type PermissionEntry } from './entries';
import type { TurnEndReason } from './events';

/**
 * The fields that decide where an entry is placed in a transcript, or whether it is shown. Views
 * keep them for the whole transcript, and entries only for what is near the screen. Most entries
 * have none.
 */
export type EntryPlace =
  /** Below the row of the subagent that it belongs to. */
  | { readonly type: 'nested'; readonly parent: EntryId }
  | { readonly type: 'turn-end'; readonly reason: TurnEndReason }
  /** A step that went well and needs no attention: several in a row are drawn as one. */
  | { readonly type: 'step'; readonly step: StepKind }
  /** A request that a rule allowed: it belongs to the step before it, if there is one. */
  | { readonly type: 'ruled' }
  /** An entry that says nothing any more. */
  | { readonly type: 'silent' };

export type StepKind = 'read' | 'search' | 'edit';

const steps: Partial<Record<ToolKind, StepKind>> = {
  read: 'read',
  search: 'search',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
};

/** Pure. Null for an entry that is placed in the order in which it came. */
export function placeOf(entry: KeptEntry): EntryPlace | null {
  switch (entry.kind) {
    case 'message':
    case 'tool': {
      if (entry.subagent !== null)
        return { type: 'nested', parent: entryId('subagent', entry.subagent) };
      const step =
        entry.kind === 'tool' && entry.status === 'completed' ? steps[entry.toolKind] : undefined;
      return step === undefined ? null : { type: 'step', step };
    }
    case 'turn-end':
      return { type: 'turn-end', reason: entry.reason };
    case 'setting':
      return entry.from === entry.to ? { type: 'silent' } : null;
    case 'permission':
      return isAllowedByRule(entry) ? { type: 'ruled' } : null;
    case 'plan':
    case 'elicitation':
    case 'terminal':
    case 'notice':
    case 'compaction':
    case 'subagent':
    case 'failure':
    case 'authentication':
    case 'continuity':
    case 'refusal':
    case 'unknown':
      return null;
    default:
      return ofNewerBuild(entry, null);
  }
}

function isAllowedByRule({ answer, question }: PermissionEntry): boolean {
  if (answer?.by !== 'policy' || answer.outcome.type !== 'selected') return false;
  const { optionId } = answer.outcome;
  return question.options.some(({ id, kind }) => id === optionId && kind === 'allow_once');
}
