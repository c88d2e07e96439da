import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface TestPackage {
  readonly name: string;
  readonly version: string;
  /** The manifest's fields besides name and version. */
  readonly manifest?: object;
  readonly files: Readonly<Record<string, string>>;
}

type Trouble = 'altered' | 'frozen' | 'garbage';

/** A stand-in for the npm registry on this computer. */
export class NpmRegistry {
  private readonly packages = new Map<string, TestPackage[]>();
  private readonly troubles = new Map<string, Trouble>();
  private readonly server = createServer((request, response) =>
    this.answer(decodeURIComponent(request.url ?? ''), response),
  );
  readonly asked: string[] = [];

  static async start(): Promise<NpmRegistry> {
    const registry = new NpmRegistry();
    await new Promise<void>((resolve) => registry.server.listen(0, '127.0.0.1', resolve));
    return registry;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  publish(one: TestPackage): void {
    this.packages.set(one.name, [...(this.packages.get(one.name) ?? []), one]);
  }

  /** Breaks the download of a package, or its list of versions. */
  trouble(name: string, trouble: Trouble): void {
    this.troubles.set(name, trouble);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(url: string, response: ServerResponse): void {
    this.asked.push(url);
    const [, name = '', version] =
      /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/.*-(\d[^/]*)\.tgz)?$/.exec(url) ?? [];
    const versions = this.packages.get(name) ?? [];
    const trouble = this.troubles.get(name);
    if (version === undefined) {
      if (versions.length === 0) response.writeHead(404).end('{}');
      else if (trouble === 'garbage') response.end('<html>no registry</html>');
      else response.end(JSON.stringify(this.packument(name, versions)));
      return;
    }
    const wanted = versions.find((one) => one.version === version);
    if (wanted === undefined) {
      response.writeHead(404).end();
      return;
    }
    const archive = tarballOf(wanted);
    if (trouble === 'altered') archive[archive.length - 1] = (archive.at(-1) ?? 0) ^ 1;
    response.setHeader('content-length', archive.length);
    if (trouble === 'frozen') response.write(archive.subarray(0, 20));
    else response.end(archive);
  }

  private packument(name: string, versions: readonly TestPackage[]): object {
    const entries = versions.map((one) => {
      const archive = tarballOf(one);
      const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
      const tarball = `${this.address}/${name}/-/${name.split('/').at(-1)}-${one.version}.tgz`;
      const { version, manifest } = one;
      return [version, { name, version, ...manifest, dist: { tarball, integrity } }];
    });
    const latest = versions.at(-1)?.version;
    return { name, 'dist-tags': { latest }, versions: Object.fromEntries(entries) };
  }
}

function tarballOf({ name, version, manifest, files }: TestPackage): Buffer {
  const own = { 'package.json': JSON.stringify({ name, version, ...manifest }), ...files };
  const entries = Object.entries(own).map(([path, text]) => [`package/${path}`, text] as const);
  return tarGz(Object.fromEntries(entries));
}

/** The type of an archive's entry, if it is not an ordinary file. */
export interface TarEntry {
  readonly mode?: number;
  readonly type?: string;
  readonly link?: string;
}

/** Makes a .tar.gz of text files. */
export function tarGz(
  files: Readonly<Record<string, string>>,
  odd: Readonly<Record<string, TarEntry>> = {},
): Buffer {
  const blocks = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(path, 0);
    const { mode = 0o755, type = '0', link = '' } = odd[path] ?? {};
    header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write(type, 156);
    header.write(link, 157);
    header.write('ustar\u000000', 257);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [header, content, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
