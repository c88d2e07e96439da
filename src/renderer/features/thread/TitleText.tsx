import { useContext } from 'react';
import { withoutFolders } from '#shared/text/withoutFolders';
import { VisibleText } from '#window/ui/text/VisibleText';
import { joinedLines } from '#window/ui/text/visibleText';
import { TITLE_CHARACTERS, TITLE_SPANS } from './limits';
import styles from './TitleText.module.css';
import { ThreadContext } from './threadContext';

/**
 * A title from an agent: one line without hidden characters, with `code` formatted as code. Paths
 * in the project are relative to it.
 */
export function TitleText({ text }: { readonly text: string }) {
  return <Line text={text} kind="command" />;
}

/** A longer text from an agent, formatted in the same way, but with its line breaks. */
export function MessageText({ text }: { readonly text: string }) {
  return (
    <span className={styles.message}>
      <Line text={text} kind="sentence" />
    </span>
  );
}

interface LineProps {
  readonly text: string;
  readonly kind: 'command' | 'sentence';
}

function Line({ text, kind }: LineProps) {
  const folders = useContext(ThreadContext)?.folders ?? [];
  const begun = text.length > TITLE_CHARACTERS ? `${text.slice(0, TITLE_CHARACTERS)}…` : text;
  const cut = withoutFolders(begun, folders, kind);
  const parts = codeSpans(joinedLines(cut, kind === 'command' ? ' ⏎ ' : '\n'));
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position.
          <code key={index} className={styles.code}>
            <VisibleText text={part} />
          </code>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position.
          <VisibleText key={index} text={part} />
        ),
      )}
    </bdi>
  );
}

/** Alternates text and code; after a number of code spans, the rest is text. */
function codeSpans(line: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (const { 0: whole, 1: code = '', index } of line.matchAll(/`([^`]+)`/g)) {
    if (parts.length >= 2 * TITLE_SPANS) break;
    parts.push(line.slice(start, index), code);
    start = index + whole.length;
  }
  return [...parts, line.slice(start)];
}
