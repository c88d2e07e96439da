/** Not in TypeScript's own library yet; the part of it that we use. */
interface TrustedTypesFactory {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string }): unknown;
}

/**
 * The page's security policy refuses plain strings wherever a browser could run them. This one
 * exception lets libraries start the workers that we bundle, and nothing else: no HTML, no scripts.
 */
export function allowOwnWorkers(): void {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypesFactory };
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (isOwnScript(address, window.location)) return address;
      throw new TypeError(`Refused to load ${address} as a script`);
    },
  });
}

export function isOwnScript(
  address: string,
  page: { readonly href: string; readonly protocol: string; readonly host: string },
): boolean {
  const url = URL.parse(address, page.href);
  return (
    url !== null &&
    url.protocol === page.protocol &&
    url.host === page.host &&
    /^\/assets\/[\w.-]+\.js$/.test(url.pathname)
  );
}
