const DOMAIN = 'sc-domain:'

/** The label of a Search Console property. */
export function propertyLabel(property: string): string {
  return property.startsWith(DOMAIN) ? `${property.slice(DOMAIN.length)} (the whole domain)` : property
}
