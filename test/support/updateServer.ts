import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signAnnouncement } from '../../scripts/release/announcement.mjs';

export function newKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface Announcement {
  readonly version: string;
  readonly sequence?: number;
  /** The key that signs it; our own by default. */
  readonly key?: string;
  /** The name of the offered file for each kind of installation, such as `deb-x64`. */
  readonly files: Readonly<Record<string, string>>;
}

/** A stand-in, on this computer, for the server that announces and offers versions. */
export class UpdateServer {
  readonly keys = newKeys();
  /** The text of the announcement. */
  announced = '';
  answerAnnouncement: Answer = (response) => response.end(this.announced);
  answerFile: Answer = (response) => response.end(this.content);
  /** The requested paths, oldest first. */
  readonly asked: string[] = [];

  private constructor(
    private readonly server: Server,
    /** The content of the offered file. */
    public content: Buffer,
  ) {}

  static async start(content: Buffer): Promise<UpdateServer> {
    const server = createServer();
    const instance = new UpdateServer(server, content);
    server.on('request', (request, response) => {
      instance.asked.push(request.url ?? '');
      if (request.url === '/updates.json') instance.answerAnnouncement(response, request);
      else instance.answerFile(response, request);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return instance;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  get url(): string {
    return `${this.address}updates.json`;
  }

  announce({ version, sequence = 1, key = this.keys.privateKey, files }: Announcement): void {
    const sha512 = createHash('sha512').update(this.content).digest('base64');
    const size = this.content.length;
    const entries = Object.entries(files).map(
      ([kind, name]) => [kind, { url: `${this.address}${name}`, size, sha512 }] as const,
    );
    const manifest = {
      format: 1,
      version,
      sequence,
      notes: `- New in ${version}`,
      files: Object.fromEntries(entries),
    };
    this.announced = signAnnouncement(manifest, key);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
