import { FoldVertical } from 'lucide-react';
import type { CompactionEntry } from '#shared/session/entries';
import { Markdown } from '../../../ui/markdown/Markdown';
import { Fold } from '../Fold';
import { TitleText } from '../TitleText';
import { Note } from './Note';

const titles = {
  in_progress: 'The agent is summarising the conversation to make room…',
  completed: 'The agent summarised the conversation to make room.',
  failed: 'The agent could not summarise the conversation.',
} as const;

export function CompactionRow({ entry }: { readonly entry: CompactionEntry }) {
  return (
    <Note icon={FoldVertical} tone="quiet" title={titles[entry.status] ?? titles.completed}>
      {entry.error !== null && <TitleText text={entry.error} />}
      {entry.summary !== '' && (
        <Fold name={entry.id} label="Summary">
          <Markdown text={entry.summary} live={entry.status === 'in_progress'} />
        </Fold>
      )}
    </Note>
  );
}
