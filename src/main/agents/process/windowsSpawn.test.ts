import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '#test/support/propertyRuns';
import { windowsSpawn } from './windowsSpawn';

const line = (file: string, ...args: string[]) => {
  const spawned = windowsSpawn(file, args);
  if (!spawned.ok) throw new Error('refused');
  return spawned.value.args[3];
};

/** Takes the carets out; no quotation mark may be left bare, nor any character that it acts on. */
function readAsCommandProcessor(text: string): string {
  expect(text.replace(/\^./gs, '')).not.toMatch(/["&|<>%()!;,`[\]*?]/);
  return text.replace(/\^(.)/gs, '$1');
}

/** The rules by which a program's C runtime splits its command line. */
function splitAsProgram(text: string): string[] {
  const args: string[] = [];
  let argument: string | undefined;
  let isQuoted = false;
  for (const [part] of text.matchAll(/\\*"|\\+|[^\\"]/gs)) {
    const backslashes = part.lastIndexOf('\\') + 1;
    if (part.endsWith('"')) {
      argument = (argument ?? '') + '\\'.repeat(backslashes >> 1);
      if (backslashes % 2 === 1) argument += '"';
      else isQuoted = !isQuoted;
    } else if (part === ' ' && !isQuoted) {
      if (argument !== undefined) args.push(argument);
      argument = undefined;
    } else {
      argument = (argument ?? '') + part;
    }
  }
  if (argument !== undefined) args.push(argument);
  return args;
}

describe('windowsSpawn', () => {
  it('leaves programs to Node', () => {
    expect(windowsSpawn('C:\\Program Files\\nodejs\\node.exe', ['a b', '"'])).toEqual({
      ok: true,
      value: {
        file: 'C:\\Program Files\\nodejs\\node.exe',
        args: ['a b', '"'],
        windowsVerbatimArguments: false,
      },
    });
  });

  it('runs batch files by cmd.exe, spaces and all', () => {
    const file = 'C:\\Program Files\\nodejs\\npx.CMD';
    expect(windowsSpawn(file, ['-y', '@scope/agent@1.2.3'], 'C:\\cmd.exe')).toEqual({
      ok: true,
      value: {
        file: 'C:\\cmd.exe',
        args: [
          '/d',
          '/s',
          '/c',
          '"C:\\Program^ Files\\nodejs\\npx.CMD ^"-y^" ^"@scope/agent@1.2.3^""',
        ],
        windowsVerbatimArguments: true,
      },
    });
  });

  it('passes the exact arguments to the program, and nothing that cmd.exe would interpret', () => {
    const argument = fc.string({ unit: fc.constantFrom(...'ab \\"%&|<>^()!;,*?`[]=é'.split('')) });
    fc.assert(
      fc.property(fc.array(argument), (args) => {
        const text = line('a.bat', ...args)?.slice(1, -1) ?? '';
        expect(splitAsProgram(readAsCommandProcessor(text))).toEqual(['a.bat', ...args]);
      }),
      { numRuns: propertyRuns(1_000) },
    );
  });

  it.each([
    ['', '^"^"'],
    ['a & calc', '^"a^ ^&^ calc^"'],
    ['%PATH%', '^"^%PATH^%^"'],
    ['say "hi"', '^"say^ \\^"hi\\^"^"'],
    ['ends\\', '^"ends\\\\^"'],
  ])('escapes %j', (argument, escaped) => {
    expect(line('a.bat', argument)).toBe(`"a.bat ${escaped}"`);
  });

  it('escapes twice for shims that npm makes', () => {
    const shim = 'C:\\x\\node_modules\\.bin\\agent.cmd';
    expect(line(shim, 'a&b')).toBe(`"${shim} ^^^"a^^^&b^^^""`);
    expect(line('C:/x/node_modules/.bin/agent.cmd')).toBe(`"${shim}"`);
  });

  it('refuses arguments at which cmd.exe would end the command', () => {
    expect(windowsSpawn('a.cmd', ['one\ntwo'])).toMatchObject({ ok: false });
  });

  it('does not hang on many backslashes', { timeout: 10_000 }, () => {
    line('a.cmd', '\\'.repeat(20_000), `${'\\'.repeat(20_000)}x`);
  });
});
