import { execFile } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/**
 * The file of every command, as an image and a bundle have it. What starts from it takes two thirds of the processor time
 * of what loads each package from files of its own.
 */
export const FOOTFALL = fileURLToPath(new URL('../../apps/footfall/dist/main.js', import.meta.url))

/** Runs the operator's command in an environment, such as `DATA_DIR`, and returns what it printed with `--json`. */
export async function footfall(env: Readonly<Record<string, string>>, ...args: string[]) {
  const options = { env: { PATH: process.env.PATH, ...env } }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  return JSON.parse((await promisify(execFile)(process.execPath, [FOOTFALL, ...args, '--json'], options)).stdout) as any
}
