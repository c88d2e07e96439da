import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { NoticeEntry } from '#shared/session/entries';
import { TitleText } from '../TitleText';
import { Note } from './Note';

const icons = { info: Info, warning: TriangleAlert, error: CircleAlert } as const;

/** Something the agent, or we, had to say in passing. */
export function NoticeRow({ entry }: { readonly entry: NoticeEntry }) {
  return (
    <Note
      icon={icons[entry.severity] ?? Info}
      tone={entry.severity === 'info' ? 'quiet' : entry.severity === 'error' ? 'danger' : 'plain'}
      title={<TitleText text={entry.title} />}
    >
      {entry.description !== null && <TitleText text={entry.description} />}
    </Note>
  );
}
