import { useState } from 'react';
import type { ChangeView } from '#shared/airlock/changeView';
import type { SessionId } from '#shared/ids';
import type { FileSide } from '#shared/ipc/changes';
import { formatBytes } from '#shared/text/formatBytes';
import { visiblePath } from '#shared/text/visiblePath';
import styles from './ImageCompare.module.css';
import { useImage } from './useImage';

interface ImageCompareProps {
  readonly sessionId: SessionId;
  readonly view: ChangeView;
  readonly type: string;
}

/** An image before and after, on a checkerboard that shows transparency. */
export function ImageCompare({ sessionId, view, type }: ImageCompareProps) {
  const { base, proposed } = view.change;
  return (
    <div className={styles.compare}>
      {base && <ImageVersion name="Before" side="base" {...{ sessionId, view, type }} />}
      {proposed && (
        <ImageVersion
          name={base ? 'After' : 'New'}
          side="proposed"
          {...{ sessionId, view, type }}
        />
      )}
    </div>
  );
}

interface ImageVersionProps extends ImageCompareProps {
  readonly name: string;
  readonly side: FileSide;
}

function ImageVersion({ sessionId, view, type, name, side }: ImageVersionProps) {
  const image = useImage(sessionId, view.change.changeId, side, type);
  const [size, setSize] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  const bytes = view.change[side]?.bytes ?? 0;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption} data-side={side}>
        <strong>{name}</strong>
        <span>{[size, formatBytes(bytes)].filter(Boolean).join(', ')}</span>
      </figcaption>
      <div className={styles.ground}>
        {image.state === 'shown' && !isBroken && (
          <img
            className={styles.image}
            src={image.url}
            alt={`${visiblePath(view.change.path)}, ${name.toLowerCase()}`}
            draggable={false}
            onLoad={({ currentTarget }) =>
              setSize(`${currentTarget.naturalWidth} × ${currentTarget.naturalHeight}`)
            }
            onError={() => setBroken(true)}
          />
        )}
        {image.state === 'absent' && <p className={styles.note}>Too large to show here.</p>}
        {(image.state === 'failed' || isBroken) && (
          <p className={styles.note}>This image cannot be displayed.</p>
        )}
      </div>
    </figure>
  );
}
