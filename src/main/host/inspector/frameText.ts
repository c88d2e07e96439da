import { isMessage, type WireFrame } from '#main/agents/agents';
import { asCut, redactLine, redactMessage } from '#main/base/secrets/redact';
import type { FrameFilter } from '#shared/ipc/inspector';
import { gistOf } from './frameLabels';
import { PREVIEW_LENGTH, PREVIEWED_LENGTH } from './limits';

/** A frame formatted for reading, without secrets. A frame that was cut is no longer JSON. */
export function frameText({ direction, text, isCut }: WireFrame): string {
  const redacted = redactedText(direction, text);
  if (isCut) return asCut(redacted);
  try {
    return JSON.stringify(JSON.parse(redacted), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return redacted;
    throw error;
  }
}

/** The beginning of a frame's content, without secrets. */
export function previewOf(frame: Pick<WireFrame, 'direction' | 'text'>): string {
  const gist = gistOf(frame).slice(0, PREVIEWED_LENGTH);
  return redactedText(frame.direction, gist).slice(0, PREVIEW_LENGTH);
}

function redactedText(direction: WireFrame['direction'], text: string): string {
  return isMessage(direction) ? redactMessage(text) : redactLine(text);
}

export function fits({ direction, text }: WireFrame, label: string, filter: FrameFilter): boolean {
  if (filter.show === 'messages' && !isMessage(direction)) return false;
  if ((filter.show === 'in' || filter.show === 'out') && direction !== filter.show) return false;
  if (filter.label !== null && label !== filter.label) return false;
  if (filter.show === 'stderr' && direction !== 'stderr') return false;
  if (filter.show === 'faults' && direction !== 'garbage' && direction !== 'problem') return false;
  if (filter.text === '') return true;
  const sought = filter.text.toLowerCase();
  return label.toLowerCase().includes(sought) || text.toLowerCase().includes(sought);
}
