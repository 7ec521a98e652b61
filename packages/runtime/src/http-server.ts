import { createServer, type RequestListener, type Server } from 'node:http'

export interface RunningServer {
  readonly port: number
  /** Refuses new connections, lets running requests finish, and cuts what is left at the deadline. */
  stop(deadlineMs: number): Promise<void>
}

/** Listens; fails with a sentence an operator can act on when the port is taken or not allowed. */
export async function listen(
  handler: RequestListener,
  port: number,
  host: string,
  variable: 'PORT' | 'METRICS_PORT' = 'PORT',
): Promise<RunningServer> {
  let stopping = false
  const server = createServer((req, res) => {
    // A kept-alive connection must not carry work past the stop.
    if (stopping) res.setHeader('Connection', 'close')
    handler(req, res)
  })
  await bind(server, port, host, variable)
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop(deadlineMs) {
      stopping = true
      return new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), deadlineMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      })
    },
  }
}

function bind(server: Server, port: number, host: string, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new Error(`${variable} ${port} is in use on ${host}; set ${variable} to another.`))
      else if (error.code === 'EACCES')
        reject(new Error(`${variable} ${port} may not be used by this user; set ${variable} above 1023.`))
      else reject(error)
    })
    server.listen(port, host, resolve)
  })
}
