import { z } from 'zod'
import { type RandomSource, randomId } from './random.ts'

/**
 * Identifiers are a prefix for the kind and random base62. A value of another shape is an id that does not exist, so
 * look-ups answer `not_found`.
 */
function idPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}_[0-9A-Za-z]{1,40}$`)
}

const idOf = <const Name extends string>(prefix: string, name: Name) =>
  z
    .string()
    .regex(idPattern(prefix), `must be an identifier that starts with ${prefix}_`)
    .meta({ description: `${name} identifier`, example: `${prefix}_8fKq2Lr0aZ5xYw7B1c3D` })
    .brand<Name>()

export const AccountId = idOf('acc', 'Account')
export type AccountId = z.infer<typeof AccountId>
export const ProductId = idOf('prd', 'Product')
export type ProductId = z.infer<typeof ProductId>
/** What every request asks, so it is not parsed. */
export function isProductId(value: unknown): value is ProductId {
  return typeof value === 'string' && PRODUCT_ID.test(value)
}
const PRODUCT_ID = idPattern('prd')
export const AppId = idOf('app', 'App')
export type AppId = z.infer<typeof AppId>
export const FunnelId = idOf('fnl', 'Funnel')
export type FunnelId = z.infer<typeof FunnelId>
export const MemberId = idOf('mbr', 'Member')
export type MemberId = z.infer<typeof MemberId>
export const ProductKeyId = idOf('key', 'ProductKey')
export type ProductKeyId = z.infer<typeof ProductKeyId>
export const TokenId = idOf('tok', 'AccountToken')
export type TokenId = z.infer<typeof TokenId>
/** What every change asks, so it is not parsed. */
export function isTokenId(value: unknown): value is TokenId {
  return typeof value === 'string' && TOKEN_ID.test(value)
}
const TOKEN_ID = idPattern('tok')
export const ConnectionId = idOf('con', 'OAuthConnection')
export type ConnectionId = z.infer<typeof ConnectionId>
export const SessionId = idOf('ses', 'Session')
export type SessionId = z.infer<typeof SessionId>
export const PasswordResetId = idOf('rst', 'PasswordReset')
export type PasswordResetId = z.infer<typeof PasswordResetId>
export const AnnotationId = idOf('ann', 'Annotation')
export type AnnotationId = z.infer<typeof AnnotationId>
export const SegmentId = idOf('seg', 'Segment')
export type SegmentId = z.infer<typeof SegmentId>
export const ShareId = idOf('shr', 'SharedLink')
export type ShareId = z.infer<typeof ShareId>
export const ReportId = idOf('rpt', 'ScheduledReport')
export type ReportId = z.infer<typeof ReportId>
export const AlertId = idOf('alr', 'Alert')
export type AlertId = z.infer<typeof AlertId>
export const DeliveryId = idOf('dlv', 'Delivery')
export type DeliveryId = z.infer<typeof DeliveryId>
export const ImportId = idOf('imp', 'Import')
export type ImportId = z.infer<typeof ImportId>
export const PasskeyId = idOf('psk', 'Passkey')
export type PasskeyId = z.infer<typeof PasskeyId>
export const ApprovalId = idOf('apr', 'Approval')
export type ApprovalId = z.infer<typeof ApprovalId>

export const TrustId = idOf('trs', 'TokenTrust')
export type TrustId = z.infer<typeof TrustId>

/** Makes identifiers. */
export function idFactory(random: RandomSource) {
  const make = (prefix: string) => randomId(random, prefix)
  return {
    account: () => AccountId.parse(make('acc')),
    product: () => ProductId.parse(make('prd')),
    app: () => AppId.parse(make('app')),
    funnel: () => FunnelId.parse(make('fnl')),
    member: () => MemberId.parse(make('mbr')),
    productKey: () => ProductKeyId.parse(make('key')),
    token: () => TokenId.parse(make('tok')),
    connection: () => ConnectionId.parse(make('con')),
    session: () => SessionId.parse(make('ses')),
    passwordReset: () => PasswordResetId.parse(make('rst')),
    annotation: () => AnnotationId.parse(make('ann')),
    segment: () => SegmentId.parse(make('seg')),
    share: () => ShareId.parse(make('shr')),
    report: () => ReportId.parse(make('rpt')),
    alert: () => AlertId.parse(make('alr')),
    delivery: () => DeliveryId.parse(make('dlv')),
    import: () => ImportId.parse(make('imp')),
    passkey: () => PasskeyId.parse(make('psk')),
    approval: () => ApprovalId.parse(make('apr')),
    trust: () => TrustId.parse(make('trs')),
  }
}
export type IdFactory = ReturnType<typeof idFactory>
