import type { Body } from '#shared/session/content';
import { useBody } from '../bodies';
import { useThread } from '../threadContext';
import styles from './ContentBlocks.module.css';

const shownTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)$/;

interface ImageBlockProps {
  readonly data: Body;
  readonly mimeType: string;
}

/** A picture that came with the message itself; nothing is fetched from elsewhere. */
export function ImageBlock({ data, mimeType }: ImageBlockProps) {
  const { sessionId } = useThread();
  const isShown = shownTypes.test(mimeType);
  const body = useBody(sessionId, data, isShown);
  if (!isShown) return <span className={styles.note}>Picture ({mimeType}) is not shown.</span>;
  if (body.state === 'failed') return <span className={styles.note}>{body.message}</span>;
  if (body.state === 'loading') return <span className={styles.note}>Loading picture…</span>;
  const source = `data:${mimeType};base64,${body.text.replace(/[^A-Za-z0-9+/=]/g, '')}`;
  return <img className={styles.image} src={source} alt="Attached" draggable={false} />;
}
