import type { Dependencies } from '../dependencies.ts'
import { CommandError, UsageError } from '../errors.ts'
import type { Terminal } from '../terminal.ts'
import { type CredentialFile, credentialFile } from './credentials.ts'
import { type RemoteService, remoteService } from './remote-service.ts'
import { isReadableByOthers, type ServerUrl, serverUrl } from './server-url.ts'

/** Options of the program, which every command accepts. */
export interface ProgramOptions {
  readonly json?: true
  readonly server?: string
  readonly stores?: true
}

/** Variables that say where the stores are. */
const STORE_VARIABLES = ['DATABASE_URL', 'DATA_DIR', 'CLICKHOUSE_URL'] as const

/** Which service a command uses, and with which token. */
export interface Connection {
  /** The service that the command line or the environment names; undefined for the stores. Throws `UsageError`. */
  chosen(): ServerUrl | undefined
  /** The chosen service, or the one of the last sign-in. Throws `UsageError` without either. */
  server(): Promise<ServerUrl>
  /** Whether `--stores` says that the stores are meant. */
  readonly isOnStores: boolean
  readonly file: () => CredentialFile
  /** FOOTFALL_TOKEN. */
  readonly givenToken: string | undefined
}

export function connectionOf({ environment }: Dependencies, { server, stores }: ProgramOptions): Connection {
  const { FOOTFALL_SERVER, FOOTFALL_TOKEN } = environment
  const file = () => credentialFile(environment)
  const chosen = () => {
    if (server !== undefined && stores === true) throw new UsageError('--server and --stores exclude each other')
    if (server !== undefined) return serverUrl(server, '--server')
    if (stores === true || !FOOTFALL_SERVER) return undefined
    const alsoStores = STORE_VARIABLES.find((name) => environment[name])
    if (alsoStores !== undefined)
      throw new UsageError(
        `FOOTFALL_SERVER and ${alsoStores} are both set; say which with --server ${FOOTFALL_SERVER} or --stores`,
      )
    return serverUrl(FOOTFALL_SERVER, 'FOOTFALL_SERVER')
  }
  return {
    chosen,
    isOnStores: stores === true,
    file,
    givenToken: FOOTFALL_TOKEN || undefined,
    async server() {
      if (stores === true) throw new UsageError('This command only works with a service; leave out --stores')
      if (server !== undefined) return serverUrl(server, '--server')
      if (FOOTFALL_SERVER) return serverUrl(FOOTFALL_SERVER, 'FOOTFALL_SERVER')
      const last = await file().defaultServer()
      if (last === undefined)
        throw new UsageError('No service is chosen; sign in with `footfall login --server URL`, or set FOOTFALL_SERVER')
      return serverUrl(last, file().path)
    },
  }
}

/** The service, with the token for it. Throws `CommandError` without a token. */
export async function connect(
  dependencies: Dependencies,
  terminal: Pick<Terminal, 'err' | 'json'>,
  connection: Connection,
): Promise<RemoteService> {
  const server = await connection.server()
  warnOfPlainHttp(terminal, server)
  const { givenToken } = connection
  const token = givenToken ?? (await connection.file().find(server))?.token
  if (token === undefined)
    throw new CommandError(
      `You are not signed in to ${server}; run \`footfall login --server ${server}\`, or set FOOTFALL_TOKEN.`,
      'not_signed_in',
    )
  const from = givenToken === undefined ? connection.file().path : 'FOOTFALL_TOKEN'
  if (!/^jt_[\x21-\x7e]{1,200}$/.test(token))
    throw new UsageError(`${from}: must be an account token, which begins with jt_`)
  return remoteService(dependencies, {
    server,
    token,
    tokenFrom: givenToken === undefined ? 'login' : 'FOOTFALL_TOKEN',
  })
}

export function warnOfPlainHttp({ err, json }: Pick<Terminal, 'err' | 'json'>, server: ServerUrl): void {
  if (isReadableByOthers(server) && !json) err(`Warning: ${server} is plain http, so others can read the token.`)
}

/** A command that can use either works on the stores although its reader is signed in to a service: says so. */
export async function sayThatStoresAreUsed(
  { err, json }: Pick<Terminal, 'err' | 'json'>,
  { isOnStores, file }: Connection,
): Promise<void> {
  if (json || isOnStores) return
  // The stores need no credentials, so a damaged file of them is no obstacle.
  const server = await file()
    .defaultServer()
    .catch(() => undefined)
  if (server !== undefined)
    err(`This is about the stores. For ${server}, to which you are signed in, add --server ${server}.`)
}

/** Throws if a service is chosen, for a command that no token may execute. */
export function assertOnStores(connection: Connection): void {
  const server = connection.chosen()
  if (server === undefined) return
  throw new CommandError(
    `This command works on the stores and is not open to tokens. Run it on the machine of ${server}, without --server and FOOTFALL_SERVER, or use the dashboard there. \`footfall call --help\` lists what a token may do.`,
  )
}
