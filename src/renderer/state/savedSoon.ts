/** Saves what changes with every key. */
export interface SavedSoon {
  /** Something is not saved yet. */
  changed(): void;
  /** For when the page goes away. */
  saveNow(): void;
}

/** Saves some time after the first key that is not saved yet: typing on and on delays nothing. */
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
