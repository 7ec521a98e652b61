import process from 'node:process'

/** The oldest Node.js version that the executables support; `engines` of their packages say the same. */
export const NODE_VERSION_MIN = '22.18'

/** Why the executable cannot run on this version of Node.js, in one line; undefined where it can. */
export function nodeVersionProblem(command: string, version: string): string | undefined {
  const [major = 0, minor = 0] = numbersOf(version)
  const [majorMin = 0, minorMin = 0] = numbersOf(NODE_VERSION_MIN)
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return undefined
  return `${command}: Node.js ${NODE_VERSION_MIN} or newer is needed; this is ${version}. Install a newer one from https://nodejs.org, or run: npx --package=node@24 --call '${command} …'`
}

/**
 * Ends the process with one readable line where Node.js is too old. An executable calls it before it loads anything
 * else, which would fail on a missing built-in module.
 */
export function requireSupportedNode(command: string): void {
  const problem = nodeVersionProblem(command, process.versions.node)
  if (problem === undefined) return
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}
