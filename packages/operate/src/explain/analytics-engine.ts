import type { Settings } from '@footfall/config'
import { ownerOf } from '@footfall/ingest'
import { EngineTooOld } from '@footfall/warehouse'
import type { Explanation } from './explanation.ts'
import { reasonOf, rootOf, unreachableFix } from './failure.ts'

/** Why an engine cannot be used, and how to fix it. */
export function engineFailure(error: unknown, { clickhouse, ingestLog }: Settings): Explanation {
  if (error instanceof EngineTooOld)
    return {
      found: `remote: ${error.message}`,
      fix: 'Upgrade the server of CLICKHOUSE_URL, or unset it for the embedded engine.',
    }
  if ('remote' in clickhouse)
    return { found: `remote: ${reasonOf(error)}`, fix: remoteFix(error, clickhouse.remote.url) }
  if (rootOf(error).code === 'ERR_MODULE_NOT_FOUND')
    return {
      found: 'embedded: the package chdb is not installed',
      fix: 'Install it, or set CLICKHOUSE_URL to a ClickHouse server.',
    }
  if (/GLIBC|native binding/.test(reasonOf(error)))
    return {
      found: `embedded: ${reasonOf(error)}`,
      fix: 'The libraries of this system are too old for the engine: use a newer system, or set CLICKHOUSE_URL to a ClickHouse server.',
    }
  if (/create connection|lock file/i.test(reasonOf(error))) return engineInUse(clickhouse.embedded.path, ingestLog)
  return {
    found: `embedded: ${reasonOf(error)}`,
    fix: `Make room on its disk; if ${clickhouse.embedded.path} is damaged, restore it from a backup.`,
  }
}

const IN_USE_FIX = 'Stop it, or give this process a DATA_DIR of its own; or share a server with CLICKHOUSE_URL.'

/** For an embedded engine, which only one process can use. */
export function engineInUse(path: string, { directory }: Settings['ingestLog']): Explanation {
  const owner = ownerOf(directory) ?? 'another process'
  return { found: `embedded: ${path} is in use; ${owner} has it`, fix: IN_USE_FIX }
}

function remoteFix(error: unknown, url: string): string {
  const { code } = rootOf(error)
  switch (String(code)) {
    case '516':
    case '192':
    case '193':
      return 'The server rejects the user: correct user and password in CLICKHOUSE_URL.'
    case '81':
      return `Make the database: clickhouse-client --query 'CREATE DATABASE ${new URL(url).pathname.slice(1) || 'footfall'}'`
    case '497':
      return 'Grant the user SELECT, INSERT, ALTER, CREATE, DROP and TRUNCATE on the database.'
    default:
      return (
        unreachableFix(error, 'CLICKHOUSE_URL', url) ??
        'Correct CLICKHOUSE_URL: it is the HTTP interface, port 8123 or with TLS 8443.'
      )
  }
}
