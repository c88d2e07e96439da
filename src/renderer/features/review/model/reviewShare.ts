import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readPersisted, writePersisted } from '../../../state/persisted';

const KEY = 'review.share';
const DEFAULT = 0.62;

const store = createStore<{ readonly share: number }>(() => ({
  share: readPersisted(KEY, (value) => (isShare(value) ? value : undefined), DEFAULT),
}));

/** How much of a pane's width its changes take. */
export const reviewShare = {
  use: () => useStore(store, ({ share }) => share),
  set: (share: number) => {
    const next = Math.min(Math.max(share, 0.2), 0.9);
    store.setState({ share: next });
    writePersisted(KEY, next);
  },
  reset: () => reviewShare.set(DEFAULT),
};

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value < 1;
}
