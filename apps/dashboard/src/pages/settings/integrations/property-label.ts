const DOMAIN = 'sc-domain:'
const DEMO = 'demo:'

/** The label of a Search Console property. */
export function propertyLabel(property: string): string {
  if (property.startsWith(DEMO)) return `${property.slice(DEMO.length)} (demo data)`
  return property.startsWith(DOMAIN) ? `${property.slice(DOMAIN.length)} (the whole domain)` : property
}
