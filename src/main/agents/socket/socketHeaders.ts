/** The variable that passes the address, which may contain a key. */
export const ADDRESS_VARIABLE = 'AIRLOCK_SOCKET_ADDRESS';

/**
 * The variable that passes the headers, as JSON. Arguments would be visible to every program on the
 * computer.
 */
export const HEADERS_VARIABLE = 'AIRLOCK_SOCKET_HEADERS';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The headers, with `${NAME}` replaced by the variables and secrets that the agent is given. Empty
 * if the text is not ours, because any agent may be given a variable with this name.
 */
export function socketHeaders(json: string, variables: Variables): Record<string, string> {
  const headers = Object.entries(membersOf(json)).map(([name, value]) => {
    const text = String(value).replace(/\$\{(\w+)\}/g, (_, name: string) => variables[name] ?? '');
    // A line break would begin another header, so control characters are removed.
    return [name, text.replace(/\p{Cc}+/gu, ' ').trim()];
  });
  return Object.fromEntries(headers);
}

function membersOf(json: string): object {
  try {
    const parsed: unknown = JSON.parse(json);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/**
 * The variable as the settings define it. The program replaces the references itself, because it
 * has the secrets.
 */
export function headersVariable(headers: Readonly<Record<string, string>>): string {
  return JSON.stringify(headers).replaceAll('${', () => '$${');
}
