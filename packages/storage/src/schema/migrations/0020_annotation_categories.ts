import type { Migration } from './migration.ts'

/** Annotations may have a category and a color. */
export const annotationCategories: Migration = {
  statements: ({ text }) => [
    `alter table annotations add column category ${text}`,
    `alter table annotations add column color ${text}`,
  ],
}
