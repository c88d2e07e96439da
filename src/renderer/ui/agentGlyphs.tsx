import type { ReactNode } from 'react';
import type { AgentGlyph } from '#shared/agentSign';

/**
 * Shapes on a 16-pixel square, filled with the text colour. Each can be told from the others at
 * that size.
 */
export const agentGlyphs: Readonly<Record<AgentGlyph, ReactNode>> = {
  airlock: (
    <path
      fillRule="evenodd"
      d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Zm0 2.4a3.6 3.6 0 0 0-1 7.06V4.54A3.6 3.6 0 0 1 8 4.4Zm1 .14v6.92a3.6 3.6 0 0 0 0-6.92Z"
    />
  ),
  arch: <path d="M2 13V8a6 6 0 0 1 12 0v5h-3V8a3 3 0 0 0-6 0v5Z" />,
  bars: <path d="M2.5 8h3v6h-3Zm4-6h3v12h-3Zm4 4h3v8h-3Z" />,
  twins: (
    <path d="M2 5.25a3.25 3.25 0 1 1 6.5 0 3.25 3.25 0 0 1-6.5 0Zm5.5 5.5a3.25 3.25 0 1 1 6.5 0 3.25 3.25 0 0 1-6.5 0Z" />
  ),
  stairs: <path d="M2 14v-4h4V6h4V2h4v12Z" />,
  chevrons: <path d="m2 3.5 2-1.5 5.5 6L4 14l-2-1.5L6 8Zm5.5 0 2-1.5L15 8l-5.5 6-2-1.5 4-4.5Z" />,
  corner: <path d="M2 2h12v3.5H5.5V14H2Zm6 6h6v6H8Z" />,
  wave: <path d="M1.5 7C4 3 6.5 3 8 5.5s3.5 2 6.5-1.5v3.5C12 11 9.5 11.5 8 9s-3.5-2-6.5 1.5Z" />,
  moon: <path d="M9.5 2A6 6 0 1 0 14 11.5 6.5 6.5 0 0 1 9.5 2Z" />,
  slope: <path d="M2 14V9L14 2v5Zm6 0 6-3.5V14Z" />,
  disc: <circle cx="8" cy="8" r="5.5" />,
  diamond: <path d="m8 1.5 6.5 6.5L8 14.5 1.5 8Z" />,
  triangle: <path d="M8 2.5 14.5 13.5h-13Z" />,
  hexagon: <path d="m8 1.5 5.8 3.25v6.5L8 14.5l-5.8-3.25v-6.5Z" />,
  plus: <path d="M6 2h4v4h4v4h-4v4H6v-4H2V6h4Z" />,
  hourglass: <path d="M2.5 2h11L9.5 8l4 6h-11l4-6Z" />,
  target: (
    <path
      fillRule="evenodd"
      d="M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Zm0 2.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z"
    />
  ),
  frame: <path fillRule="evenodd" d="M2 2h12v12H2Zm3 3v6h6V5Z" />,
  dots: (
    <path d="M2.5 4.75a2.25 2.25 0 1 1 4.5 0 2.25 2.25 0 0 1-4.5 0Zm6.5 0a2.25 2.25 0 1 1 4.5 0 2.25 2.25 0 0 1-4.5 0Zm-6.5 6.5a2.25 2.25 0 1 1 4.5 0 2.25 2.25 0 0 1-4.5 0Zm6.5 0a2.25 2.25 0 1 1 4.5 0 2.25 2.25 0 0 1-4.5 0Z" />
  ),
  drop: <path d="M8 1.5c3 3.5 4.5 5.5 4.5 8a4.5 4.5 0 0 1-9 0c0-2.5 1.5-4.5 4.5-8Z" />,
  cross: (
    <path d="M4.25 2 8 5.75 11.75 2 14 4.25 10.25 8 14 11.75 11.75 14 8 10.25 4.25 14 2 11.75 5.75 8 2 4.25Z" />
  ),
  leaf: <path d="M14 2v5a7 7 0 0 1-7 7H2V9a7 7 0 0 1 7-7Z" />,
};
