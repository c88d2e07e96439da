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

it('closes when there is no room for it, and reopens', () => {
  offerReview(id);
  expect(isOpen()).toBe(true);
  withdrawReview(id);
  expect(isOpen()).toBe(false);
  offerReview(id);
  expect(isOpen()).toBe(true);
});

it('stays open if the user asked for it, or is working in it', () => {
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
