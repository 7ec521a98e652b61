import { mkdirSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import process from 'node:process'

/**
 * Keeps the code that this process compiles for its next start, in the folder for caches of the user: other users must not
 * be able to write what is executed here, and a backup of `DATA_DIR` does not need it. A third of a start is compiling. An
 * executable calls it before it loads anything else. `NODE_COMPILE_CACHE` names another folder, and
 * `NODE_DISABLE_COMPILE_CACHE=1` keeps nothing. Where the folder cannot be made, nothing is kept.
 */
export function keepCompiledCode(): void {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return
  try {
    const folder = join(cacheFolder(), 'footfall', 'compiled')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Not imported by its name, which Node.js 20 lacks: the check of the version would not be reached.
    module.enableCompileCache(folder)
  } catch {
    // Also a user without a home, as in some containers.
  }
}

/** By the XDG Base Directory Specification, which ignores a relative path. */
function cacheFolder(): string {
  const named = process.env.XDG_CACHE_HOME
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), '.cache')
}
