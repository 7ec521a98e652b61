import { controlData } from './0001_control_data.ts'
import { writes } from './0002_writes.ts'
import { sessions } from './0003_sessions.ts'
import { oauth } from './0004_oauth.ts'
import { productPurges } from './0005_product_purges.ts'
import { dashboard } from './0006_dashboard.ts'
import { searchConsole } from './0007_search_console.ts'
import { registrationNetworks } from './0008_registration_networks.ts'
import { keyIssuers } from './0009_key_issuers.ts'
import { signIn } from './0011_sign_in.ts'
import { accountRecovery } from './0012_account_recovery.ts'
import { openLists } from './0013_open_lists.ts'
import { accessLimits } from './0014_access_limits.ts'
import { segments } from './0015_segments.ts'
import { visitorIdentity } from './0016_visitor_identity.ts'
import { sharedLinks } from './0017_shared_links.ts'
import { reports } from './0018_reports.ts'
import { alerts } from './0019_alerts.ts'
import { annotationCategories } from './0020_annotation_categories.ts'
import { inviters } from './0021_inviters.ts'
import { secondFactors } from './0022_second_factors.ts'
import { externalIdentities } from './0023_external_identities.ts'
import { imports } from './0024_imports.ts'
import { importRetention } from './0025_import_retention.ts'
import { uploadedImports } from './0026_uploaded_imports.ts'
import { keptSecrets } from './0027_kept_secrets.ts'
import { keyExpiry } from './0028_key_expiry.ts'
import { namesAsGiven } from './0029_names_as_given.ts'
import { engineClaim } from './0034_engine_claim.ts'
import { approvals } from './0038_approvals.ts'
import { tokenTrusts } from './0040_token_trusts.ts'
import { credentialNetworks } from './0043_credential_networks.ts'
import { credentialHygiene } from './0044_credential_hygiene.ts'
import { deviceRequests } from './0047_device_requests.ts'
import { accountLanguage } from './0049_account_language.ts'
import { keptLinks } from './0050_kept_links.ts'
import { boundedLists } from './0051_bounded_lists.ts'
import { accountRevision } from './0054_account_revision.ts'
import { accountActivity } from './0055_account_activity.ts'
import type { Migration } from './migration.ts'

/** All steps by the name under which a database records them; they run in the order of their names. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_control_data': controlData,
  '0002_writes': writes,
  '0003_sessions': sessions,
  '0004_oauth': oauth,
  '0005_product_purges': productPurges,
  '0006_dashboard': dashboard,
  '0007_search_console': searchConsole,
  '0008_registration_networks': registrationNetworks,
  '0009_key_issuers': keyIssuers,
  '0011_sign_in': signIn,
  '0012_account_recovery': accountRecovery,
  '0013_open_lists': openLists,
  '0014_access_limits': accessLimits,
  '0015_segments': segments,
  '0016_visitor_identity': visitorIdentity,
  '0017_shared_links': sharedLinks,
  '0018_reports': reports,
  '0019_alerts': alerts,
  '0020_annotation_categories': annotationCategories,
  '0021_inviters': inviters,
  '0022_second_factors': secondFactors,
  '0023_external_identities': externalIdentities,
  '0024_imports': imports,
  '0025_import_retention': importRetention,
  '0026_uploaded_imports': uploadedImports,
  '0027_kept_secrets': keptSecrets,
  '0028_key_expiry': keyExpiry,
  '0029_names_as_given': namesAsGiven,
  '0034_engine_claim': engineClaim,
  '0038_approvals': approvals,
  '0040_token_trusts': tokenTrusts,
  '0043_credential_networks': credentialNetworks,
  '0044_credential_hygiene': credentialHygiene,
  '0047_device_requests': deviceRequests,
  '0049_account_language': accountLanguage,
  '0050_kept_links': keptLinks,
  '0051_bounded_lists': boundedLists,
  '0054_account_revision': accountRevision,
  '0055_account_activity': accountActivity,
}
