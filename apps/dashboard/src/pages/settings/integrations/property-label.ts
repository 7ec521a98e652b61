const DOMAIN = 'sc-domain:'

/** A property of Search Console as people speak of it. */
export function propertyWords(property: string): string {
  return property.startsWith(DOMAIN) ? `${property.slice(DOMAIN.length)} (the whole domain)` : property
}
