const FOLDER = '../test/integration/host/';

const INTRODUCTION = `# What the tests prove of the Agent Client Protocol

Generated from the titles of the tests in [test/integration/host](../test/integration/host) by
\`node scripts/acpCoverage.mjs\`; do not edit. Each of those tests runs the whole host over a real
subprocess, driven as the window drives it. Further tests of the wire alone are beside its code.
`;

/** The document, the names that no test proves, and the names that are not in the protocol. */
export function coverageTable(surface, tests) {
  const known = new Set(Object.values(surface).flatMap((rows) => rows.map(({ name }) => name)));
  const unknown = tests.flatMap(({ tags }) => tags.filter((tag) => !known.has(tag)));
  const unproved = [];
  const sections = Object.entries(surface).map(([heading, rows]) => {
    const lines = rows.map((row) => {
      const proofs = proofsOf(row, tests);
      if (proofs.length === 0 && row.why === undefined) unproved.push(row.name);
      return `| \`${row.name}\` | ${row.status} | ${cellOf(row, proofs)} |`;
    });
    return `\n## ${heading}\n\n| | status | proved by |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  return { text: `${INTRODUCTION}${sections.join('')}`, unproved, unknown };
}

function proofsOf({ name }, tests) {
  return tests.filter(({ tags }) => tags.includes(name));
}

function cellOf({ why }, proofs) {
  if (proofs.length === 0) return why === undefined ? '**nothing**' : `not used: ${why}`;
  return proofs
    .map(({ file, title }) => `[${nameOf(file)}](${FOLDER}${file}): ${title}`)
    .join('<br>');
}

function nameOf(file) {
  return file.replace('.test.ts', '');
}
