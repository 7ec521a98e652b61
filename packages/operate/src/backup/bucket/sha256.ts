import { webcrypto } from 'node:crypto'

/** In hex, computed outside of the thread that answers requests. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
