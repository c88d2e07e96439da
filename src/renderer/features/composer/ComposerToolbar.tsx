import { ArrowUp, CornerDownRight, Paperclip, Square } from 'lucide-react';
import { useRef } from 'react';
import type { SessionHead } from '#shared/session/state';
import { useShortcut } from '../../commands/commands';
import { Button } from '../../ui/Button';
import { IconButton } from '../../ui/IconButton';
import { tooltip } from '../../ui/tooltip';
import styles from './Composer.module.css';
import { OptionPickers } from './OptionPickers';
import { UsageMeter } from './UsageMeter';
import type { Composer } from './useComposer';

interface ComposerToolbarProps {
  readonly head: SessionHead | undefined;
  readonly composer: Composer;
}

export function ComposerToolbar({ head, composer }: ComposerToolbarProps) {
  const { isWorking, canSteer, canSend, refusal } = composer;
  const stopKey = useShortcut('session.stop');
  return (
    <div className={styles.toolbar}>
      <AttachButton onFiles={composer.addFiles} />
      {head && <OptionPickers head={head} />}
      <span className={styles.end}>
        {head?.usage && <UsageMeter usage={head.usage} />}
        {canSteer && canSend && (
          <Button
            size="small"
            icon={CornerDownRight}
            onClick={composer.steer}
            {...tooltip({ text: 'Say it while the agent works (Alt+Enter)', side: 'top' })}
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
            disabled={head?.turn?.cancelling === true}
            onClick={composer.stop}
            {...tooltip({ text: 'Stop', shortcut: stopKey, side: 'top' })}
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
          {...tooltip({ text: refusal ?? (isWorking ? 'Send next' : 'Send'), side: 'top' })}
        >
          <ArrowUp size={16} strokeWidth={2.25} aria-hidden="true" />
        </button>
      </span>
    </div>
  );
}

function AttachButton({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={Paperclip}
        label="Attach files"
        size="small"
        tooltipSide="top"
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
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
