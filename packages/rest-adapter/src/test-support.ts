import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Operation } from '@footfall/operations'
import { type Input, MISSING_IDS } from '@footfall/operations/test-support'
import express from 'express'
import { createFootfallRouter, type RestServices } from './footfall/index.ts'

/** A served router for tests: real HTTP over a real port. */
export interface Served {
  readonly url: string
  readonly logged: { context: unknown; message: string }[]
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Answered>
  send(
    method: string,
    path: string,
    body: string | Uint8Array | undefined,
    headers?: Record<string, string>,
  ): Promise<Answered>
  close(): Promise<void>
}
export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any
}

export async function serve(services: Omit<RestServices, 'log' | 'newRequestId'>): Promise<Served> {
  const logged: Served['logged'] = []
  let requests = 0
  const app = express()
  app.set('query parser', false)
  app.use(
    createFootfallRouter({
      ...services,
      log: {
        error: (context, message) => logged.push({ context, message }),
        warn: (context, message) => logged.push({ context, message }),
      },
      newRequestId: () => `req_${++requests}`,
    }),
  )
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send: Served['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
  return {
    url,
    logged,
    get: (path, token, headers = {}) =>
      send('GET', path, undefined, token === undefined ? headers : { authorization: `Bearer ${token}`, ...headers }),
    send,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The address of an operation; path parameters that the input lacks get an id that nothing has. */
export function pathOf(operation: Operation, product: string, { path = {} }: Input = {}): string {
  const values: Readonly<Record<string, unknown>> = { product, ...MISSING_IDS, ...path }
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}
