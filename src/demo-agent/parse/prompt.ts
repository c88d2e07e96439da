import { parseCommand, slashCommand } from './commands';
import { parseNatural } from './natural';
import type { Request, Step } from './request';
import { type Segment, splitSegments } from './segments';

/** A prompt beyond these limits is pasted text and not a list of requests. */
const maxCharacters = 200_000;
const maxSteps = 50;

export function parsePrompt(text: string): Step[] {
  const steps: Step[] = [];
  for (const segment of splitSegments(text.slice(0, maxCharacters))) {
    const step: Step = {
      request: parseSegment(segment),
      source: segment.text,
      needsPrevious: segment.joined === 'then',
    };
    const last = steps.at(-1);
    if (last?.request.kind === 'unknown' && step.request.kind === 'unknown') {
      const joined = `${last.source}\n${step.source}`;
      steps[steps.length - 1] = {
        ...last,
        source: joined,
        request: { kind: 'unknown', text: joined },
      };
    } else {
      steps.push(step);
    }
    if (steps.length === maxSteps) break;
  }
  return steps;
}

function parseSegment(segment: Segment): Request {
  const slash = slashCommand(segment.text);
  if (slash) return parseCommand(slash.command, slash.rest, segment.body);
  return parseNatural(segment.text, segment.body) ?? { kind: 'unknown', text: segment.text };
}
