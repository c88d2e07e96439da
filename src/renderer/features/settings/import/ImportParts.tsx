import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { IMPORT_CHARACTERS } from '#shared/ipc/agents';
import { reportError } from '#window/diagnostics/reportError';
import styles from '#window/features/settings/catalogue/Catalogue.module.css';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';
import { TextArea } from '#window/ui/form/TextArea';
import { visibleLine } from '#window/ui/text/visibleText';

interface Importable<T> {
  readonly items: readonly T[];
  /** What could not be read, in words. */
  readonly problems: readonly string[];
}

interface ImportPartProps<T> {
  /** The plural of what is imported, such as "agents". */
  readonly what: string;
  readonly hint: ReactNode;
  /** A text that can be pasted. */
  readonly example: string;
  /**
   * Reads a pasted text, or with null the settings of other programs. Must be the same function
   * each time.
   */
  find(text: string | null): Promise<Importable<T>>;
  row(item: T): ReactNode;
}

const TOO_LONG = 'This text is too long. Paste only the part that you want to import.';

/**
 * The entries of other programs' settings, or of a pasted text, each with a button to import it.
 */
export function ImportPart<T>({ what, hint, example, find, row }: ImportPartProps<T>) {
  const [text, setText] = useState('');
  const [list, setList] = useState<Importable<T> | null>(null);
  const title = useId();
  const pasted = text.trim();
  useEffect(() => {
    if (pasted.length > IMPORT_CHARACTERS) {
      setList({ items: [], problems: [TOO_LONG] });
      return;
    }
    let isOver = false;
    find(pasted === '' ? null : pasted).then((found) => {
      if (!isOver) setList(found);
    }, reportError);
    return () => {
      isOver = true;
    };
  }, [pasted, find]);
  return (
    <section className={styles.import} aria-labelledby={title}>
      <h3 id={title} className={styles.title}>
        Import {what}
      </h3>
      <p className={styles.hint}>{hint}</p>
      <TextArea
        monospace
        rows={2}
        aria-label={`Paste ${what} as JSON`}
        placeholder={example}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {list?.problems.map((problem, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same problem.
        <Banner key={index}>{visibleLine(problem)}</Banner>
      ))}
      {list !== null && list.items.length > 0 && (
        <ul className={styles.list} aria-label={`${what.replace(/^./, upper)} to import`}>
          {list.items.map(row)}
        </ul>
      )}
    </section>
  );
}

interface ImportRowProps {
  readonly name: string;
  /** The program whose settings it is from. */
  readonly origin: string;
  /** The server's command or address. */
  readonly line: string;
  /** The parts that are not imported; null if there are none. */
  readonly note?: string | null;
  readonly isThere: boolean;
  onImport(): Promise<void>;
}

export function ImportRow({ name, origin, line, note = null, isThere, onImport }: ImportRowProps) {
  return (
    <li className={styles.agent}>
      <div className={styles.row}>
        <span className={styles.name}>{visibleLine(name)}</span>
        <span className={styles.facts}>
          {visibleLine(origin)} · <code>{visibleLine(line)}</code>
        </span>
        <Button
          size="small"
          icon={Plus}
          aria-label={`Import ${visibleLine(name)}`}
          reason={isThere ? 'It is in your settings already.' : null}
          onClick={() => onImport().catch(reportError)}
        >
          Import
        </Button>
      </div>
      {note !== null && <span className={styles.description}>{visibleLine(note)}</span>}
    </li>
  );
}

const upper = (letter: string) => letter.toUpperCase();
