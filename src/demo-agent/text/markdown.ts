export function table(headings: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]) => `| ${cells.map(tableCell).join(' | ')} |`;
  return [line(headings), `|${headings.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function plural(count: number, singular: string, several = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : several}`;
}

const languages: Readonly<Record<string, string>> = {
  cjs: 'js',
  htm: 'html',
  markdown: 'md',
  mjs: 'js',
  mts: 'ts',
  cts: 'ts',
  yml: 'yaml',
};

/** The language name that a highlighter knows for the file. */
export function languageOf(path: string): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return languages[extension] ?? extension;
}

function tableCell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\s*\n\s*/g, ' ');
}
