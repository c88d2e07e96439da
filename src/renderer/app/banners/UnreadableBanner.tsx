import { useEffect, useState } from 'react';
import type { StorageProblems } from '#shared/ipc/storage';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';
import { openStorageSettings } from '#window/state/layout/settingsSection';
import { Banner } from '#window/ui/Banner';
import { Button } from '#window/ui/form/Button';

/** Says that sessions or files of the app cannot be read, until the user dismisses it. */
export function UnreadableBanner() {
  const [problems, setProblems] = useState<StorageProblems | null>(null);
  const [read, setRead] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const load = () => void call('storage.problems', null).then(setProblems, reportError);
    load();
    return onEvent('storage.changed', load);
  }, []);
  const sessions = (problems?.sessions ?? []).filter(({ id }) => !read.has(id));
  const files = (problems?.files ?? []).filter(
    ({ path, isDerived }) => !isDerived && !read.has(path),
  );
  const dismiss = () => {
    setRead(new Set([...read, ...sessions.map(({ id }) => id), ...files.map(({ path }) => path)]));
  };
  const [first, ...others] = [...sessions, ...files];
  if (first === undefined) return null;
  const words = [
    ...(sessions.length > 0 ? [counted(sessions.length, 'session')] : []),
    ...(files.length > 0 ? [counted(files.length, 'file')] : []),
  ].join(' and ');
  return (
    <Banner
      tone="danger"
      shape="strip"
      actions={
        <>
          <Button size="small" onClick={openStorageSettings}>
            What to do
          </Button>
          <Button size="small" onClick={dismiss}>
            Dismiss
          </Button>
        </>
      }
    >
      <strong>{words} cannot be read.</strong> Nothing was removed.
      {others.length === 0 && ` ${first.message}`}
    </Banner>
  );
}

function counted(number: number, noun: string): string {
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
