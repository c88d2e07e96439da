import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { describeRequest } from './describe';
import { parsePrompt } from './prompt';

const bits = [
  'find',
  '/replace',
  'create',
  'run',
  'then',
  'with',
  'in',
  '->',
  '"',
  '`',
  '/',
  '\n',
  '```',
  ' ',
  'a.txt',
  '*.ts',
  ':',
  ',',
  '-',
  "don't",
  '\\',
];

test('every prompt can be parsed and described', () => {
  const prompt = fc
    .array(fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 5 })), { maxLength: 30 })
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(prompt, (text) => {
      for (const step of parsePrompt(text)) expect(describeRequest(step.request)).not.toBe('');
    }),
    { numRuns: propertyRuns(500) },
  );
});

test('a quoted text is parsed back exactly', () => {
  fc.assert(
    fc.property(
      fc
        .string({ minLength: 1, maxLength: 40 })
        .filter((text) => !/[`\r\n]/.test(text) && text.trim() !== ''),
      (text) => {
        const [step] = parsePrompt(`/replace \`${text}\` -> \`new ${text}\` in src/**`);
        expect(step?.request).toEqual({
          kind: 'replace',
          pattern: { kind: 'text', text },
          replacement: `new ${text}`,
          globs: ['src/**'],
        });
      },
    ),
  );
});
