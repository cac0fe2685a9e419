/**
 * The listening sockets, which the supervisor opens and gateway processes accept connections from. The supervisor
 * accepts nothing. It keeps each socket open, so that connections wait in the system while a process is replaced.
 */
import { lookup } from 'node:dns/promises';
import { BoundSocket } from 'node:net';

export interface Place {
  readonly host: string;
  readonly port: number;
  /** The setting that changes the port. */
  readonly setting: 'PORT' | 'ADMIN_PORT';
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Each process has a socket of its own at the same address, among which the system divides new connections evenly. From
 * one socket for all, a process that is awake already would take nearly all connections of a proxy.
 */
export class Sockets {
  readonly address: Address;
  /** The file descriptor of the listener for probes and metrics, which all processes share. */
  readonly adminListener: number | undefined;
  readonly #admin: BoundSocket | undefined;
  readonly #bySlot = new Map<number, BoundSocket>();

  private constructor(address: Address, admin: BoundSocket | undefined) {
    this.address = address;
    this.#admin = admin;
    this.adminListener = admin?.fd();
  }

  /**
   * @param admin the place of the listener for probes and metrics, if it is set
   * @throws Error with one line for the operator
   */
  static async open(main: Place, admin: Place | undefined): Promise<Sockets> {
    // Older releases of Node lack the class.
    if (typeof BoundSocket !== 'function') {
      throw new Error(`turnpike serve needs Node 26.4 or later, and this is Node ${process.versions.node}.`);
    }
    // A socket that shares its address with others would be opened beside those of another supervisor.
    const alone = await boundAt(main);
    const { address: host, port } = alone.address();
    alone.close();
    return new Sockets({ host, port }, admin && (await boundAt(admin)));
  }

  /** @returns the file descriptor of the socket of the slot, which is opened if it is not open */
  listenerOf(slot: number): number {
    const known = this.#bySlot.get(slot);
    if (known !== undefined) {
      return known.fd();
    }
    const opened = sharing(this.address);
    this.#bySlot.set(slot, opened);
    return opened.fd();
  }

  /** Closes the socket of a slot without a process. The system gives new connections to the other ones. */
  drop(slot: number): void {
    this.#bySlot.get(slot)?.close();
    this.#bySlot.delete(slot);
  }

  /** Closes all sockets in this process. Processes that listen are not affected. */
  close(): void {
    for (const slot of [...this.#bySlot.keys()]) {
      this.drop(slot);
    }
    this.#admin?.close();
  }
}

async function boundAt({ host, port, setting }: Place): Promise<BoundSocket> {
  const { address } = await lookup(host);
  try {
    return new BoundSocket({ host: address, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new Error(`${address}:${port} is in use by another process: set ${setting} to another one.`);
    }
    throw error;
  }
}

function sharing({ host, port }: Address): BoundSocket {
  try {
    return new BoundSocket({ host, port, reusePort: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTSUP') {
      throw new Error(
        'turnpike serve needs a system that divides connections among sockets of one port, such as Linux.',
      );
    }
    throw error;
  }
}
