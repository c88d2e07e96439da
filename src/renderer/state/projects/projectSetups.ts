import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ProjectSetup } from '#shared/project/projectSetup';
import { reportError } from '#window/diagnostics/reportError';
import { call } from '#window/ipc/client';

/** The setups of folders, as main last sent them. */
const store = createStore<{ readonly setups: ReadonlyMap<string, ProjectSetup> }>(() => ({
  setups: new Map(),
}));

/** While a path is being typed, every letter names another folder. */
const SETTLE_MILLISECONDS = 150;

/** A project's setup; undefined until it is known. Requested again whenever it is first shown. */
export function useProjectSetup(folder: string): ProjectSetup | undefined {
  useEffect(() => {
    if (folder === '') return;
    const timer = setTimeout(
      () => loadProjectSetup(folder).catch(reportError),
      SETTLE_MILLISECONDS,
    );
    return () => clearTimeout(timer);
  }, [folder]);
  return useStore(store, ({ setups }) => setups.get(folder));
}

async function loadProjectSetup(folder: string): Promise<void> {
  put(folder, await call('projects.setup', { folder }));
}

/** Trusts what was shown; if the file has changed since, the new content is shown instead. */
export async function trustProject(
  folder: string,
  hash: string,
  isTrusted: boolean,
): Promise<void> {
  try {
    put(folder, await call('projects.trust', { folder, hash, isTrusted }));
  } catch (error) {
    await loadProjectSetup(folder);
    throw error;
  }
}

function put(folder: string, setup: ProjectSetup): void {
  store.setState(({ setups }) => ({ setups: new Map(setups).set(folder, setup) }));
}
