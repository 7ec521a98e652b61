import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from '@footfall/config'
import type { Holder } from '@footfall/operate'
import { reasonOf, untrustedProxy } from '@footfall/operate'
import { type Finding, failed, ok, warning } from './finding.ts'

const TIMEOUT_MS = 3_000

/** Checks that the service can listen, that it runs, and that `BASE_URL` leads to it. */
export async function addresses(settings: Settings, holder: Holder): Promise<Finding[]> {
  const listening = await answersAt(loopback(settings))
  const reached = await answersAt(settings.baseUrl)
  return [
    await port(settings, listening, holder),
    service(settings, listening, reached, holder),
    address(settings, listening, reached),
    ...proxy(settings),
  ]
}

/** What answers at an address: the service, something else, or nothing. */
type Answer = 'ready' | 'degraded' | 'unready' | 'foreign' | 'nothing'

const isService = (answer: Answer) => answer === 'ready' || answer === 'degraded' || answer === 'unready'

/** Requests `/readyz`, whose answer shows whether it is the service. */
export async function answersAt(origin: string): Promise<Answer> {
  try {
    const response = await fetch(`${origin}/readyz`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    })
    const body: unknown = await response.json().catch(() => undefined)
    const status = typeof body === 'object' && body !== null && 'status' in body ? body.status : undefined
    if (status === 'ready' || status === 'degraded') return status
    return status === 'unavailable' ? 'unready' : 'foreign'
  } catch {
    return 'nothing'
  }
}

function loopback({ host, port: number }: Settings): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${number}`
}

async function port({ host, port: number }: Settings, listening: Answer, holder: Holder): Promise<Finding> {
  const place = `${host}:${number}`
  if (isService(listening)) return ok('port', `${place}, in use by the service`)
  const server = createServer().listen(number, host)
  try {
    await once(server, 'listening')
    return holder === 'running'
      ? warning('port', `${place} is free although the service runs`, 'Set PORT and HOST as the service has them.')
      : ok('port', `${place} is free`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE')
      return failed(
        'port',
        `${place} is in use by another program`,
        `Set PORT to another; ss -ltnp 'sport = :${number}' names the program.`,
      )
    if (code === 'EACCES')
      return failed(
        'port',
        `${place} may not be used by this user`,
        'Set PORT above 1023, and let a proxy take 80 and 443.',
      )
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      return failed(
        'port',
        `${host} is not an address of this machine`,
        'Set HOST to 127.0.0.1, or to 0.0.0.0 for all.',
      )
    return failed('port', `${place}: ${reasonOf(error)}`, 'Correct HOST and PORT.')
  } finally {
    server.close()
  }
}

function service(
  { baseUrl, dataDir, database, clickhouse }: Settings,
  listening: Answer,
  reached: Answer,
  holder: Holder,
): Finding {
  const isShared = 'postgres' in database && 'remote' in clickhouse
  if (!isShared && holder !== 'running' && (isService(listening) || isService(reached)))
    return failed(
      'service',
      `another Footfall service answers; no process has ${dataDir}`,
      'Set DATA_DIR as that service has it, or give this one a PORT and BASE_URL of its own.',
    )
  if (listening === 'ready' || reached === 'ready') return ok('service', 'runs, and its stores answer')
  if (listening === 'degraded' || reached === 'degraded')
    return failed(
      'service',
      'runs and takes events, but the analytics engine does not answer',
      'Fix what fails above; events wait in the ingest log until then.',
    )
  if (listening === 'unready' || reached === 'unready')
    return failed(
      'service',
      'runs, but a store does not answer',
      `Fix what fails above; ${baseUrl}/readyz names the store.`,
    )
  return holder === 'running'
    ? warning(
        'service',
        `a process has ${dataDir}, and none answers`,
        'Set PORT, HOST and BASE_URL as that process has them; to start another one, give it a DATA_DIR of its own.',
      )
    : warning('service', 'does not run', 'npm start, or start it as it is deployed.')
}

function address({ baseUrl }: Settings, listening: Answer, reached: Answer): Finding {
  const { protocol, hostname } = new URL(baseUrl)
  const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (isService(listening) && reached === 'nothing')
    return failed(
      'address',
      `nothing answers at BASE_URL ${baseUrl}, though the service runs`,
      'Set BASE_URL to the origin that browsers use, and lead it here: DNS and proxy.',
    )
  if (reached === 'foreign')
    return failed(
      'address',
      `something else answers at BASE_URL ${baseUrl}`,
      'Set BASE_URL to the origin of this service, or have the proxy pass every path on.',
    )
  if (protocol === 'http:' && !local)
    return warning('address', `${baseUrl} is not encrypted`, 'Put a TLS proxy in front and set BASE_URL to https.')
  return ok('address', baseUrl)
}

function proxy(settings: Settings): Finding[] {
  const problem = untrustedProxy(settings)
  return problem === undefined ? [] : [warning('proxy', problem.found, problem.fix)]
}
