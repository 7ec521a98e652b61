import { useState } from 'react'
import { api, executed, PREVIEW, previewed } from '../../../api/client.ts'
import type { ApiProblem } from '../../../api/problem.ts'
import { useAction } from '../../../forms/use-action.ts'
import { t } from '../../../messages/messages.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showToast } from '../../../ui/toast.tsx'
import { visitorFile } from './visitor-file.ts'

/** A notice about a visitor: the warning before erasing, or that nothing can be exported. */
interface Note {
  readonly visitor: string
  readonly tone: 'info' | 'warning'
  readonly lines: readonly string[]
}

interface VisitorActions {
  /** Only of the current visitor, so that nobody is erased without their events having been checked. */
  readonly note: Note | undefined
  readonly problem: ApiProblem | undefined
  readonly busy: 'save' | 'erase' | undefined
  save(): Promise<boolean>
  /** Reads how many events are erased. */
  check(): Promise<boolean>
  erase(): Promise<boolean>
}

/** What an admin may do with the data of one visitor. */
export function useVisitorData(product: string, visitor: string): VisitorActions {
  const [note, setNote] = useState<Note>()
  const path = '/api/v1/products/{product}/visitors/erase'
  const request = { params: { path: { product } }, body: { visitor } }
  const file = useAction(async () => {
    setNote(undefined)
    const content = await visitorFile(product, visitor)
    if (content.size === 0) {
      setNote({ visitor, tone: 'info', lines: [t('settings.events.visitor_none')] })
      return
    }
    saveFile(`${product}-visitor.ndjson`, content)
    showToast(t('common.download_started'))
  })
  const preview = useAction(async () => {
    const { warnings } = await previewed(api.POST(path, { ...request, headers: PREVIEW }))
    setNote({ visitor, tone: 'warning', lines: warnings })
  })
  const erasure = useAction(async () => {
    await executed(api.POST(path, request))
    showToast(t('settings.events.erase_done'))
  })
  return {
    note: note?.visitor === visitor ? note : undefined,
    problem: file.problem ?? preview.problem ?? erasure.problem,
    busy: file.busy ? 'save' : preview.busy || erasure.busy ? 'erase' : undefined,
    save: file.run,
    check: preview.run,
    erase: erasure.run,
  }
}
