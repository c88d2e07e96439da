import { AudioLines, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Body } from '#shared/session/content';
import { isBlobReference } from '#shared/session/content';
import { reportError } from '#window/diagnostics/reportError';
import { useBody } from '#window/features/thread/bodies';
import { useThread } from '#window/features/thread/threadContext';
import { IconButton } from '#window/ui/form/IconButton';
import { Icon } from '#window/ui/Icon';
import styles from './AudioBlock.module.css';
import { clockTime } from './clockTime';

interface AudioBlockProps {
  readonly data: Body;
  readonly mimeType: string;
}

const audioType = /^audio\/[\w.+-]+$/;

/**
 * Audio from the message itself. Nothing is fetched from elsewhere, and nothing plays until the
 * user asks. Long audio is only loaded then.
 */
export function AudioBlock({ data, mimeType }: AudioBlockProps) {
  const { sessionId } = useThread();
  const isKnown = audioType.test(mimeType);
  const [wanted, setWanted] = useState(!isBlobReference(data));
  const [problem, setProblem] = useState<string | null>(null);
  const body = useBody(sessionId, data, isKnown && wanted);
  const url = useAudioUrl(wanted && body.state === 'ready' ? body.text : null, mimeType);
  const element = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [time, setTime] = useState(0);
  const [length, setLength] = useState(0);
  // The user pressed play before the audio was loaded.
  const [isDue, setIsDue] = useState(false);

  function play() {
    setWanted(true);
    if (element.current === null) setIsDue(true);
    else element.current.play().catch(() => setProblem(unplayable(mimeType)));
  }

  const failure = body.state === 'failed' ? body.message : problem;
  if (!isKnown || failure !== null) {
    return (
      <span className={styles.player}>
        <Icon icon={AudioLines} size="small" />
        <span className={styles.note}>{failure ?? unplayable(mimeType)}</span>
      </span>
    );
  }
  return (
    <section className={styles.player} aria-label={`Audio (${mimeType})`}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={isPlaying ? 'Pause' : 'Play'}
        size="small"
        onClick={() => (isPlaying ? element.current?.pause() : play())}
      />
      <input
        className={styles.position}
        type="range"
        aria-label="Position"
        aria-valuetext={`${clockTime(time)} of ${clockTime(length)}`}
        min={0}
        max={length || 1}
        step="any"
        value={Math.min(time, length || 1)}
        disabled={url === null}
        onChange={({ currentTarget }) => {
          if (element.current) element.current.currentTime = currentTarget.valueAsNumber;
        }}
      />
      <span className={styles.time}>
        {length === 0 ? mimeType : `${clockTime(time)} / ${clockTime(length)}`}
      </span>
      {url !== null && (
        // biome-ignore lint/a11y/useMediaCaption: an agent sends no captions.
        <audio
          ref={element}
          src={url}
          preload="metadata"
          onCanPlay={({ currentTarget }) => {
            if (!isDue) return;
            setIsDue(false);
            currentTarget.play().catch(reportError);
          }}
          onLoadedMetadata={({ currentTarget }) => setLength(finite(currentTarget.duration))}
          onDurationChange={({ currentTarget }) => setLength(finite(currentTarget.duration))}
          onTimeUpdate={({ currentTarget }) => setTime(currentTarget.currentTime)}
          onPlay={() => setIsPlaying(true)}
          onPause={() => setIsPlaying(false)}
          onEnded={() => setIsPlaying(false)}
          onError={() => setProblem(unplayable(mimeType))}
        />
      )}
    </section>
  );
}

/** Null until there is something to play. The URL is revoked when the view is removed. */
function useAudioUrl(base64: string | null, mimeType: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (base64 === null) return;
    const made = URL.createObjectURL(new Blob([bytesOf(base64)], { type: mimeType }));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [base64, mimeType]);
  return url;
}

/** Empty if it is not base64; the player then says that it cannot play it. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function finite(seconds: number): number {
  return Number.isFinite(seconds) ? seconds : 0;
}

function unplayable(mimeType: string): string {
  return `Audio (${mimeType}) cannot be played here.`;
}
