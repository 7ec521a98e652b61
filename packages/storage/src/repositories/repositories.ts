import type { Clock, Store } from '@footfall/core-domain'
import type { Database } from '../connections/database.ts'
import { accountRepository } from './accounts.ts'
import { annotationRepository } from './annotations.ts'
import { appRepository } from './apps.ts'
import { auditRepository } from './audit.ts'
import { connectedAppRepository } from './connected-apps.ts'
import { funnelRepository } from './funnels.ts'
import { integrationRepository } from './integrations.ts'
import { memberRepository } from './members.ts'
import { outboxRepository } from './outbox.ts'
import { passwordResetRepository } from './password-resets.ts'
import { productKeyRepository } from './product-keys.ts'
import { productPurgeRepository } from './product-purges.ts'
import { productRepository } from './products.ts'
import { settingsRepository } from './settings.ts'
import { tokenRepository } from './tokens.ts'
import { usageRepository } from './usage.ts'

/** Every repository on one database, or on one transaction of it. */
export function repositories(database: Database, clock: Clock): Store {
  return {
    accounts: accountRepository(database),
    products: productRepository(database),
    settings: settingsRepository(database),
    apps: appRepository(database),
    funnels: funnelRepository(database),
    members: memberRepository(database),
    productKeys: productKeyRepository(database),
    tokens: tokenRepository(database, clock),
    annotations: annotationRepository(database),
    integrations: integrationRepository(database),
    usage: usageRepository(database),
    audit: auditRepository(database),
    outbox: outboxRepository(database),
    passwordResets: passwordResetRepository(database),
    connectedApps: connectedAppRepository(database),
    productPurges: productPurgeRepository(database),
  }
}
