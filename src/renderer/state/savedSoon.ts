/** Saves a value that changes with every key. */
export interface SavedSoon {
  /** Reports that something is not saved yet. */
  changed(): void;
  /** Saves at once, for when the page is closed. */
  saveNow(): void;
}

/**
 * Saves some time after the first unsaved change, so that continuous typing does not delay it
 * further.
 */
export function savedSoon(milliseconds: number, save: () => void): SavedSoon {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const saveNow = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    save();
  };
  return {
    changed: () => {
      timer ??= setTimeout(saveNow, milliseconds);
    },
    saveNow,
  };
}
