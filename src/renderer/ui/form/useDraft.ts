import { useState } from 'react';

/** The user's draft of a value while typing; a new value from outside replaces the draft. */
export function useDraft<T>(value: T): [draft: T, setDraft: (draft: T) => void] {
  const [state, setState] = useState({ value, draft: value });
  if (state.value !== value) setState({ value, draft: value });
  const draft = state.value === value ? state.draft : value;
  return [draft, (next) => setState({ value, draft: next })];
}
