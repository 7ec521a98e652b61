import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Machine } from './machine.ts'

/** How Debian ships a proxy, below the folder of a machine, and how it starts with what is there. */
export interface ProxyPackage {
  readonly name: 'nginx' | 'caddy'
  install(machine: Machine): Promise<void>
  start(machine: Machine): Promise<void>
}

const NGINX: ProxyPackage = {
  name: 'nginx',
  async install({ at }) {
    await cp('/etc/nginx', at('/etc/nginx'), { recursive: true })
    await mkdir(at('/var/log/nginx'), { recursive: true })
    const config = at('/etc/nginx/nginx.conf')
    const shipped = await readFile(config, 'utf8')
    // It runs as the user of this test, who has no other one.
    await writeFile(config, at(shipped).replace(/^user .*$/m, 'user root;'))
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    await appendFile(
      at('/etc/nginx/conf.d/paths.conf'),
      kinds.map((kind) => `${kind}_temp_path ${at(`/var/lib/nginx-${kind}`)};\n`).join(''),
    )
  },
  async start(machine) {
    const site = machine.at('/etc/nginx/sites-available/footfall')
    await writeFile(site, machine.at(await readFile(site, 'utf8')))
    const [config, errors] = [machine.at('/etc/nginx/nginx.conf'), machine.at('/var/log/nginx/error.log')]
    await machine.run('nginx', ['-t', '-c', config, '-e', errors])
    machine.start('nginx', ['-c', config, '-e', errors, '-g', 'daemon off;'])
  },
}

const CADDY: ProxyPackage = {
  name: 'caddy',
  async install({ at }) {
    await mkdir(dirname(at('/etc/caddy/Caddyfile')), { recursive: true })
  },
  async start(machine) {
    const config = machine.at('/etc/caddy/Caddyfile')
    // Its own certificate instead of one of Let's Encrypt, which cannot reach this machine.
    const options = '{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n}\n'
    await writeFile(config, options + (await readFile(config, 'utf8')))
    machine.start('caddy', ['run', '--adapter', 'caddyfile', '--config', config])
  },
}

export const PROXIES: readonly ProxyPackage[] = [NGINX, CADDY]
