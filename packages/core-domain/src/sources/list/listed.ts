/**
 * A site or an app: its name, its hosts as `patterns.ts` reads them, separated by spaces, and the values of `utm_source`
 * that stand for it, in lower case and separated by commas. Hosts are tags by themselves.
 */
export type Listed = readonly [name: string, hosts: string, tags?: string]
