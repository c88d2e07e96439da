import { isMessage, type WireFrame } from '#main/agents/agents';
import { redactMessage, redactText } from '#main/base/redact';
import type { FrameFilter, FrameSummary } from '#shared/ipc/inspector';
import type { FrameLabel } from './frameLabels';
import { PREVIEW_LENGTH, PREVIEWED_LENGTH } from './limits';

/** A frame laid out for reading, without secrets. One that was cut is no JSON any more. */
export function frameText({ direction, text }: WireFrame): string {
  const redacted = isMessage(direction) ? redactMessage(text) : redactText(text);
  try {
    return JSON.stringify(JSON.parse(redacted), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return redacted;
    throw error;
  }
}

export function summaryOf(frame: WireFrame, { label, isError, gist }: FrameLabel): FrameSummary {
  const { number, at, direction, bytes } = frame;
  const start = gist.slice(0, PREVIEWED_LENGTH);
  const preview = isMessage(direction) ? redactMessage(start) : redactText(start);
  return {
    number,
    at,
    direction,
    label: redactText(label),
    isError,
    preview: preview.slice(0, PREVIEW_LENGTH),
    bytes,
  };
}

export function fits({ direction, text }: WireFrame, label: string, filter: FrameFilter): boolean {
  if (filter.show === 'messages' && !isMessage(direction)) return false;
  if (filter.show === 'stderr' && direction !== 'stderr') return false;
  if (filter.show === 'faults' && direction !== 'garbage' && direction !== 'problem') return false;
  if (filter.text === '') return true;
  const sought = filter.text.toLowerCase();
  return label.toLowerCase().includes(sought) || text.toLowerCase().includes(sought);
}
