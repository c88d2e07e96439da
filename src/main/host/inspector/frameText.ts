import type { WireFrame } from '#main/agents/agents';
import { redactJson, redactText } from '#main/base/redact';
import type { FrameFilter, FrameSummary } from '#shared/ipc/inspector';
import type { FrameLabel } from './frameLabels';
import { PREVIEW_LENGTH, PREVIEWED_LENGTH } from './limits';

/** A frame laid out for reading, without secrets. One that was cut is no JSON any more. */
export function frameText({ text }: WireFrame): string {
  try {
    return JSON.stringify(redactJson(JSON.parse(text)), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return redactText(text);
    throw error;
  }
}

export function summaryOf(frame: WireFrame, { label, isError, gist }: FrameLabel): FrameSummary {
  const { number, at, direction, bytes } = frame;
  const preview = redactText(gist.slice(0, PREVIEWED_LENGTH)).slice(0, PREVIEW_LENGTH);
  return { number, at, direction, label, isError, preview, bytes };
}

export function fits({ direction, text }: WireFrame, label: string, filter: FrameFilter): boolean {
  if (filter.show === 'messages' && direction !== 'in' && direction !== 'out') return false;
  if (filter.show === 'stderr' && direction !== 'stderr') return false;
  if (filter.show === 'faults' && direction !== 'garbage' && direction !== 'problem') return false;
  if (filter.text === '') return true;
  const sought = filter.text.toLowerCase();
  return label.toLowerCase().includes(sought) || text.toLowerCase().includes(sought);
}
