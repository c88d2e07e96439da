import { expect, it } from 'vitest';
import { withCharacters } from './characterReferences';

it('replaces character references with their characters', () => {
  expect(withCharacters('a &lt;b&gt; &amp;amp; &#65;&#x1F600; &hellip;')).toBe('a <b> &amp; A😀 …');
  expect(withCharacters('&nosuch; &constructor; & &; &#0; &#xD800;')).toBe(
    '&nosuch; &constructor; & &; \ufffd \ufffd',
  );
});
