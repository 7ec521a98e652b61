import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { temporaryDirectory } from '../server-process.ts'
import { PATH, UNSHARE } from './parts.ts'

const run = promisify(execFile)

/** A folder in place of the file system's root, and a separate network in which every port and address is free. */
export interface Machine {
  /** A text with its absolute paths below the folder. */
  at(text: string): string
  /** Runs a program in the network of the machine, in an empty environment; returns what it printed. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  /** Starts a program that runs until the machine is removed. */
  start(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): void
  /** What the programs that were started printed. */
  printed(): string
  remove(): Promise<void>
}

const FOLDERS = ['etc/systemd/system', 'opt', 'tmp', 'var/lib', 'var/log', 'run']

/** Makes a machine that has these addresses. */
export async function makeMachine(addresses: readonly string[]): Promise<Machine> {
  const directory = await temporaryDirectory()
  for (const folder of FOLDERS) await mkdir(join(directory.path, folder), { recursive: true })
  const network = await makeNetwork(addresses)
  const started: ChildProcess[] = [network.holder]
  let printed = ''
  const empty = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: directory.path }

  return {
    at: (text) => text.replace(/(?<![\w/.])\/(?=(?:opt|etc|var|run)\/)/g, `${directory.path}/`),
    async run(command, args, env = {}) {
      const { stdout } = await run(network.enter, [...network.args, command, ...args], {
        cwd: '/',
        env: { ...empty, ...env },
      })
      return stdout
    },
    start(command, args, env = {}) {
      const child = spawn(network.enter, [...network.args, command, ...args], {
        cwd: '/',
        env: { ...empty, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.push(child)
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          printed += chunk
        })
    },
    printed: () => printed,
    async remove() {
      for (const child of started.reverse()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
      }
      await directory.remove()
    },
  }
}

/** A network that lasts as long as the process that holds it. */
async function makeNetwork(addresses: readonly string[]) {
  const links = ['ip link set lo up', ...addresses.map((address) => `ip address add ${address}/32 dev lo`)]
  const script = [...links, 'echo ready', 'exec sleep infinity'].join(' && ')
  const holder = spawn('unshare', [...UNSHARE, 'sh', '-c', script], {
    env: { PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let failure = ''
  holder.stderr.on('data', (chunk) => {
    failure += chunk
  })
  await Promise.race([
    once(holder.stdout, 'data'),
    once(holder, 'exit').then(() => Promise.reject(new Error(`The network was not made: ${failure}`))),
  ])
  const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials']
  return { holder, enter: '/usr/bin/nsenter', args: ['--target', String(holder.pid), '--net', ...user] }
}
