import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AgentOffering, CatalogueEntry } from '#shared/ipc/agents';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

interface CatalogueState {
  /** Null until main has answered for the first time. */
  readonly catalogue: AgentOffering | null;
}

const store = createStore<CatalogueState>(() => ({ catalogue: null }));

let users = 0;
let stop: (() => void) | null = null;
let isLoading = false;
let isStale = false;

/** Sends one request at a time, because an installation causes changes faster than answers. */
async function load(): Promise<void> {
  if (isLoading) {
    isStale = true;
    return;
  }
  isLoading = true;
  try {
    do {
      isStale = false;
      const catalogue = await call('agents.catalogue', null);
      if (catalogue !== null) store.setState({ catalogue });
    } while (isStale);
  } finally {
    isLoading = false;
  }
}

/** Follows the catalogue while anything shows it. */
function useFollowed(): void {
  useEffect(() => {
    users++;
    stop ??= onEvent('agents.catalogueChanged', () => void load().catch(reportError));
    load().catch(reportError);
    return () => {
      users--;
      if (users > 0) return;
      stop?.();
      stop = null;
    };
  }, []);
}

export function useCatalogue(): AgentOffering | null {
  useFollowed();
  return useStore(store, (state) => state.catalogue);
}

export function useCatalogueEntry(id: string): CatalogueEntry | null {
  useFollowed();
  return useStore(
    store,
    (state) => state.catalogue?.entries.find((entry) => entry.id === id) ?? null,
  );
}
