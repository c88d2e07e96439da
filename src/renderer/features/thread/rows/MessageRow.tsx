import { useState } from 'react';
import type { MessageEntry } from '#shared/session/entries';
import { ContentBlocks, PromptBlocks } from '#window/features/thread/content/ContentBlocks';
import { Fold } from '#window/features/thread/Fold';
import { editKey, useFold } from '#window/features/thread/threadContext';
import { useSettings } from '#window/state/settingsStore';
import { ShowMore } from '#window/ui/markdown/ShowMore';
import { firstLineOf } from './firstLine';
import styles from './MessageRow.module.css';
import { PromptEditor } from './PromptEditor';

interface MessageRowProps {
  readonly entry: MessageEntry;
  /** Whether more text may still come. */
  readonly live: boolean;
}

export function MessageRow({ entry, live }: MessageRowProps) {
  switch (entry.role) {
    case 'user':
      return <PromptRow entry={entry} />;
    case 'thought':
      return <ThoughtRow entry={entry} live={live} />;
    default:
      return (
        <article
          className={styles.answer}
          aria-label="Agent"
          data-forgotten={entry.forgotten || undefined}
        >
          {entry.forgotten && <ForgottenMark />}
          <ContentBlocks blocks={entry.blocks} text="markdown" live={live} />
        </article>
      );
  }
}

function ForgottenMark() {
  return <div className={styles.forgotten}>Not part of the conversation any more</div>;
}

/** Longer prompts are cut, because the answer matters more. */
const PROMPT_CHARACTERS = 1_500;
const PROMPT_LINES = 16;

function PromptRow({ entry }: { readonly entry: MessageEntry }) {
  const [showsAll, setShowsAll] = useState(false);
  const [isEdited, toggleEditing] = useFold(editKey(entry.id), false);
  const cut =
    !showsAll && entry.blocks.some((block) => block.type === 'text' && isLong(block.text));
  return (
    <article
      className={styles.prompt}
      aria-label="You"
      data-forgotten={entry.forgotten || undefined}
    >
      {entry.forgotten && <ForgottenMark />}
      {isEdited ? (
        <PromptEditor entry={entry} onDone={toggleEditing} />
      ) : (
        <div className={styles.promptText} data-cut={cut || undefined}>
          <PromptBlocks blocks={entry.blocks} />
        </div>
      )}
      {cut && !isEdited && <ShowMore onShow={() => setShowsAll(true)}>Show all</ShowMore>}
    </article>
  );
}

function isLong(text: string): boolean {
  return (
    text.length > PROMPT_CHARACTERS || text.split('\n', PROMPT_LINES + 1).length > PROMPT_LINES
  );
}

function ThoughtRow({ entry, live }: MessageRowProps) {
  const showsThoughts = useSettings((settings) => settings.transcript.showThoughts);
  const first = entry.blocks.find((block) => block.type === 'text')?.text ?? '';
  return (
    <article className={styles.thought} aria-label="Thought">
      <Fold
        name={entry.id}
        openByDefault={showsThoughts}
        label={
          <span className={styles.thoughtLabel}>
            <span>{live ? 'Thinking' : 'Thought'}</span>
            <span className={styles.thoughtStart}>{firstLineOf(first)}</span>
          </span>
        }
      >
        <div className={styles.thoughtText}>
          <ContentBlocks blocks={entry.blocks} text="markdown" live={live} />
        </div>
      </Fold>
    </article>
  );
}
