import { beforeEach, expect, it } from 'vitest';
import type { SessionId } from '#shared/ids';
import {
  hideReview,
  keepReview,
  offerReview,
  reviewPanelStore,
  showReview,
  withdrawReview,
} from './reviewPanel';

const id = 'ses_one' as SessionId;
const isOpen = () => reviewPanelStore.getState().open.has(id);

beforeEach(() => reviewPanelStore.setState(reviewPanelStore.getInitialState(), true));

it('goes as it came where there is no room for it, and comes again', () => {
  offerReview(id);
  expect(isOpen()).toBe(true);
  withdrawReview(id);
  expect(isOpen()).toBe(false);
  offerReview(id);
  expect(isOpen()).toBe(true);
});

it('stays if the user asked for it, or is at work in it', () => {
  showReview(id);
  withdrawReview(id);
  expect(isOpen()).toBe(true);

  hideReview(id);
  showReview(id);
  hideReview(id);
  offerReview(id);
  expect(isOpen()).toBe(false);

  reviewPanelStore.setState(reviewPanelStore.getInitialState(), true);
  offerReview(id);
  keepReview(id);
  withdrawReview(id);
  expect(isOpen()).toBe(true);
});
