import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import S3rver from '@20minutes/s3rver'
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js'

const BUCKET = 'backups'
const PREFIX = 'footfall'
const KEY_ID = 'AKIAFOOTFALLTEST'
const SECRET_KEY = 'only-the-owner-of-the-bucket-has-it/+='
/** The server keeps the content of an object in a file with this ending. */
const OBJECT = '._S3rver_object'

/** Answers a request in place of the storage and returns true, or returns false. */
export type StorageFault = (req: IncomingMessage, res: ServerResponse) => boolean

/** S3-compatible storage on this machine, which verifies signatures; its failures are up to the test. */
export async function startObjectStorage() {
  const directory = await mkdtemp(join(tmpdir(), 'footfall-objects-'))
  DUMMY_ACCOUNT.createKeyPair(KEY_ID, SECRET_KEY)
  const storage = new S3rver({ silent: true, directory, configureBuckets: [{ name: BUCKET }] })
  await storage.configureBuckets()
  const answer = storage.callback()
  const requests: string[] = []
  let fault: StorageFault = () => false
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${decodeURIComponent(req.url ?? '')}`)
    if (fault(req, res)) req.resume()
    // The storage would take it as the request of anybody.
    else if (req.headers.authorization === undefined) res.writeHead(403).end()
    else answer(req, res)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const root = join(directory, BUCKET, PREFIX)
  const fileOf = (name: string) => join(root, `${name}${OBJECT}`)

  return {
    url: `http://127.0.0.1:${port}/${BUCKET}/${PREFIX}`,
    secretKey: SECRET_KEY,
    env: {
      BACKUP_S3_URL: `http://127.0.0.1:${port}/${BUCKET}/${PREFIX}`,
      BACKUP_S3_KEY_ID: KEY_ID,
      BACKUP_S3_SECRET_KEY: SECRET_KEY,
    },
    /** Methods and addresses of all requests. */
    requests,
    /** Fails requests from now on. */
    failWith(next: StorageFault) {
      fault = next
    },
    /** The names of all objects below the prefix. */
    async objects(): Promise<string[]> {
      if (!existsSync(root)) return []
      const found = await readdir(root, { recursive: true })
      return found
        .filter((name) => name.endsWith(OBJECT))
        .map((name) => name.slice(0, -OBJECT.length))
        .sort()
    },
    read: (name: string) => readFile(fileOf(name)),
    /** Changes an object behind the back of the service. */
    change: async (name: string, edit: (content: Buffer) => Buffer | string) =>
      writeFile(fileOf(name), edit(await readFile(fileOf(name)))),
    remove: (name: string) => rm(fileOf(name)),
    /** Adds an object that the service did not write. */
    put: (name: string, content: string) =>
      storage.store.putObject({
        bucket: BUCKET,
        key: `${PREFIX}/${name}`,
        content: Readable.from([content]),
        metadata: {},
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>
