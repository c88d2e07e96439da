import { useState } from 'react';

/** A draft of a value while the user types; a new outside value replaces the draft. */
export function useDraft<T>(value: T): [draft: T, setDraft: (draft: T) => void] {
  const [state, setState] = useState({ value, draft: value });
  if (state.value !== value) setState({ value, draft: value });
  const draft = state.value === value ? state.draft : value;
  return [draft, (next) => setState({ value, draft: next })];
}
