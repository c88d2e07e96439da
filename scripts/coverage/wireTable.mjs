/**
 * The page of one wire, from the rows that test/documents runs; see test/documents/documentRow.ts.
 */
export function wireTable(wire, { title, rows }) {
  const lines = rows.map(
    ({ message, field = '', how, why }) =>
      `| \`${message}\` | ${cell(field)} | ${how === 'impossible' ? `not used: ${cell(why)}` : how} |`,
  );
  return `# What of the document of ${title} is proved

Generated from [test/documents/${wire}.json](../../test/documents/${wire}.json) by \`node scripts/wireCoverage.mjs\`;
do not edit. [A test](../../test/documents/documents.test.ts) plays each row against the wire’s translator: the agent
sends what the document says, and the row’s event, answer or message must come of it. *Shown*: in the session
or in the details of the agent. *Used*: it decides what Airlock does. *Sent* and *answered*: as the document has it.

| message | field | |
|---|---|---|
${lines.join('\n')}
`;
}

function cell(text) {
  return text.replaceAll('|', '\\|');
}
