import { inlineCode } from '#shared/text/markdownText';
import type { ListedFile } from '../files/listing';
import type { Turn } from '../turn/turn';

const preferred = [
  /^readme(\.\w+)?$/i,
  /\.md$/i,
  /^package\.json$/,
  /\.(?:ts|js|py|rs|go|java|c|cpp|rb)$/,
  /\.\w+$/,
];

/** Example requests with files and words of this project, so that they work as they are. */
export async function examples(turn: Turn): Promise<string[]> {
  const { files } = await turn.listFiles();
  const file = exampleFile(files);
  const has = (name: string) => files.some((each) => each.name === name);
  const newFile = ['notes.md', 'ideas.md'].find((name) => !has(name)) ?? 'thoughts.md';
  return [
    ...(file ? await fileExamples(turn, file) : []),
    `create ${newFile} with Remember the milk`,
    has('package.json') ? 'run npm test' : 'run git status',
  ].map(inlineCode);
}

async function fileExamples(turn: Turn, file: ListedFile): Promise<string[]> {
  const name = /\s/.test(file.name) ? `"${file.name}"` : file.name;
  const word = await exampleWord(turn, file);
  if (word === undefined) return [`show ${name}`];
  return [`find ${word}`, `show ${name}`, `replace ${word} with something else in ${name}`];
}

function exampleFile(files: readonly ListedFile[]): ListedFile | undefined {
  for (const pattern of preferred) {
    const match = files.find((file) =>
      pattern.test(file.name.slice(file.name.lastIndexOf('/') + 1)),
    );
    if (match) return match;
  }
  return files[0];
}

/** The first word that is long enough and has no meaning of its own in our grammar. */
async function exampleWord(turn: Turn, file: ListedFile): Promise<string | undefined> {
  const read = await turn.files.readDisk(file.absolute);
  if ('skipped' in read) return undefined;
  const words = read.text.slice(0, 20_000).match(/\b[A-Za-z]{4,20}\b/g) ?? [];
  return words.find((word) => !/^(?:with|then|into|inside|this|that|from|http|https)$/i.test(word));
}
