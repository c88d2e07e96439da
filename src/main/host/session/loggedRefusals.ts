import { onUnexpectedError } from '#main/base/unexpected';
import { AppException } from '#shared/errors';
import { isNewPathRefusal, type LoggedRefusal } from '#shared/seal';
import type { SessionEvent } from '#shared/session/events';
import { type HostRefusal, isNewRefusal } from '#shared/session/network';
import type { SessionRecorder } from './sessionRecorder';

type Recorder = Pick<SessionRecorder, 'state' | 'record'>;

/**
 * A session's part in its network: the additional hosts that it may reach, and its refusals. I3:
 * the user's permission counts once it is on disk.
 */
export function refusedHosts(recorder: Recorder & Pick<SessionRecorder, 'onDidAppend' | 'saved'>) {
  let saved = recorder.state.head.network.allowed;
  const save = async () => {
    const { allowed } = recorder.state.head.network;
    await recorder.saved();
    saved = allowed;
  };
  recorder.onDidAppend((events) => {
    if (events.some(({ type }) => type === 'host.allowed')) void save().catch(onUnexpectedError);
  });
  return {
    hosts: () => saved,
    onRefused: (refusal: HostRefusal) => {
      if (!isNewRefusal(recorder.state.head.network, refusal)) return;
      recordIfRoom(recorder, { type: 'host.refused', refusal });
    },
  };
}

/** Records the first refusal of each path, up to a limit. */
export function recordRefusedPath(recorder: Recorder, refusal: LoggedRefusal): void {
  if (!isNewPathRefusal(recorder.state.head.refusedPaths, refusal)) return;
  recordIfRoom(recorder, { type: 'path.refused', refusal });
}

function recordIfRoom(recorder: Recorder, event: SessionEvent): void {
  try {
    recorder.record(event);
  } catch (error) {
    // The transcript is full, and says so. The path is refused nevertheless.
    if (!(error instanceof AppException)) throw error;
  }
}
