import process from 'node:process'
import { parseArgs } from 'node:util'
import { RELEASE_VERSION } from '@footfall/core-domain'
import { bridgeSettings } from './bridge-settings.ts'
import { bridgeStdio } from './bridge-stdio.ts'
import { serveHttp } from './serve-http.ts'

const USAGE = `footfall-mcp --http    serves only /api/mcp, on the stores of DATABASE_URL and CLICKHOUSE_URL (PORT, HOST, BASE_URL, SESSION_SECRET)
footfall-mcp --stdio   bridges a local client to a running service (SERVICE_URL, SERVICE_TOKEN; SERVICE_TOOLSET and SERVICE_READONLY limit it, SERVICE_ANSWERS chooses text or both);
                       the default
footfall-mcp --version prints the version; --env-file FILE reads settings from a file
`

/** Prints a message, which never holds a token, on standard error. */
function fail(message: string, code: number): void {
  process.stderr.write(`footfall-mcp: ${message}\n`)
  process.exitCode = code
}

async function main(): Promise<void> {
  let values: { http?: boolean; stdio?: boolean; help?: boolean; version?: boolean }
  try {
    const flag = { type: 'boolean' } as const
    const options = { http: flag, stdio: flag, help: flag, version: flag }
    values = parseArgs({ options }).values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : 'unknown arguments'}\n${USAGE}`, 2)
  }
  if (values.help === true) process.stdout.write(USAGE)
  else if (values.version === true) process.stdout.write(`${RELEASE_VERSION}\n`)
  else if (values.http === true && values.stdio === true) fail(`choose --http or --stdio\n${USAGE}`, 2)
  else if (values.http === true) await serveHttp(process.env)
  else await bridgeStdio(bridgeSettings(process.env), process.stdin, process.stdout, process.stderr)
}

await main().catch((error: unknown) => fail(error instanceof Error ? error.message : String(error), 1))
