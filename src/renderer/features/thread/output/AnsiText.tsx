import { type CSSProperties, memo } from 'react';
import { VisibleText } from '../../../ui/VisibleText';
import { hasHiddenCharacters } from '../../../ui/visibleText';
import type { AnsiLine } from './ansiScreen';
import type { AnsiStyle } from './ansiStyle';
import { plainStyle } from './ansiStyle';

/** One line of a program's output. */
export const AnsiLineView = memo(function AnsiLineView({ line }: { readonly line: AnsiLine }) {
  if (line.length === 0) return <div>{'\n'}</div>;
  return (
    <div dir="ltr">
      {line.map(({ text, style }, index) => {
        const content = hasHiddenCharacters(text) ? <VisibleText text={text} /> : text;
        if (style === plainStyle) return content;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans are known by their place in the line.
          <span key={index} style={cssOf(style)}>
            {content}
          </span>
        );
      })}
    </div>
  );
});

function cssOf(style: AnsiStyle): CSSProperties {
  const css: CSSProperties = {};
  if (style.color !== null) css.color = style.color;
  if (style.label !== null) {
    css.background = style.label;
    css.color = 'var(--surface-sunken)';
  }
  if (style.bold) css.fontWeight = 700;
  if (style.dim) css.opacity = 0.75;
  if (style.italic) css.fontStyle = 'italic';
  const lines = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean);
  if (lines.length > 0) css.textDecoration = lines.join(' ');
  return css;
}
