import type { CSSProperties } from 'react';
import { agentSign } from '#shared/agentSign';
import styles from './AgentMark.module.css';
import { agentGlyphs } from './agentGlyphs';

/** A decorative mark beside an agent's name or sessions, which tells agents apart at a glance. */
export function AgentMark({ id }: { readonly id: string }) {
  const { glyph, hue } = agentSign(id);
  const style = { '--agent-hue': hue } as CSSProperties;
  return (
    <span className={styles.mark} style={style} data-glyph={glyph} aria-hidden="true">
      <svg width="12" height="12" viewBox="0 0 16 16" fill="currentColor" role="presentation">
        {agentGlyphs[glyph]}
      </svg>
    </span>
  );
}
