import { redactTokens, tokensIn } from './redact';
import { announcesSecret, isGivenSecret } from './secretNames';
import { isRandom, namedIn } from './secretParts';

/** The secrets that a program is given in its environment and arguments. */
export function secretsGiven(
  variables: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = [],
): readonly string[] {
  const secrets: string[] = [];
  for (const [name, value = ''] of Object.entries(variables)) {
    if (isGivenSecret(name, value) || redactTokens(value) !== value) secrets.push(value);
    secrets.push(...passwordsIn(value), ...namedIn(value), ...loginsIn(value));
  }
  args.forEach((argument, index) => {
    const [, name, value] = /^--?([\w.-]+)=(.+)$/s.exec(argument) ?? [];
    if (announcesSecret(args[index - 1])) secrets.push(argument);
    if (name !== undefined && value !== undefined && isGivenSecret(name, value)) {
      secrets.push(value);
    }
    secrets.push(...namedIn(argument), ...namedIn(value ?? ''), ...passwordsIn(argument));
    secrets.push(...loginsIn(`${args[index - 1] ?? ''} ${argument}`), ...tokensIn(argument));
  });
  return [...new Set(secrets)];
}

/**
 * The password in addresses such as `postgres://user:password@host`, or a key in place of the user.
 */
function passwordsIn(text: string): readonly string[] {
  const found = [...text.matchAll(/:\/\/([^\s/:@]*)(?::([^\s/]*))?@/g)];
  return found.flatMap(([, user = '', password = '']) =>
    [isRandom(user) ? user : '', password].filter((part) => part !== ''),
  );
}

/**
 * The password in options such as `-u user:password`. If both parts are the same, they are often a
 * user and a group; `-u C:\…` is a path.
 */
function loginsIn(text: string): readonly string[] {
  const found = text.matchAll(
    /(?<!\S)(?:-u|-U|--(?:proxy-)?user)(?:\s{1,4}|=)["']?(?![A-Za-z]:[\\/])([^\s:/"']+):([^\s"']+)/g,
  );
  return [...found].flatMap(([, user, password = '']) =>
    password === user || /^\$[\w{(]|^\/\//.test(password) ? [] : [password],
  );
}
