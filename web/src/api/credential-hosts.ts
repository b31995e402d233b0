/** Where a credential may go, as far as the console can tell it before a request is sent. PURE. */

/** Takes the host out of what somebody pasted. `http://` stays, because it allows requests without encryption. */
export function hostOf(text: string): string {
  const match = /^(http:\/\/)?(?:https:\/\/)?(?:[^/?#\s@]*@)?([^/?#\s@]+)/i.exec(text.trim());
  if (!match) return text.trim();
  const [, insecure = '', host = ''] = match;
  return `${insecure.toLowerCase()}${host.toLowerCase()}`;
}

/** The host of a URL that stands in a step, or undefined when a template decides about it. */
export function literalHost(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  const [, scheme = '', host = ''] = /^(https?):\/\/([^/?#]*)/i.exec(url.trim()) ?? [];
  if (host === '' || host.includes('{')) return undefined;
  return URL.parse(`${scheme}://${host}`)?.host;
}

/** Whether one of the hosts allows this one. The service decides again, with ports and schemes, when it sends. */
export function isHostAllowed(hosts: readonly string[], host: string): boolean {
  const { name } = splitHost(host);
  return hosts.some(each => {
    const allowed = splitHost(each.replace(/^https?:\/\//, ''));
    if (allowed.port !== '' && allowed.port !== splitHost(host).port) return false;
    return allowed.name.startsWith('*.') ? name.endsWith(allowed.name.slice(1)) : name === allowed.name;
  });
}

function splitHost(host: string): { name: string; port: string } {
  const [, name = host, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? [];
  return { name: name.toLowerCase().replace(/\.$/, ''), port };
}
