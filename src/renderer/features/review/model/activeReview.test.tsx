import { afterEach, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import { panesStore } from '#window/state/layout/panes';
import { activeReview, enterReview, leaveReview, setActiveReview } from './activeReview';

const one = 'one' as SessionId;
const two = 'two' as SessionId;

afterEach(() => {
  for (const id of [one, two]) leaveReview(id);
  panesStore.setState({ active: null });
});

const goTo = (active: SessionId | null) => panesStore.setState({ active });

it('is the review of the pane that the user is in', () => {
  enterReview(one);
  enterReview(two);
  goTo(two);
  expect(activeReview()).toBe(two);
});

it('is none of another pane, so that no key accepts changes of another session', () => {
  enterReview(one);
  setActiveReview(one);
  goTo(two);
  expect(activeReview()).toBeNull();
});

it('is the last one, or the only one, while the user is in no session', () => {
  enterReview(one);
  goTo(null);
  expect(activeReview()).toBe(one);
  enterReview(two);
  expect(activeReview()).toBeNull();
  setActiveReview(two);
  expect(activeReview()).toBe(two);
});
