/** The variable that hands the address over: it may hold a key. */
export const ADDRESS_VARIABLE = 'AIRLOCK_SOCKET_ADDRESS';

/** The variable that hands the headers over, as JSON: arguments can be seen by every program of the computer. */
export const HEADERS_VARIABLE = 'AIRLOCK_SOCKET_HEADERS';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The headers with `${NAME}` filled in from the variables and secrets that the agent is given. None if the text is not one
 * of ours: any agent may be given a variable of this name.
 */
export function socketHeaders(json: string, variables: Variables): Record<string, string> {
  const headers = Object.entries(membersOf(json)).map(([name, value]) => {
    const text = String(value).replace(/\$\{(\w+)\}/g, (_, name: string) => variables[name] ?? '');
    // A line break would begin another header.
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
 * A variable as the settings have it. The program fills in its references, because it has the
 * secrets.
 */
export function headersVariable(headers: Readonly<Record<string, string>>): string {
  return JSON.stringify(headers).replaceAll('${', () => '$${');
}
