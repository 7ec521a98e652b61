import type { AccountToken, Scope } from '../../../api/types.ts'
import { t } from '../../../messages/messages.ts'
import { ALL_SCOPES } from '../scope-labels.ts'

export const PLATFORMS = ['github', 'gitlab', 'kubernetes', 'custom'] as const
export type Platform = (typeof PLATFORMS)[number]

/** Values of the form of a trust. */
export interface TrustValues {
  readonly platform: Platform
  readonly issuer: string
  readonly audience: string
  readonly subject: string
  /** Lines of `name=value`. */
  readonly claims: string
  readonly scopes: readonly Scope[]
  readonly mode: 'all' | 'selected' | undefined
  readonly products: readonly string[]
  readonly readOnly: boolean
  readonly previewFirst: boolean
  readonly approval: boolean
  readonly minutes: string
}

/** What a platform puts into its tokens. The names in capitals are for the person to replace. */
const PRESETS: Readonly<Record<Platform, Pick<TrustValues, 'issuer' | 'subject' | 'claims'>>> = {
  github: {
    issuer: 'https://token.actions.githubusercontent.com',
    subject: 'repo:OWNER/REPOSITORY:ref:refs/heads/main',
    claims: '',
  },
  gitlab: {
    issuer: 'https://gitlab.com',
    subject: 'project_path:GROUP/PROJECT:ref_type:branch:ref:main',
    claims: 'ref_protected=true',
  },
  kubernetes: {
    issuer: 'https://kubernetes.default.svc.cluster.local',
    subject: 'system:serviceaccount:NAMESPACE:NAME',
    claims: '',
  },
  custom: { issuer: '', subject: '', claims: '' },
}

export function withPlatform<Values extends TrustValues>(values: Values, platform: Platform): Values {
  return { ...values, platform, ...PRESETS[platform] }
}

/** An empty form: nothing is granted. `origin` is the address of the service. */
export function newTrust({ products }: AccountToken, origin: string): TrustValues {
  const empty = {
    platform: 'github' as const,
    issuer: '',
    audience: origin,
    subject: '',
    claims: '',
    scopes: [],
    mode: products.mode === 'selected' ? products.mode : undefined,
    products: [],
    readOnly: false,
    previewFirst: false,
    approval: false,
    minutes: '60',
  }
  return withPlatform<TrustValues>(empty, 'github')
}

/** The scopes that a trust of this token can have, in the order of the page. */
export function scopesOfToken({ scopes }: AccountToken): readonly Scope[] {
  return ALL_SCOPES.filter((scope) => scopes.includes(scope))
}

/** Fields that are missing or not right, with the names of the API. */
export function findMissing(values: TrustValues): { readonly path: string; readonly message: string }[] {
  const missing = (absent: boolean, path: string, message: string) => (absent ? [{ path, message }] : [])
  return [
    ...missing(isExample(values), 'subject', t('trusts.subject_example')),
    ...missing(claimsOf(values) === undefined, 'claims', t('trusts.claims_malformed')),
    ...missing(values.scopes.length === 0, 'scopes', t('tokens.scopes_missing')),
    ...missing(values.mode === undefined, 'products', t('tokens.products_missing')),
    ...missing(values.mode === 'selected' && values.products.length === 0, 'products', t('tokens.product_missing')),
    ...missing(!/^\d{1,2}$/.test(values.minutes.trim()), 'lifetime_seconds', t('trusts.minutes_hint')),
  ]
}

function isExample({ platform, subject }: TrustValues): boolean {
  return platform !== 'custom' && subject.trim() === PRESETS[platform].subject
}

/** Undefined where a line is not `name=value`. */
function claimsOf({ claims }: TrustValues): Record<string, string> | undefined {
  const lines = claims
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.some((line) => line.indexOf('=') < 1)) return undefined
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

export function bodyOf(values: TrustValues) {
  const { issuer, audience, subject, scopes, mode, products, readOnly, previewFirst, approval, minutes } = values
  return {
    issuer: issuer.trim(),
    audience: audience.trim(),
    subject: subject.trim(),
    claims: claimsOf(values) ?? {},
    scopes: [...scopes],
    products: mode === 'selected' ? { mode, ids: [...products] } : { mode: 'all' as const },
    limits: {
      ...(readOnly && { read_only: readOnly }),
      ...(previewFirst && { preview_first: previewFirst }),
      ...(approval && { approval }),
    },
    lifetime_seconds: Number(minutes) * 60,
  }
}
