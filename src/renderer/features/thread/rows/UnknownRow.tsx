import { CircleHelp } from 'lucide-react';
import type { EntryId } from '#shared/ids';
import type { Body } from '#shared/session/content';
import { Fold } from '../Fold';
import { TitleText } from '../TitleText';
import { RawBody } from '../tool/ToolBody';
import { Note } from './Note';

interface UnknownRowProps {
  readonly id: EntryId;
  readonly label: string;
  readonly raw: Body | null;
}

/** Something that this build does not know. It is shown as it came, neither hidden nor an error. */
export function UnknownRow({ id, label, raw }: UnknownRowProps) {
  return (
    <Note icon={CircleHelp} tone="quiet" title={<TitleText text={label} />}>
      {raw !== null && (
        <Fold name={id} label="What came">
          <RawBody body={raw} />
        </Fold>
      )}
    </Note>
  );
}
