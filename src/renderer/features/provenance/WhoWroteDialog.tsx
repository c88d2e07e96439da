import { PenLine } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { VList } from 'virtua';
import {
  type CommittedOrigin,
  isCommitted,
  type Origin,
  originsIn,
} from '#shared/airlock/provenance/origin';
import type { EntryId, SessionId } from '#shared/ids';
import type { FileProvenance } from '#shared/ipc/provenance';
import { visiblePath } from '#shared/text/visiblePath';
import { revertSession } from '#window/actions/revertSession';
import { errorMessage } from '#window/diagnostics/errorDetails';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';
import { closeDialog, useDialogIsOpen } from '#window/state/layout/dialogStore';
import { goToEntry, goToSession } from '#window/state/layout/reveal';
import { useSession, useSessions } from '#window/state/session/sessionsStore';
import { chooseFile, useWhoWrote } from '#window/state/whoWrote';
import { AgentMark } from '#window/ui/AgentMark';
import { Banner } from '#window/ui/Banner';
import { EmptyState } from '#window/ui/EmptyState';
import { Button } from '#window/ui/form/Button';
import { Field } from '#window/ui/form/Field';
import { TextField } from '#window/ui/form/TextField';
import { Dialog } from '#window/ui/overlay/Dialog';
import { Spinner } from '#window/ui/Spinner';
import { dayAndTime } from '#window/ui/text/clock';
import { visibleLine, visibleText } from '#window/ui/text/visibleText';
import styles from './WhoWroteDialog.module.css';

/** Files that are offered while a name is typed. */
const OFFERED = 8;

/** Shows who brought in the lines of a file, as it is now in the project. */
export function WhoWroteDialog() {
  const isOpen = useDialogIsOpen('whoWrote');
  const { folder, path } = useWhoWrote();
  const close = () => closeDialog('whoWrote');
  return (
    <Dialog open={isOpen} size="wide" title="Who wrote this" onClose={close}>
      {isOpen && (
        <div className={styles.root}>
          <FileField folder={folder} path={path} />
          {path === null ? (
            <EmptyState icon={PenLine} title="Choose a file">
              Lines that you accepted from an agent are shown with the agent, the prompt and the
              session. All others are yours, or were there before.
            </EmptyState>
          ) : (
            <Shown key={path} folder={folder} path={path} onDone={close} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function FileField({ folder, path }: { readonly folder: string; readonly path: string | null }) {
  const [query, setQuery] = useState(visiblePath(path ?? ''));
  const [offered, setOffered] = useState<readonly string[]>([]);
  const list = useId();
  useEffect(() => {
    let isCurrent = true;
    call('sessions.filesIn', { folder, query }).then(
      (found) => isCurrent && setOffered(found.slice(0, OFFERED).map((file) => file.path)),
      reportError,
    );
    return () => {
      isCurrent = false;
    };
  }, [folder, query]);
  const choose = () => {
    const named = [...offered, ...(path === null ? [] : [path])];
    const meant = named.find((one) => visiblePath(one) === query) ?? offered[0] ?? query;
    chooseFile(query === '' ? null : meant);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <Field label="File">
        <TextField
          monospace
          list={list}
          placeholder="Path in the project"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </Field>
      <datalist id={list}>
        {offered.map((one) => (
          <option key={one} value={visiblePath(one)} />
        ))}
      </datalist>
      <Button type="submit">Show</Button>
    </form>
  );
}

interface ShownProps {
  readonly folder: string;
  readonly path: string;
  onDone(): void;
}

function Shown({ folder, path, onDone }: ShownProps) {
  const [known, setKnown] = useState<FileProvenance | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    let isCurrent = true;
    call('provenance.file', { folder, path }).then(
      (value) => {
        if (!isCurrent) return;
        setKnown(value);
        setChosen(value.runs.find(({ origin }) => origin !== null)?.origin ?? null);
      },
      (error: unknown) => isCurrent && setProblem(errorMessage(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [folder, path]);
  const origin = chosen === null ? undefined : known?.origins[chosen];
  if (problem !== null) return <Banner tone="danger">{problem}</Banner>;
  if (known === null) return <Spinner size="small" />;
  return (
    <div className={styles.columns}>
      <Lines path={path} known={known} chosen={chosen} onChoose={setChosen} />
      <div className={styles.side}>
        {known.problem !== null && (
          <Banner tone="danger">The commits of this file could not be read. {known.problem}</Banner>
        )}
        {origin === undefined ? (
          <p className={styles.none}>No line of this file is known to be an agent’s.</p>
        ) : isCommitted(origin) ? (
          <CommitDetails origin={origin} folder={folder} onDone={onDone} />
        ) : (
          <Details origin={origin} onDone={onDone} />
        )}
      </div>
    </div>
  );
}

interface LinesProps {
  readonly path: string;
  readonly known: FileProvenance;
  readonly chosen: number | null;
  onChoose(origin: number): void;
}

function Lines({ path, known, chosen, onChoose }: LinesProps) {
  const lines = useMemo(() => known.text.replace(/\n$/, '').split('\n'), [known]);
  const origins = useMemo(() => originsIn(known.runs), [known]);
  return (
    <section className={styles.lines} aria-label={`Lines of ${visiblePath(path)}`}>
      <VList className={styles.list}>
        {lines.map((line, index) => {
          const number = origins[index] ?? null;
          const origin = number === null ? undefined : known.origins[number];
          const isFirst = number !== (origins[index - 1] ?? null) || index === 0;
          return (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the line number identifies a line.
              key={index}
              className={styles.line}
              data-chosen={(number !== null && number === chosen) || undefined}
            >
              <span className={styles.by}>
                {origin && number !== null && isFirst && (
                  <button type="button" className={styles.origin} onClick={() => onChoose(number)}>
                    <AgentMark id={origin.agent.id} />
                    {visibleLine(origin.agent.name)}
                  </button>
                )}
              </span>
              <span className={styles.number}>{index + 1}</span>
              <code className={styles.text}>{visibleText(line.replace(/\r$/, ''))}</code>
            </div>
          );
        })}
      </VList>
    </section>
  );
}

type Facts = readonly (readonly [name: string, value: string | null])[];

function FactList({ facts }: { readonly facts: Facts }) {
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{visibleLine(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const COMMIT_CHARACTERS = 10;

interface CommitDetailsProps {
  readonly origin: CommittedOrigin;
  readonly folder: string;
  onDone(): void;
}

/**
 * Details from a commit message, which anybody can write. So they link at most to a session of this
 * project, and offer no revert.
 */
function CommitDetails({ origin, folder, onDone }: CommitDetailsProps) {
  const { agent, model, commit, subject, says, at, sessionId } = origin;
  const session = useSessions()?.get(sessionId ?? ('' as SessionId));
  const isHere = session !== undefined && session.project === folder;
  const facts: Facts = [
    ['Agent', agent.name],
    ['Model', model],
    ['Commit', `${commit.slice(0, COMMIT_CHARACTERS)} ${subject}`],
    ['Committed', dayAndTime(at)],
    ['Session', isHere ? session.title : null],
  ];
  return (
    <aside className={styles.details} aria-label="Origin of the chosen lines">
      <FactList facts={facts} />
      <p className={styles.note}>
        {says === 'note' ? 'The note on the commit says so' : 'The commit’s message says so'}, for
        all of its lines.
      </p>
      {isHere && (
        <div className={styles.actions}>
          <Button
            size="small"
            onClick={() => {
              onDone();
              goToSession(session.id);
            }}
          >
            Show session
          </Button>
        </div>
      )}
    </aside>
  );
}

function Details({ origin, onDone }: { readonly origin: Origin; onDone(): void }) {
  const session = useSession(origin.sessionId);
  const facts: Facts = [
    ['Agent', origin.agent.name],
    ['Model', origin.model],
    ['Session', session === undefined ? `${origin.title} (deleted)` : origin.title],
    ['Tool call', origin.tool],
    ['Accepted', dayAndTime(origin.at)],
  ];
  const show = () => {
    onDone();
    const entry = originEntry(origin);
    if (entry === null) goToSession(origin.sessionId);
    else goToEntry(origin.sessionId, entry);
  };
  return (
    <aside className={styles.details} aria-label="Origin of the chosen lines">
      <FactList facts={facts} />
      {origin.prompt !== null && (
        <blockquote className={styles.prompt}>{visibleText(origin.prompt)}</blockquote>
      )}
      {session !== undefined && (
        <div className={styles.actions}>
          <Button size="small" onClick={show}>
            Show in transcript
          </Button>
          <Button
            size="small"
            variant="ghost"
            onClick={() => {
              onDone();
              revertSession(origin.via ?? origin.sessionId).catch(reportError);
            }}
          >
            {origin.via === undefined
              ? 'Revert this session’s accepted changes'
              : 'Revert the composed result'}
          </Button>
        </div>
      )}
    </aside>
  );
}

/** The entry of the transcript that the lines come from; null if only the session is known. */
function originEntry({ toolCallId }: Origin): EntryId | null {
  return toolCallId === null ? null : (`tool:${toolCallId}` as EntryId);
}
