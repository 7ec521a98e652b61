import { z } from 'zod'
import { CommandError } from '../errors.ts'
import { configPath, readPrivate, writePrivate } from './private-file.ts'
import type { ServerUrl } from './server-url.ts'

const Credential = z.object({
  token: z.string(),
  name: z.string(),
  id: z.string().nullable(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
})
export type Credential = z.infer<typeof Credential>

const Credentials = z.object({
  /** Where the last sign-in was. */
  default: z.string().nullable(),
  servers: z.record(z.string(), Credential),
})
type Credentials = z.infer<typeof Credentials>

/** The tokens of this person, by the service that they are for. */
export interface CredentialFile {
  readonly path: string
  find(server: ServerUrl): Promise<Credential | undefined>
  /** The service of the last sign-in. */
  defaultServer(): Promise<string | undefined>
  keep(server: ServerUrl, credential: Credential): Promise<void>
  forget(server: ServerUrl): Promise<void>
}

export function credentialFile(environment: Readonly<Record<string, string | undefined>>): CredentialFile {
  const path = configPath(environment, 'credentials.json')
  const read = async (): Promise<Credentials> => {
    const text = await readPrivate(path)
    if (text === undefined) return { default: null, servers: {} }
    try {
      return Credentials.parse(JSON.parse(text))
    } catch {
      throw new CommandError(`${path} is damaged; delete it, and sign in again with \`footfall login\`.`)
    }
  }
  const write = (credentials: Credentials) => writePrivate(path, `${JSON.stringify(credentials, null, 2)}\n`)
  return {
    path,
    async find(server) {
      const { servers } = await read()
      return Object.hasOwn(servers, server) ? servers[server] : undefined
    },
    async defaultServer() {
      return (await read()).default ?? undefined
    },
    async keep(server, credential) {
      const { servers } = await read()
      await write({ default: server, servers: { ...servers, [server]: credential } })
    },
    async forget(server) {
      const { default: last, servers } = await read()
      const { [server]: _, ...others } = servers
      await write({ default: last === server ? (Object.keys(others)[0] ?? null) : last, servers: others })
    },
  }
}
