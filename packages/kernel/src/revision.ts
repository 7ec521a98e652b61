import { Revision, RevisionConflict } from '@footfall/core-domain'

/** The revision that a caller read; given, the write is refused when somebody changed the resource since. */
export const revisionField = {
  revision: Revision.optional().meta({
    description: 'The one you read; refused if it has changed since.',
  }),
}

export function assertRevision(resource: { readonly revision: number }, given: number | undefined): void {
  if (given !== undefined && given !== resource.revision) throw new RevisionConflict(given, resource.revision)
}
