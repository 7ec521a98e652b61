declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'
  import type { Readable } from 'node:stream'

  /** What tests use of it; the package has no types. */
  class S3rver {
    constructor(options: {
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
    readonly store: {
      putObject(object: {
        readonly bucket: string
        readonly key: string
        readonly content: Readable
        readonly metadata: Readonly<Record<string, string>>
      }): Promise<unknown>
    }
  }
  export = S3rver
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  export const DUMMY_ACCOUNT: { createKeyPair(keyId: string, secretKey: string): void }
}
