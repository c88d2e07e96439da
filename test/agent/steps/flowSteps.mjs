import { pause } from '../pause.mjs';
import { Stopped } from '../stopped.mjs';

export const flowSteps = {
  stall: ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),

  stallUntil: ({ agent, signal }, gate) => agent.gates.opened(gate, signal),

  pause: ({ signal }, milliseconds) => pause(milliseconds, signal),

  parallel: (scene, branches) => Promise.all(branches.map((steps) => scene.play(steps))),

  async repeat(scene, { times, over, steps }) {
    for (const round of over?.map((item, index) => ({ index, item })) ?? countTo(times)) {
      await scene.with({ variables: { ...scene.variables, ...round } }).play(steps);
    }
  },

  once(scene, { gate, steps, otherwise = [] }) {
    const { gates } = scene.agent;
    if (gates.isOpen(gate)) return scene.play(otherwise);
    gates.open(gate);
    return scene.play(steps);
  },

  forSession: (scene, { sessionId, steps }) => scene.with({ sessionId }).play(steps),

  onCancel({ exchange }, behaviour) {
    exchange.onCancel = behaviour;
  },

  stop() {
    throw new Stopped();
  },
};

function countTo(times) {
  return Array.from({ length: times }, (_, index) => ({ index }));
}
