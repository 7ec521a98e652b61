import { Secret } from '@footfall/core-domain'
import { z } from 'zod'
import { type Values, wholeNumber } from './fields.ts'
import { SettingsError } from './settings-error.ts'
import type { storeVariables } from './stores.ts'

const URL_ERROR = 'must be the address of a bucket such as https://s3.eu-central-1.amazonaws.com/bucket/footfall'
/** `https://host/bucket/prefix`, whose path is the same text wherever it is encoded, and without user, query and fragment. */
const BUCKET_URL = /^https?:\/\/[^/?#@\s]+((?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,199})+)\/?$/
const URL_LENGTH_MAX = 1000

const bucketUrl = z.string().transform((text, context) => {
  const parsed = bucketOf(text)
  if (parsed !== undefined) return parsed
  // The text is not repeated: it may have a password.
  context.addIssue(URL_ERROR)
  return z.NEVER
})

const credential = z.string().regex(/^[\x21-\x7e]{1,1000}$/, 'must be ASCII without spaces')

export const backupVariables = {
  BACKUP_S3_URL: bucketUrl.optional(),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,63}$/i, 'must be the name of a region such as eu-central-1')
    .default('us-east-1'),
  BACKUP_S3_KEY_ID: credential
    .refine((text) => !/[,/=]/.test(text), 'must be an access key id, without commas, slashes and equals signs')
    .optional(),
  BACKUP_S3_SECRET_KEY: credential.optional(),
  BACKUP_EVERY_HOURS: wholeNumber(0, 8_760).default(24),
  BACKUP_KEEP: wholeNumber(1, 1_000).default(14),
}

export interface Bucket {
  readonly origin: string
  readonly bucket: string
  /** Where the backups are in the bucket: empty, or with a slash at its end. */
  readonly prefix: string
}

export interface BucketSettings extends Bucket {
  readonly region: string
  readonly keyId: string
  readonly secretKey: Secret
}

export interface BackupSettings {
  /** S3-compatible storage for backups; undefined where there is none. */
  readonly backupBucket: BucketSettings | undefined
  /** Between backups that the service makes by itself; 0 if it makes none. */
  readonly backupEveryHours: number
  /** How many backups of each scope stay in the bucket. */
  readonly backupsKept: number
}

export function backupSettings(env: Values<typeof backupVariables & typeof storeVariables>): BackupSettings {
  return {
    backupBucket: bucketSettings(env),
    backupEveryHours: env.BACKUP_EVERY_HOURS,
    backupsKept: env.BACKUP_KEEP,
  }
}

function bucketSettings(env: Values<typeof backupVariables & typeof storeVariables>): BucketSettings | undefined {
  const { BACKUP_S3_URL: address, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET_KEY: secretKey } = env
  if (address === undefined) {
    if (keyId === undefined && secretKey === undefined) return undefined
    const present = keyId === undefined ? 'BACKUP_S3_SECRET_KEY' : 'BACKUP_S3_KEY_ID'
    throw new SettingsError('BACKUP_S3_URL', `is missing while ${present} is set`)
  }
  if (keyId === undefined) throw new SettingsError('BACKUP_S3_KEY_ID', 'is missing while BACKUP_S3_URL is set')
  if (secretKey === undefined) throw new SettingsError('BACKUP_S3_SECRET_KEY', 'is missing while BACKUP_S3_URL is set')
  if (env.CLICKHOUSE_URL !== undefined)
    throw new SettingsError(
      'BACKUP_S3_URL',
      'needs the embedded engine: with CLICKHOUSE_URL, back up PostgreSQL and ClickHouse with their own tools',
    )
  return { ...address, region: env.BACKUP_S3_REGION, keyId, secretKey: new Secret(secretKey) }
}

/** Undefined if the text is another kind of address. */
function bucketOf(text: string): Bucket | undefined {
  const [, path] = text.length <= URL_LENGTH_MAX ? (BUCKET_URL.exec(text) ?? []) : []
  if (path === undefined || !URL.canParse(text)) return undefined
  const [bucket = '', ...prefix] = path.slice(1).split('/')
  return { origin: new URL(text).origin, bucket, prefix: prefix.map((part) => `${part}/`).join('') }
}
