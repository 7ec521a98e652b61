import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { isRecord } from '@footfall/core-domain'

export interface NpmRegistry {
  readonly url: string
  /** What was published, as `name@version`. */
  readonly published: () => readonly string[]
  close(): Promise<void>
}

/** A registry of npm in process: it takes packages that are published, and gives them to who installs them. */
export async function npmRegistry(): Promise<NpmRegistry> {
  const packages = new Map<string, { versions: Record<string, unknown>; tags: Record<string, unknown> }>()
  const tarballs = new Map<string, Buffer>()
  const server: Server = createServer(async (req, res) => {
    const path = decodeURIComponent(req.url ?? '/').replace(/^\//, '')
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(Buffer.from(chunk))
    const answer = (status: number, body: unknown) => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    const tarball = tarballs.get(path)
    if (req.method === 'GET' && tarball !== undefined) return void res.writeHead(200).end(tarball)
    const known = packages.get(path)
    if (req.method === 'GET') {
      return known === undefined
        ? answer(404, { error: 'not_found' })
        : answer(200, { name: path, versions: known.versions, 'dist-tags': known.tags })
    }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (req.method !== 'PUT' || !isRecord(body) || !isRecord(body.versions) || !isRecord(body._attachments))
      return answer(400, { error: 'bad_request' })
    const entry = known ?? { versions: {}, tags: {} }
    for (const [version, manifest] of Object.entries(body.versions)) {
      if (Object.hasOwn(entry.versions, version)) return answer(403, { error: `${version} exists` })
      entry.versions[version] = manifest
    }
    Object.assign(entry.tags, body['dist-tags'])
    packages.set(path, entry)
    for (const [name, attachment] of Object.entries(body._attachments))
      if (isRecord(attachment)) tarballs.set(`${path}/-/${name}`, Buffer.from(String(attachment.data), 'base64'))
    answer(201, { ok: true })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The registry has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    published: () =>
      [...packages]
        .flatMap(([name, { versions }]) => Object.keys(versions).map((version) => `${name}@${version}`))
        .sort(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
