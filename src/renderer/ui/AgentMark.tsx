import type { CSSProperties } from 'react';
import styles from './AgentMark.module.css';

interface AgentMarkProps {
  readonly id: string;
  readonly name: string;
}

/** Decoration that tells agents apart at a glance: an initial on a colour of its own. */
export function AgentMark({ id, name }: AgentMarkProps) {
  const style = { '--agent-hue': hueOf(id) } as CSSProperties;
  return (
    <span className={styles.mark} style={style} aria-hidden="true">
      {initialOf(name || id)}
    </span>
  );
}

/** The range of hues leaves out amber, which is reserved for "waiting for you". */
const FIRST_HUE = 130;
const HUE_RANGE = 270;

function hueOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return (FIRST_HUE + (hash % HUE_RANGE)) % 360;
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '?';
}
