import type { ReactNode } from 'react'
import type { Activity } from '../api/types.ts'
import { WithTimes } from '../ui/with-times.tsx'
import { describeAction } from './describe-action.ts'

/** What a change does, and the sentence of the service with its details, which is in English. */
export function Deed({ entry }: { readonly entry: Pick<Activity, 'operation' | 'summary'> }): ReactNode {
  const action = describeAction(entry)
  return (
    <>
      {action !== undefined && <span className="block font-medium">{action}</span>}
      <span className="block" lang="en">
        <WithTimes text={entry.summary} />
      </span>
    </>
  )
}
