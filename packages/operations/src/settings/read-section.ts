import type { SettingsSection } from '@footfall/core-domain'
import type { ProductCall } from '../definition/call.ts'

export const readSection =
  <Section extends SettingsSection>(section: Section) =>
  async ({ store, product }: ProductCall) => ({ data: await store.settings.get(product.id, section) })
