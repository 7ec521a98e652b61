import { type ReactNode, useState } from 'react'
import { t } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Actions, Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'

interface Question {
  readonly warnings: readonly string[]
  answer(goOn: boolean): void
}

/**
 * Asks before saving if the preview has warnings. `confirm` is true without warnings, or if the answer is yes. Render
 * `dialog` in the page.
 */
export function useWarnings(title: string): {
  readonly confirm: (warnings: readonly string[]) => Promise<boolean>
  readonly dialog: ReactNode
} {
  const [question, setQuestion] = useState<Question>()
  return {
    async confirm(warnings) {
      if (warnings.length === 0) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      setQuestion({ warnings, answer: resolve })
      return promise.finally(() => setQuestion(undefined))
    },
    dialog: question && (
      <Dialog onClose={() => question.answer(false)} title={title}>
        <Notice tone="warning">
          {question.warnings.map((warning) => (
            <p key={warning}>
              <ServiceText text={warning} />
            </p>
          ))}
        </Notice>
        <Actions>
          <Button onClick={() => question.answer(false)}>{t('forms.back')}</Button>
          <Button kind="danger" onClick={() => question.answer(true)}>
            {t('forms.save_anyway')}
          </Button>
        </Actions>
      </Dialog>
    ),
  }
}
