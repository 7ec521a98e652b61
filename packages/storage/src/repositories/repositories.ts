import type { Clock, Store, WritableStore } from '@footfall/core-domain'
import type { Executor } from '../connections/database.ts'
import { accountReader, accountRepository } from './accounts.ts'
import { alertReader, alertRepository } from './alerts.ts'
import { annotationReader, annotationRepository } from './annotations.ts'
import { approvalReader, approvalRepository } from './approvals.ts'
import { appReader, appRepository } from './apps.ts'
import { auditReader, auditRepository } from './audit.ts'
import { connectedAppReader, connectedAppRepository } from './connected-apps.ts'
import { deliveryReader, deliveryRepository } from './deliveries.ts'
import { emailOptOutReader, emailOptOutRepository } from './email-opt-outs.ts'
import { expiryNoticeReader, expiryNoticeRepository } from './expiry-notices.ts'
import { externalIdentityReader, externalIdentityRepository } from './external-identities.ts'
import { funnelReader, funnelRepository } from './funnels.ts'
import { importReader, importRepository } from './imports.ts'
import { integrationReader, integrationRepository } from './integrations.ts'
import { keptSecretRepository } from './kept-secrets.ts'
import { madeOnUse } from './made-on-use.ts'
import { memberReader, memberRepository } from './members.ts'
import { outboxReader, outboxRepository } from './outbox.ts'
import { passwordResetReader, passwordResetRepository } from './password-resets.ts'
import { previewUseRepository } from './preview-uses.ts'
import { productKeyReader, productKeyRepository } from './product-keys.ts'
import { productPurgeRepository } from './product-purges.ts'
import { productReader, productRepository } from './products.ts'
import { scheduledReportReader, scheduledReportRepository } from './scheduled-reports.ts'
import { scopeUseReader } from './scope-uses.ts'
import { sealedTextReader, sealedTextRepository } from './sealed-texts.ts'
import { secondFactorReader, secondFactorRepository } from './second-factors.ts'
import { segmentReader, segmentRepository } from './segments.ts'
import { settingsReader, settingsRepository } from './settings.ts'
import { sharedLinkReader, sharedLinkRepository } from './shared-links.ts'
import { tokenPolicyReader, tokenPolicyRepository } from './token-policies.ts'
import { exchangedTokenRepository, tokenTrustReader, tokenTrustRepository } from './token-trusts.ts'
import { tokenReader, tokenRepository } from './tokens.ts'
import { visitorErasureRepository, visitorKeyReader, visitorKeyRepository } from './visitor-identity.ts'

/** Every reader, outside any transaction. */
export function readers(executor: Executor, clock: Clock): Store {
  return {
    accounts: accountReader(executor),
    products: productReader(executor),
    settings: settingsReader(executor),
    apps: appReader(executor),
    funnels: funnelReader(executor),
    segments: segmentReader(executor),
    sharedLinks: sharedLinkReader(executor, clock),
    members: memberReader(executor),
    productKeys: productKeyReader(executor, clock),
    tokens: tokenReader(executor, clock),
    tokenTrusts: tokenTrustReader(executor),
    tokenPolicies: tokenPolicyReader(executor),
    scopeUses: scopeUseReader(executor),
    expiryNotices: expiryNoticeReader(executor),
    annotations: annotationReader(executor),
    alerts: alertReader(executor),
    integrations: integrationReader(executor),
    audit: auditReader(executor),
    approvals: approvalReader(executor),
    outbox: outboxReader(executor),
    passwordResets: passwordResetReader(executor),
    connectedApps: connectedAppReader(executor),
    scheduledReports: scheduledReportReader(executor),
    secondFactors: secondFactorReader(executor),
    deliveries: deliveryReader(executor),
    emailOptOuts: emailOptOutReader(executor),
    externalIdentities: externalIdentityReader(executor),
    visitorKeys: visitorKeyReader(executor),
    imports: importReader(executor),
    sealedTexts: sealedTextReader(executor),
  }
}

/** Every repository, inside one transaction. */
export const repositories = madeOnUse<[executor: Executor, clock: Clock], WritableStore>({
  accounts: accountRepository,
  products: productRepository,
  settings: settingsRepository,
  apps: appRepository,
  funnels: funnelRepository,
  segments: segmentRepository,
  sharedLinks: sharedLinkRepository,
  members: memberRepository,
  productKeys: productKeyRepository,
  tokens: tokenRepository,
  tokenTrusts: tokenTrustRepository,
  exchangedTokens: exchangedTokenRepository,
  tokenPolicies: tokenPolicyRepository,
  scopeUses: scopeUseReader,
  expiryNotices: expiryNoticeRepository,
  annotations: annotationRepository,
  alerts: alertRepository,
  integrations: integrationRepository,
  audit: auditRepository,
  approvals: approvalRepository,
  outbox: outboxRepository,
  passwordResets: passwordResetRepository,
  connectedApps: connectedAppRepository,
  scheduledReports: scheduledReportRepository,
  secondFactors: secondFactorRepository,
  deliveries: deliveryRepository,
  emailOptOuts: emailOptOutRepository,
  externalIdentities: externalIdentityRepository,
  productPurges: productPurgeRepository,
  previewUses: previewUseRepository,
  keptSecrets: keptSecretRepository,
  visitorKeys: visitorKeyRepository,
  imports: importRepository,
  sealedTexts: sealedTextRepository,
  visitorErasures: visitorErasureRepository,
})
