import { useEffect, useState } from 'react';
import type { ChangeId, SessionId } from '#shared/ids';
import type { FileSide } from '#shared/ipc/changes';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

export type ShownImage =
  | { readonly state: 'loading' | 'absent' | 'failed' }
  | { readonly state: 'shown'; readonly url: string };

/** One version of an image, as a URL that is valid while it is shown. */
export function useImage(
  sessionId: SessionId,
  changeId: ChangeId,
  side: FileSide,
  type: string,
): ShownImage {
  const [image, setImage] = useState<ShownImage>({ state: 'loading' });
  useEffect(() => {
    let url: string | null = null;
    let isCurrent = true;
    setImage({ state: 'loading' });
    call('changes.bytes', { sessionId, changeId, side }).then(
      ({ bytes }) => {
        if (!isCurrent) return;
        if (bytes === null) {
          setImage({ state: 'absent' });
          return;
        }
        url = URL.createObjectURL(new Blob([bytes], { type }));
        setImage({ state: 'shown', url });
      },
      (error: unknown) => {
        if (isCurrent) setImage({ state: 'failed' });
        reportError(error);
      },
    );
    return () => {
      isCurrent = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [sessionId, changeId, side, type]);
  return image;
}
