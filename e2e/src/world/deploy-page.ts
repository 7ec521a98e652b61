import { execFile } from 'node:child_process'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { ROOT } from '../deploy/files.ts'
import { codeBlocks } from '../packages-tarballs.ts'
import { unitIn } from '../systemd-unit.ts'
import type { Machine } from './machine.ts'
import type { ProxyPackage } from './proxies.ts'

const run = promisify(execFile)

/**
 * Follows the sections “One machine, without containers” and “A proxy on the same machine” of docs/deploy.md on a machine,
 * command by command. `edit` may change a command first. Returns the environment in which the unit runs.
 */
export async function followDeployPage(
  machine: Machine,
  proxy: ProxyPackage,
  edit: (command: string) => string = (command) => command,
): Promise<Readonly<Record<string, string>>> {
  const page = await readFile(join(ROOT, 'docs/deploy.md'), 'utf8')
  const [build = '', setUp = ''] = blocksOf(page, 'One machine, without containers')
  const proxySteps = blocksOf(page, 'A proxy on the same machine').find((block) =>
    block.includes(`install ${proxy.name}`),
  )
  let env: Readonly<Record<string, string>> | undefined
  for (const command of linesOf(build + setUp + (proxySteps ?? '')).map(edit)) {
    const [, domain] = /^certbot .*--domain (\S+)/.exec(command) ?? []
    if (command.startsWith('pnpm bundle')) await bundle(machine)
    else if (command === 'systemctl enable --now footfall') env = await startUnit(machine)
    else if (command.startsWith('apt-get install')) await proxy.install(machine)
    else if (domain !== undefined) await makeCertificate(machine, domain)
    else if (command === `systemctl reload ${proxy.name}`) await proxy.start(machine)
    else if (!isOfTheWholeSystem(command)) await machine.run('/bin/sh', ['-ec', asThisUser(machine.at(command))])
  }
  if (env === undefined) throw new Error('The documented steps start no service.')
  return env
}

/** Shell blocks of a section. */
function blocksOf(page: string, title: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${title}\n`)
  const [text = ''] = section.split('\n## ')
  const blocks = codeBlocks(text, 'sh').map(({ code }) => code)
  if (blocks.length === 0) throw new Error(`The section ${title} has no commands.`)
  return blocks
}

const linesOf = (block: string) => block.trim().split('\n')

/** Replaced here: the bundle is built in its final place, and the service has no separate user. */
const isOfTheWholeSystem = (command: string) => /^(scp -r bundle\/|useradd --system )/.test(command)

const asThisUser = (command: string) => command.replace('--group=footfall', `--group=${process.getgid?.() ?? 0}`)

async function bundle({ at }: Machine): Promise<void> {
  const out = at('/opt/made')
  const { stdout } = await run(process.execPath, ['scripts/bundle.mjs', '--with-node', '--out', out], { cwd: ROOT })
  await rename(stdout.trim(), at('/opt/footfall'))
}

async function startUnit(machine: Machine) {
  const { execStart, env } = await unitIn(machine.at('/etc/systemd/system/footfall.service'), machine.at)
  const [file = '', ...args] = execStart.split(' ')
  machine.start(file, args, env)
  return env
}

async function makeCertificate(machine: Machine, domain: string): Promise<void> {
  const folder = machine.at(`/etc/letsencrypt/live/${domain}`)
  await mkdir(folder, { recursive: true })
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const subject = ['-subj', `/CN=${domain}`, '-days', '2']
  await machine.run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    ...files,
    ...subject,
  ])
}
