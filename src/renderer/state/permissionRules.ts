import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { RuleList } from '#shared/ipc/permissions';
import { reportError } from '#window/diagnostics/reportError';
import { call, onEvent } from '#window/ipc/client';

/** What main last said the rules are; null until it has. */
const store = createStore<{ readonly list: RuleList | null }>(() => ({ list: null }));

/** The permission rules, kept up to date while somebody looks at them. */
export function usePermissionRules(): RuleList | null {
  useEffect(() => {
    const stop = onEvent('permissions.changed', (list) => store.setState({ list }));
    call('permissions.list', null).then((list) => store.setState({ list }), reportError);
    return stop;
  }, []);
  return useStore(store, ({ list }) => list);
}
