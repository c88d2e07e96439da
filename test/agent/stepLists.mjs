/** Keys in a scenario whose values are steps: a list, lists by name, or a list of lists. */
const STEP_LISTS = new Set([
  'actions',
  'onAccepted',
  'onAllowed',
  'onCancel',
  'onCancelled',
  'onDeclined',
  'onError',
  'onRejected',
  'onSelected',
  'otherwise',
  'parallel',
  'steps',
]);

export function isStepList(key) {
  return STEP_LISTS.has(key);
}

/** The lists of steps directly inside a step, without the words that some allow among them. */
export function stepListsIn(value) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!isStepList(key)) return stepListsIn(inner);
    if (typeof inner === 'string') return [];
    const lists =
      Array.isArray(inner) && !inner.every(Array.isArray) ? [inner] : Object.values(inner);
    return lists.map((list) => list.filter((item) => typeof item !== 'string'));
  });
}
