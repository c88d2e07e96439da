import type { Entry } from '#shared/session/entries';
import { ElicitationRow } from '../elicitation/ElicitationRow';
import { PermissionRow } from '../permission/PermissionRow';
import { ToolRow } from '../tool/ToolRow';
import { AuthenticationRow } from './AuthenticationRow';
import { CompactionRow } from './CompactionRow';
import { ContinuityRow } from './ContinuityRow';
import { FailureRow } from './FailureRow';
import { MessageRow } from './MessageRow';
import { NoticeRow } from './NoticeRow';
import { PlanRow } from './PlanRow';
import { SettingRow } from './SettingRow';
import { SubagentRow } from './SubagentRow';
import { TurnEndRow } from './TurnEndRow';
import { UnknownRow } from './UnknownRow';

interface EntryViewProps {
  readonly entry: Entry;
  /** It is the last one of a turn that is under way. */
  readonly live: boolean;
}

/** Each kind of entry in its own way. */
export function EntryView({ entry, live }: EntryViewProps) {
  switch (entry.kind) {
    case 'message':
      return <MessageRow entry={entry} live={live} />;
    case 'tool':
      return <ToolRow entry={entry} />;
    case 'plan':
      return <PlanRow entry={entry} />;
    case 'permission':
      return <PermissionRow entry={entry} />;
    case 'elicitation':
      return <ElicitationRow entry={entry} />;
    case 'notice':
      return <NoticeRow entry={entry} />;
    case 'compaction':
      return <CompactionRow entry={entry} />;
    case 'subagent':
      return <SubagentRow entry={entry} />;
    case 'turn-end':
      return <TurnEndRow entry={entry} />;
    case 'failure':
      return <FailureRow entry={entry} />;
    case 'authentication':
      return <AuthenticationRow entry={entry} />;
    case 'continuity':
      return <ContinuityRow entry={entry} />;
    case 'setting':
      return <SettingRow entry={entry} />;
    case 'unknown':
      return <UnknownRow id={entry.id} label={entry.label} raw={entry.raw} />;
    case 'terminal':
      return null;
    default:
      return <OtherEntry entry={entry} />;
  }
}

/** A log of a newer build may hold kinds of entries that this one does not know. */
function OtherEntry({
  entry,
}: {
  readonly entry: { readonly id: Entry['id']; readonly kind: string };
}) {
  return <UnknownRow id={entry.id} label={entry.kind} raw={null} />;
}
