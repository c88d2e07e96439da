import type { CheckReport } from './checkReport';
import { failureNames } from './failureNames';

/** The tags that matter; text between them is skipped. No external entity is resolved. */
const TAGS = /<(\/?)(testcase|failure|error|skipped)\b((?:[^<>"']|"[^"]*"|'[^']*')*)>/g;

/** Reads JUnit XML by its tags alone and builds no document, because the author is not trusted. */
export function junitReport(xml: string): CheckReport | null {
  if (!/<testsuites?\b/.test(xml)) return null;
  const cases: { readonly name: string; outcome: 'passed' | 'failed' | 'skipped' }[] = [];
  let isInside = false;
  for (const [, slash, tag, attributes = ''] of xml.matchAll(TAGS)) {
    const last = cases.at(-1);
    if (tag === 'testcase') {
      isInside = slash === '' && !attributes.endsWith('/');
      if (slash === '') cases.push({ name: nameIn(attributes), outcome: 'passed' });
    } else if (isInside && slash === '' && last !== undefined) {
      last.outcome = tag === 'skipped' ? 'skipped' : 'failed';
    }
  }
  const failed = cases.filter(({ outcome }) => outcome === 'failed');
  return {
    runner: 'JUnit',
    passed: cases.filter(({ outcome }) => outcome === 'passed').length,
    failed: failed.length,
    failures: failureNames(failed.map(({ name }) => name)),
  };
}

function nameIn(attributes: string): string {
  const group = attributeIn(attributes, 'classname');
  const name = attributeIn(attributes, 'name') ?? 'A test without a name';
  return group === null || group === '' ? name : `${group} › ${name}`;
}

/** The first attribute of that name, wherever it is in the tag. Attribute names are short. */
function attributeIn(attributes: string, wanted: 'name' | 'classname'): string | null {
  const found = ATTRIBUTES[wanted].exec(attributes);
  return found === null ? null : decoded((found[1] ?? found[2] ?? '').slice(0, VALUE_CHARACTERS));
}

const ATTRIBUTES = {
  name: /(?<![\w:.-])name=(?:"([^"]*)"|'([^']*)')/,
  classname: /(?<![\w:.-])classname=(?:"([^"]*)"|'([^']*)')/,
} as const;

/** The longest name that is read; the report cuts it further. */
const VALUE_CHARACTERS = 2_000;

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return ENTITIES[entity] ?? whole;
    const isHex = entity[1]?.toLowerCase() === 'x';
    const code = Number.parseInt(entity.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
