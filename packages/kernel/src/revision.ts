import { Revision, RevisionConflict } from '@footfall/core-domain'

/** The revision that a caller read. With it, the write fails if the resource has changed since. */
export const revisionField = {
  revision: Revision.optional().meta({
    description: 'As read; fails if changed since.',
  }),
}

export function assertRevision(resource: { readonly revision: number }, given: number | undefined): void {
  if (given !== undefined && given !== resource.revision) throw new RevisionConflict(given, resource.revision)
}
