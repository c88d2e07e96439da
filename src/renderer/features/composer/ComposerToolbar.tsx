import {
  ArrowUp,
  AudioLines,
  CornerDownRight,
  ImagePlus,
  type LucideIcon,
  Paperclip,
  Square,
} from 'lucide-react';
import { useRef } from 'react';
import type { SessionHead } from '#shared/session/state';
import { whyUnavailable } from '#shared/session/words/unavailable';
import { useShortcut } from '#window/commands/commands';
import { isMac } from '#window/state/appInfoStore';
import { Button } from '#window/ui/form/Button';
import { IconButton } from '#window/ui/form/IconButton';
import { tooltip } from '#window/ui/overlay/tooltip';
import { IMAGE_FORMATS } from './attachments/attachments';
import styles from './Composer.module.css';
import { OptionPickers } from './OptionPickers';
import { UsageMeter } from './UsageMeter';
import type { ComposerModel } from './useComposer';

interface ComposerToolbarProps {
  readonly head: SessionHead | undefined;
  readonly composer: ComposerModel;
}

export function ComposerToolbar({ head, composer }: ComposerToolbarProps) {
  const { isWorking, canSend, refusal } = composer;
  const whyNoStop = whyUnavailable(head?.details ?? null, 'cancel');
  const stopKey = useShortcut('session.stop');
  return (
    <div className={styles.toolbar}>
      <span className={styles.options}>
        <AttachButton icon={Paperclip} label="Attach files" onFiles={composer.addFiles} />
        <AttachButton
          icon={ImagePlus}
          label="Attach images"
          accept={IMAGE_FORMATS}
          reason={composer.whyNoImages}
          onFiles={composer.addFiles}
        />
        {head?.details && composer.whyNoAudio === null && (
          <AttachButton
            icon={AudioLines}
            label="Attach audio"
            accept="audio/*"
            onFiles={composer.addFiles}
          />
        )}
        {head && <OptionPickers head={head} />}
      </span>
      <span className={styles.end}>
        {head?.usage && <UsageMeter usage={head.usage} />}
        {isWorking && canSend && (
          <Button
            size="small"
            icon={CornerDownRight}
            onClick={composer.steer}
            {...tooltip({
              text: `Send to the running turn (${isMac() ? '⌥' : 'Alt+'}Enter)`,
              side: 'top',
            })}
            reason={composer.whyNoSteering}
          >
            Steer
          </Button>
        )}
        {isWorking && (
          <button
            type="button"
            className={styles.stop}
            aria-label="Stop"
            aria-keyshortcuts={stopKey?.aria}
            aria-description={whyNoStop ?? undefined}
            disabled={head?.turn?.cancelling === true}
            onClick={composer.stop}
            {...tooltip({ text: whyNoStop ?? 'Stop', shortcut: stopKey, side: 'top' })}
          >
            <Square size={10} fill="currentColor" aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className={styles.send}
          aria-label="Send"
          aria-disabled={!canSend}
          onClick={composer.send}
          {...tooltip({ text: refusal ?? (isWorking ? 'Add to queue' : 'Send'), side: 'top' })}
        >
          <ArrowUp size={16} strokeWidth={2.25} aria-hidden="true" />
        </button>
      </span>
    </div>
  );
}

interface AttachButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly accept?: string;
  readonly reason?: string | null;
  onFiles(files: readonly File[]): void;
}

export function AttachButton({ icon, label, accept, reason, onFiles }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={icon}
        label={label}
        reason={reason}
        size="small"
        tooltipSide="top"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen again after it was removed.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
