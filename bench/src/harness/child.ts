import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Child {
  readonly process: ChildProcess
  stop(): Promise<void>
}

/** Runs a TypeScript file of the workspace with Node; its complaints go to this terminal. */
export function startNode(file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  const child = spawn(process.execPath, ['--conditions=footfall-source', file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
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
export async function answering(url: string, child: Child, timeoutMs = 60_000): Promise<void> {
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
