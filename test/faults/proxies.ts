/** Runs nginx, HAProxy and Caddy (Debian's packages) in front of a stack's processes, from the files in `deploy/`. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type Authority, createAuthority } from '../support/certificates.ts';

const EXAMPLES = fileURLToPath(new URL('../../deploy/proxies', import.meta.url));
const AWAY_PAGE = fileURLToPath(new URL('../../dist/away.html', import.meta.url));
const NGINX_JS_MODULE = '/usr/lib/nginx/modules/ngx_http_js_module.so';

/** The folder has the folder `turnpike` with the certificates and the away page. */
interface Place {
  readonly folder: string;
  readonly port: number;
  /** The ports of two gateway processes, which may be one. */
  readonly targets: readonly [number, number];
}

interface Command {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it logs more than errors. */
  readonly isVerbose?: boolean;
}

export interface Proxy {
  /** Absent: not on this machine. `npm run test:all` installs it, or reports that its tests are skipped. */
  readonly program: string | undefined;
  command(place: Place): Promise<Command>;
}

const found = (name: string) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin'].map((at) => join(at, name)).find(existsSync);

export const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: existsSync(NGINX_JS_MODULE) ? found('nginx') : undefined,
    async command({ folder, port, targets }) {
      await writeFile(
        join(folder, 'turnpike', 'listen.conf'),
        `listen ${port} ssl http2; ssl_certificate turnpike/pay.pem; ssl_certificate_key turnpike/pay.key;
         ssl_client_certificate turnpike/client-authorities.pem; root ${folder}/turnpike;`,
      );
      const servers = [...new Set(targets)].map((target) => `server 127.0.0.1:${target};`);
      await writeFile(join(folder, 'turnpike', 'upstream.conf'), servers.join('\n'));
      return { args: ['-c', await nginxFile(folder), '-e', 'stderr'] };
    },
  },
  haproxy: {
    program: found('haproxy'),
    command: async ({ folder, port, targets: [one, two] }) => ({
      args: ['-db', '-f', join(EXAMPLES, 'haproxy', 'haproxy.cfg')],
      env: {
        TURNPIKE_BIND: `127.0.0.1:${port}`,
        TURNPIKE_TLS: join(folder, 'turnpike'),
        TURNPIKE_AWAY: join(folder, 'turnpike', 'away.html'),
        TURNPIKE_ONE: `127.0.0.1:${one}`,
        TURNPIKE_TWO: `127.0.0.1:${two}`,
      },
    }),
  },
  caddy: {
    program: found('caddy'),
    command: async ({ folder, port, targets }) => ({
      args: ['run', '--config', join(EXAMPLES, 'caddy', 'Caddyfile'), '--adapter', 'caddyfile'],
      env: {
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        CADDY_ADMIN: `unix/${folder}/admin.sock`,
        TURNPIKE_HTTP_PORT: '0',
        TURNPIKE_SITE: `https://localhost:${port}`,
        TURNPIKE_TLS: join(folder, 'turnpike'),
        TURNPIKE_AWAY: join(folder, 'turnpike'),
        TURNPIKE_GATEWAYS: [...new Set(targets)].map((target) => `127.0.0.1:${target}`).join(' '),
      },
      isVerbose: true,
    }),
  },
};

/** Writes a main file of nginx that includes the example, as Debian's does. @returns its path */
async function nginxFile(folder: string): Promise<string> {
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    file,
    `load_module ${NGINX_JS_MODULE}; daemon off; pid ${folder}/pid; error_log stderr crit; events {}
     http { access_log off; ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
     include ${EXAMPLES}/nginx/turnpike.conf; }`,
  );
  return file;
}

export interface RunningProxy {
  /** The authority of clients' certificates. */
  readonly clients: Authority;
  /** PEM of the authority of the proxy's own certificate. */
  readonly ca: string;
  close(): Promise<void>;
}

/** Starts the proxy on `https://localhost:PORT`, and makes this process trust its certificate. */
export async function startProxy(
  { program = '', command }: Proxy,
  gateways: readonly { readonly port: number }[],
  port: number,
): Promise<RunningProxy> {
  const own = ownAuthority();
  const { folder, clients } = await certificates(own);
  const [one, two = one] = gateways.map((gateway) => gateway.port);
  const { args, env, isVerbose } = await command({ folder, port, targets: [one ?? 0, two ?? 0] });
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', isVerbose ? 'ignore' : 'inherit'],
    env: { ...process.env, ...env },
  });
  const close = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  const statusOf = () =>
    fetch(`https://localhost:${port}/docs/errors`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect
    .poll(statusOf)
    .toBe(200)
    .catch(async (error: unknown) => {
      await close();
      throw error;
    });
  return { clients, ca: own.cert, close };
}

/** nginx's own check of the example with its own addresses. @returns its output, and its exit code */
export async function checkNginx(): Promise<{ readonly status: number | null; readonly output: string }> {
  const { folder } = await certificates(ownAuthority());
  for (const name of ['listen.conf', 'upstream.conf']) {
    await symlink(join(EXAMPLES, 'nginx', 'turnpike', name), join(folder, 'turnpike', name));
  }
  const { status, stderr } = spawnSync(PROXIES.nginx?.program ?? '', [
    ...['-t', '-c', await nginxFile(folder)],
    ...['-e', 'stderr'],
  ]);
  await rm(folder, { recursive: true, force: true });
  return { status, output: stderr.toString() };
}

let authority: Authority | undefined;

/** The authority of all proxies' certificates. This process trusts it from then on. */
function ownAuthority(): Authority {
  if (authority === undefined) {
    authority = createAuthority('Authority of proxies');
    setDefaultCACertificates([...getCACertificates('default'), authority.cert]);
  }
  return authority;
}

async function certificates(own: Authority) {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-proxy-'));
  const clients = createAuthority('Authority of merchants');
  const pay = own.issue({ name: 'pay', use: 'server', hosts: ['localhost'] });
  await mkdir(join(folder, 'turnpike'));
  await symlink(join(EXAMPLES, 'nginx', 'turnpike', 'client-cert.js'), join(folder, 'turnpike', 'client-cert.js'));
  const files = {
    'pay.pem': pay.cert,
    'pay.key': pay.key,
    'pay-with-key.pem': pay.cert + pay.key,
    'client-authorities.pem': clients.cert,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, 'turnpike', name), text);
  }
  await cp(AWAY_PAGE, join(folder, 'turnpike', 'away.html'));
  // nginx's workers have another user.
  await chmod(folder, 0o755);
  return { folder, clients };
}
