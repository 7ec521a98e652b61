import { t } from '../../../messages/messages.ts'

const DOMAIN = 'sc-domain:'
const DEMO = 'demo:'

/** The label of a Search Console property. */
export function propertyLabel(property: string): string {
  if (property.startsWith(DEMO)) return t('settings.integrations.demo_property', { name: property.slice(DEMO.length) })
  return property.startsWith(DOMAIN)
    ? t('settings.integrations.domain_property', { name: property.slice(DOMAIN.length) })
    : property
}
