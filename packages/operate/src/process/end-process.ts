import module from 'node:module'
import process from 'node:process'
import { isEngineLoaded } from '@footfall/warehouse'

/**
 * Ends the process with a code, at once. In a process that has loaded the embedded engine, the exit handlers of the engine do not run:
 * while a statement runs they crash or take minutes, and sometimes they crash after every connection is closed. The process becomes
 * one that does nothing but exit, and `exit` listeners do not run. Windows cannot do that, and runs them.
 */
export function endProcess(code: number): never {
  if (isEngineLoaded() && process.platform !== 'win32') {
    // What an exit would do.
    module.flushCompileCache?.()
    process.execve?.(process.execPath, [process.execPath, '--eval', `process.exit(${code})`], {})
  }
  process.exit(code)
}

/** Ends the process with a code when its output is written and nothing else is left to do, or at once if it has loaded the engine. */
export async function endWhenWritten(code: number): Promise<void> {
  process.exitCode = code
  if (!isEngineLoaded()) return
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
  )
  endProcess(code)
}
