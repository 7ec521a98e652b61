import { type Change, createClient } from '@footfall/client'
import { isRecord } from '@footfall/core-domain'
import type { Dependencies } from '../dependencies.ts'
import { type Asked, asking, type OptionNames, type TokenSource } from './errors.ts'
import { type PendingKeys, pendingKeys } from './pending-keys.ts'
import type { ServerUrl } from './server-url.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A change as commands make it: the preview, and then the answer that ends it. */
export interface RemoteChange {
  /** Whether the same change was confirmed before, and its outcome was not known. */
  isPending(): Promise<boolean>
  preview(): Promise<Fields>
  /** Executes it, under the key that it was sent with before. */
  execute(): Promise<Fields>
  /** The outcome is known: the same command is a new change. */
  forget(): Promise<void>
}

/**
 * A running service as commands use it, with a token. All methods throw `ServiceRejected` and `ServiceUnreachable`, whose
 * messages say what to do.
 */
export interface RemoteService {
  readonly server: ServerUrl
  readonly tokenFrom: TokenSource
  /** Asks an operation, and returns the body of the answer. Errors name the options of the command. */
  read(operation: string, given?: Fields, options?: OptionNames): Promise<Fields>
  /** Every entry of a list. */
  items(operation: string, given?: Fields): Promise<readonly Fields[]>
  change(operation: string, given: Fields, options?: OptionNames): RemoteChange
}

/** What the command line asks of the client: statistics of a long time can take a while, and a person sees an error at once. */
export function clientSettings({ fetch, clock, random }: Pick<Dependencies, 'fetch' | 'clock' | 'random'>) {
  return {
    fetch,
    now: () => clock.now(),
    random: (bytes: number) => random.bytes(bytes),
    timeoutMs: 60_000,
    responseBytesMax: 64 * 1024 * 1024,
    attempts: 1,
    // The command line warns of it.
    allowHttp: true,
  }
}

/** A service, and the token for it. */
interface Access {
  readonly server: ServerUrl
  readonly token: string
  readonly tokenFrom: TokenSource
}

export function remoteService(dependencies: Dependencies, { server, token, tokenFrom }: Access): RemoteService {
  const keys = pendingKeys(dependencies.environment, dependencies.clock)
  const client = createClient({ ...clientSettings(dependencies), server, token, keys })
  return {
    server,
    tokenFrom,
    async read(operation, given, options) {
      const { data, meta, page } = await asking({ server, tokenFrom, options }, () => client.read(operation, given))
      return { data, ...(meta && { meta }), ...(page && { page }) }
    },
    async items(operation, given) {
      const items: Fields[] = []
      await asking({ server, tokenFrom }, async () => {
        for await (const item of client.read(operation, { ...given, limit: 200 })) if (isRecord(item)) items.push(item)
      })
      return items
    },
    change(operation, given, options) {
      const intent = keys.nameOf([server, operation, given])
      const change = client.change(operation, given, { intent })
      return remoteChange({ server, tokenFrom, options }, change, intent, keys)
    },
  }
}

function remoteChange(asked: Asked, change: Change<unknown>, intent: string, keys: PendingKeys): RemoteChange {
  const body = async (ask: () => Promise<{ readonly meta: unknown; readonly requestId: string | undefined }>) => {
    const { meta, requestId: _, ...data } = await asking(asked, ask)
    return { data, meta }
  }
  return {
    isPending: async () => (await keys.get(intent)) !== undefined,
    preview: () => body(() => change.preview()),
    execute: () => body(() => change.confirm()),
    forget: () => change.forget(),
  }
}

export function textOf(record: Fields, name: string): string | undefined {
  const value = record[name]
  return typeof value === 'string' ? value : undefined
}
