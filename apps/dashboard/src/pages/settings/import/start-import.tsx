import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, executed } from '../../../api/client.ts'
import type { ImportedFile } from '../../../api/types.ts'
import { ProblemNotice } from '../../../forms/problem-notice.tsx'
import { useAction } from '../../../forms/use-action.ts'
import { t } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { importsQuery } from './queries.ts'

interface StartImportProps {
  readonly imported: ImportedFile
  readonly product: string
}

export function StartImport({ imported, product }: StartImportProps): ReactNode {
  const queryClient = useQueryClient()
  const start = useAction(async () => {
    const params = { path: { product, import: imported.id } }
    await executed(api.POST('/api/v1/products/{product}/imports/{import}/start', { params }))
    await queryClient.invalidateQueries(importsQuery(product))
  })
  return (
    <>
      <Button busy={start.busy} kind="primary" onClick={() => void start.run()} size="small">
        {t('settings.import.start')}
        <span className="sr-only"> {imported.file_name}</span>
      </Button>
      {start.problem && <ProblemNotice onRetry={() => void start.run()} problem={start.problem} />}
    </>
  )
}
