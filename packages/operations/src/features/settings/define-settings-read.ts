import { mutable, SETTINGS, type SettingsSection } from '@footfall/core-domain'
import type { z } from 'zod'
import { defineRead } from '../../definition/index.ts'

/** Defines the read of a section of a product's settings, with its revision. */
export function defineSettingsRead<Section extends SettingsSection>(
  section: Section,
  about: { readonly name: string; readonly title: string; readonly description: string },
) {
  const document: z.ZodObject = SETTINGS[section]
  return defineRead({
    ...about,
    path: `/api/v1/products/{product}/${section}`,
    scope: 'settings:read',
    product: 'path',
    role: 'viewer',
    output: document.extend(mutable),
    run: async ({ store, product }) => ({ data: await store.settings.get(product.id, section) }),
  })
}
