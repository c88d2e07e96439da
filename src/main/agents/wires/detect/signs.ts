import type { Wire } from '#shared/session/wires';
import { isRecord } from '../json';
import type { Sign } from './wireSigns';
import { type DetectedWire, wireTable } from './wireTable';

export const detectedWires = Object.keys(wireTable) as readonly DetectedWire[];

export function isDetected(wire: Wire): wire is DetectedWire {
  return wire in wireTable;
}

export function signOf(wire: DetectedWire, message: unknown): Sign {
  return isRecord(message) ? wireTable[wire].signOf(message) : 'no';
}

/** The only wire that the message fits; null if it fits several or none. */
export function surelyFrom(message: unknown): DetectedWire | null {
  const sure = detectedWires.filter((wire) => signOf(wire, message) === 'yes');
  return sure.length === 1 ? (sure[0] ?? null) : null;
}

/** Wires that fit all messages so far; none if no message fits any wire. */
export function possibleAfter(heard: readonly unknown[]): readonly DetectedWire[] {
  const telling = heard.map(wiresOf).filter((wires) => wires.length > 0);
  const [first = [], ...others] = telling;
  return first.filter((wire) => others.every((wires) => wires.includes(wire)));
}

/** Whether the message belongs to another wire and not to this one. Log lines belong to none. */
export function isOfAnother(wire: DetectedWire, message: unknown): boolean {
  return signOf(wire, message) === 'no' && wiresOf(message).length > 0;
}

function wiresOf(message: unknown): readonly DetectedWire[] {
  return detectedWires.filter((wire) => signOf(wire, message) !== 'no');
}
