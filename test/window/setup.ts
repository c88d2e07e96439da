import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { FakeBridge } from '#test/window/fakeBridge';

// Before any part of the window is loaded: some of them listen to main at once.
export const bridge = new FakeBridge();
bridge.install();

beforeEach(() => {
  bridge.asked.length = 0;
});

afterEach(cleanup);
