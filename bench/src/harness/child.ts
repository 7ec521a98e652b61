import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

export interface Child {
  readonly process: ChildProcess
  stop(): Promise<void>
}

/** Runs a TypeScript file of the workspace with Node.js. Its standard error goes to this terminal. */
export function startNode(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  const child = spawn(process.execPath, ['--conditions=footfall-source', file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return stoppable(child)
}

/** A process that `stop` ends with SIGTERM. */
export function stoppable(child: ChildProcess): Child {
  return {
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Waits until a URL answers 200. */
export async function answering(url: string, child: Child, timeoutMs = 180_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (child.process.exitCode !== null) throw new Error(`the process for ${url} ended with ${child.process.exitCode}`)
    const ok = await fetch(url).then(
      (response) => response.arrayBuffer().then(() => response.ok),
      () => false,
    )
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${url} did not answer in time`)
}

/** Waits until a port takes connections. */
export async function listening(port: number, child: Child, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline) {
    if (child.process.exitCode !== null)
      throw new Error(`the process for port ${port} ended with ${child.process.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`port ${port} did not open in time`)
}
