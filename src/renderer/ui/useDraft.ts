import { useState } from 'react';

/** What is being typed over an outside value; a new outside value replaces it. */
export function useDraft<T>(value: T): [draft: T, setDraft: (draft: T) => void] {
  const [state, setState] = useState({ value, draft: value });
  if (state.value !== value) setState({ value, draft: value });
  const draft = state.value === value ? state.draft : value;
  return [draft, (next) => setState({ value, draft: next })];
}
