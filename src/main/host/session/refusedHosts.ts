import { AppException } from '#shared/errors';
import { type HostRefusal, isNewRefusal } from '#shared/session/network';
import type { SessionRecorder } from './recorder';

/** A session's part in its network: the hosts that it may reach besides the listed ones, and its refusals. */
export function refusedHosts(recorder: Pick<SessionRecorder, 'state' | 'record'>) {
  return {
    hosts: () => recorder.state.head.network.allowed,
    onRefused: (refusal: HostRefusal) => {
      if (!isNewRefusal(recorder.state.head.network, refusal)) return;
      try {
        recorder.record({ type: 'host.refused', refusal });
      } catch (error) {
        // The transcript takes nothing more, and says so. The host is refused nevertheless.
        if (!(error instanceof AppException)) throw error;
      }
    },
  };
}
